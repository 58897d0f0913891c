import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import type { TelemetryAnswer } from "../../../../../src/domain/draft/telemetry.ts";
import { effectiveValue } from "../../../../../src/editor/connections/settings/settings.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { asking, full } from "../../../../support/asking.ts";
import { active, labels, openList } from "./support.ts";
import { columns, labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

const draftWith = (telemetry: TelemetryAnswer): ConnectionDraft => ({ ...full, telemetry });
const nowhere = { kind: "none" } as const;
const toFirst = { kind: "id", destination: "d_1" } as const;
/** Copies an answer. The table of cases is read-only, but a draft must be mutable. */
const copy = (answer: object): TelemetryAnswer => JSON.parse(JSON.stringify(answer)) as TelemetryAnswer;

describe("the telemetry row in the review", () => {
  it("shows the telemetry mode, the categories and the destination", (t) => {
    const answers: readonly TelemetryAnswer[] = [
      { kind: "off" },
      { kind: "default", export: nowhere },
      { kind: "default", export: toFirst },
      {
        kind: "categories",
        categories: ["control", "screenshot"],
        export: { kind: "name", destination: "honeycomb" },
      },
      { kind: "categories", categories: ["page"], export: nowhere },
    ];
    t.assert.snapshot(answers.map((answer) => effectiveValue("telemetry", draftWith(answer), undefined)));
  });

  it('distinguishes "not set" from "off"', () => {
    assert.deepEqual(effectiveValue("telemetry", full, undefined), {
      text: "Not set: the service decides",
      source: "default",
    });
  });
});

describe("the prompt for telemetry", () => {
  for (const [label, answer] of [
    ["Off", { kind: "off" }],
    ["Default set", { kind: "default" }],
    ["Categories…", { kind: "categories" }],
  ] as const)
    it(`accepts the mode ${label}`, async (context) => {
      const { gives, pick } = await openList(asking(context), "telemetry");
      assert.deepEqual(labels(pick), ["Off", "Default set", "Categories…"]);
      pick.choose(label);
      await gives({ telemetry: answer });
    });

  for (const [from, label, to] of [
    [{ kind: "default", export: toFirst }, "Off", { kind: "off" }],
    [{ kind: "off" }, "Default set", { kind: "default" }],
    [{ kind: "default", export: toFirst }, "Default set", { kind: "default", export: toFirst }],
    [{ kind: "default", export: toFirst }, "Categories…", { kind: "categories", export: toFirst }],
    [
      { kind: "categories", categories: ["page"], export: toFirst },
      "Default set",
      { kind: "default", export: toFirst },
    ],
    [{ kind: "categories", categories: ["page"], export: toFirst }, "Off", { kind: "off" }],
  ] as const)
    it(`keeps the export unless telemetry is turned off: ${from.kind} to ${to.kind}`, async (context) => {
      const { gives, pick } = await openList(asking(context), "telemetry", draftWith(copy(from)));
      pick.choose(label);
      await gives({ telemetry: to });
    });
});

describe("the prompt for telemetry categories", () => {
  it("offers the nine categories of interface.md §2.6 with the defaults selected", async (context) => {
    const draft = draftWith({ kind: "categories" });
    const { gives, pick } = await openList(asking(context), "telemetry_categories", draft);
    assert.equal(pick.canSelectMany, true);
    context.assert.snapshot([
      pick.rows.map(({ description, label }) => `${label}: ${description ?? ""}`),
      labelsOf(pick.selectedItems),
    ]);
    for (const { detail, label } of pick.rows) assert.ok((detail ?? "").length > 10, label);
    pick.enter();
    const categories = ["control", "connection", "system", "captcha"] as const;
    await gives({ telemetry: { kind: "categories", categories: [...categories] } });
  });

  it("warns that the network category records logins and states its size limits", async (context) => {
    const draft = draftWith({ kind: "categories" });
    const { pick } = await openList(asking(context), "telemetry_categories", draft);
    const detail = (label: string): string => pick.rows.find((row) => row.label === label)?.detail ?? "";
    assert.match(detail("Network"), /POST data is recorded as sent, including logins/);
    assert.match(detail("Network"), /8 KB .*4 KB/);
    assert.match(detail("Screenshots"), /volume|large/i);
  });

  it("rejects an empty selection", async (context) => {
    const exported = { kind: "name", destination: "x" } as const;
    const draft = draftWith({ kind: "categories", categories: ["page"], export: exported });
    const { gives, pick } = await openList(asking(context), "telemetry_categories", draft);
    assert.deepEqual(labelsOf(pick.selectedItems), ["Page"]);
    pick.choose("Page");
    pick.enter();
    assert.equal(pick.shown, true);
    assert.match(pick.prompt ?? "", /Select a category, or go back/);
    pick.choose("Network");
    pick.enter();
    await gives({ telemetry: { kind: "categories", categories: ["network"], export: exported } });
  });
});

describe("the prompt for the telemetry export", () => {
  for (const [label, exported] of [
    ["Nowhere", nowhere],
    ["Destination by ID…", { kind: "id" }],
    ["Destination by Name…", { kind: "name" }],
  ] as const)
    it(`accepts the target ${label}`, async (context) => {
      const draft = draftWith({ kind: "categories", categories: ["page"] });
      const { gives, pick } = await openList(asking(context), "telemetry_export", draft);
      assert.deepEqual(labels(pick), ["Nowhere", "Destination by ID…", "Destination by Name…"]);
      assert.equal(active(pick), "Nowhere");
      pick.choose(label);
      await gives({ telemetry: { kind: "categories", categories: ["page"], export: exported } });
    });

  for (const [title, label, exported] of [
    ["keeps the destination if it is still selected by ID", "Destination by ID…", toFirst],
    ["discards the destination if it is now selected by name", "Destination by Name…", { kind: "name" }],
  ] as const)
    it(title, async (context) => {
      const draft = draftWith({ kind: "default", export: toFirst });
      const { gives, pick } = await openList(asking(context), "telemetry_export", draft);
      assert.equal(active(pick), "Destination by ID…");
      pick.choose(label);
      await gives({ telemetry: { kind: "default", export: exported } });
    });
});

describe("the prompt for a telemetry destination", () => {
  const destinations = [
    { id: "d_1", name: "honeycomb", endpoint: "https://api.honeycomb.io", consecutive_failures: 3 },
    { id: "d_2", name: "datadog", endpoint: "https://otlp.example", consecutive_failures: 0 },
    { id: "d_3" },
  ];
  const byId = draftWith({ kind: "default", export: { kind: "id" } });
  const byName = draftWith({ kind: "default", export: { kind: "name" } });

  it("lists destinations with URL and usage, failing destinations last", async (context) => {
    const wizard = asking(context);
    wizard.offers.list("/telemetry/destinations", destinations);
    const telemetry = { export: { otlp: { destination: { id: "d_2" } } } };
    wizard.offers.list("/auth/connections", [
      { id: "ma_1", domain: "example.com", profile_name: "work", browser: { telemetry } },
    ]);
    const { gives, pick } = await openList(wizard, "telemetry_destination", byId);
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["datadog", "in use by example.com", "https://otlp.example"],
      ["d_3", undefined, undefined],
      ["honeycomb", "exports fail", "https://api.honeycomb.io"],
    ]);
    pick.choose("datadog");
    await gives({ telemetry: { kind: "default", export: { kind: "id", destination: "d_2" } } });
  });

  it("lists and returns only names if destinations are selected by name", async (context) => {
    const wizard = asking(context);
    wizard.offers.list("/telemetry/destinations", destinations);
    wizard.offers.list("/auth/connections", []);
    const { gives, pick } = await openList(wizard, "telemetry_destination", byName);
    assert.deepEqual(labels(pick), ["datadog", "honeycomb"]);
    pick.choose("honeycomb");
    await gives({ telemetry: { kind: "default", export: { kind: "name", destination: "honeycomb" } } });
  });

  for (const [identifier, draft] of [
    ["id", byId],
    ["name", byName],
  ] as const)
    it(`accepts a typed ${identifier} if the list can't be fetched`, async (context) => {
      const wizard = asking(context);
      wizard.offers.reply("/telemetry/destinations", 404);
      const { gives, pick } = await openList(wizard, "telemetry_destination", draft);
      assert.match(pick.prompt ?? "", /not offered by the service/);
      pick.type("typed one");
      assert.deepEqual(labels(pick), ["Use"]);
      pick.enter();
      await gives({ telemetry: { kind: "default", export: { kind: identifier, destination: "typed one" } } });
    });

  it("is prefilled with the current destination", async (context) => {
    const draft = draftWith({ kind: "default", export: toFirst });
    const { goBack, pick } = await openList(asking(context), "telemetry_destination", draft);
    assert.equal(pick.value, "d_1");
    await goBack(pick, "d_1");
  });
});
