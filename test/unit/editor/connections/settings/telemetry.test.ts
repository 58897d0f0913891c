import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { Draft } from "../../../../../src/domain/draft/draft.ts";
import type { TelemetryAnswer } from "../../../../../src/domain/draft/telemetry.ts";
import { effective } from "../../../../../src/editor/connections/settings/settings.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { asking, full } from "../../../../support/asking.ts";

beforeEach(reset);

const having = (telemetry: TelemetryAnswer): Draft => ({ ...full, telemetry });
const nowhere = { kind: "none" } as const;
const labels = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);

describe("what the review says of telemetry", () => {
  for (const [answer, text] of [
    [{ kind: "off" }, "Off"],
    [{ kind: "default", export: nowhere }, "Default set"],
    [{ kind: "default", export: { kind: "id", destination: "d_1" } }, "Default set; exported to d_1"],
    [
      {
        kind: "categories",
        categories: ["control", "screenshot"],
        export: { kind: "name", destination: "honeycomb" },
      },
      "Control, Screenshots; exported to honeycomb",
    ],
    [{ kind: "categories", categories: ["page"], export: nowhere }, "Page"],
  ] as const) {
    it(`is "${text}"`, () => {
      const draft = having(JSON.parse(JSON.stringify(answer)) as TelemetryAnswer);
      assert.deepEqual(effective("telemetry", draft, undefined), { text, source: "chosen" });
    });
  }
  it("is that nothing was set, which differs from off", () => {
    assert.deepEqual(effective("telemetry", full, undefined), {
      text: "Not set: the service decides",
      source: "default",
    });
  });
});

describe("the question what to record", () => {
  for (const [label, answer] of [
    ["Off", { kind: "off" }],
    ["Default set", { kind: "default" }],
    ["Categories…", { kind: "categories" }],
  ] as const) {
    it(`takes ${label}`, async (context) => {
      const asked = asking(context).ask("telemetry", full);
      const pick = await screen.next(QuickPick);
      assert.deepEqual(labels(pick), ["Off", "Default set", "Categories…"]);
      pick.choose(label);
      assert.deepEqual(await asked, { kind: "answered", draft: having(answer) });
    });
  }

  const exported = { kind: "id", destination: "d_1" } as const;
  for (const [from, label, to] of [
    [{ kind: "default", export: exported }, "Off", { kind: "off" }],
    [{ kind: "off" }, "Default set", { kind: "default" }],
    [{ kind: "default", export: exported }, "Default set", { kind: "default", export: exported }],
    [{ kind: "default", export: exported }, "Categories…", { kind: "categories", export: exported }],
    [
      { kind: "categories", categories: ["page"], export: exported },
      "Default set",
      { kind: "default", export: exported },
    ],
    [{ kind: "categories", categories: ["page"], export: exported }, "Off", { kind: "off" }],
  ] as const) {
    it(`keeps the export, and nothing that is forbidden, from ${from.kind} to ${to.kind}`, async (context) => {
      const asked = asking(context).ask(
        "telemetry",
        having(JSON.parse(JSON.stringify(from)) as TelemetryAnswer),
      );
      const pick = await screen.next(QuickPick);
      pick.choose(label);
      assert.deepEqual(await asked, { kind: "answered", draft: having(to) });
    });
  }
});

describe("the question which categories", () => {
  it("offers the nine of §2.6 with their meaning, and begins with the default set", async (context) => {
    const asked = asking(context).ask("telemetry_categories", having({ kind: "categories" }));
    const pick = await screen.next(QuickPick);
    assert.equal(pick.canSelectMany, true);
    assert.deepEqual(
      pick.rows.map(({ description, label }) => `${label}: ${description ?? ""}`),
      [
        "Control: on by default",
        "Connection: on by default",
        "System: on by default",
        "CAPTCHA: on by default",
        "Console: CDP, off by default",
        "Network: CDP, off by default",
        "Page: CDP, off by default",
        "Interaction: CDP, off by default",
        "Screenshots: off by default",
      ],
    );
    assert.deepEqual(
      pick.selectedItems.map(({ label }) => label),
      ["Control", "Connection", "System", "CAPTCHA"],
    );
    for (const { detail, label } of pick.rows) assert.ok((detail ?? "").length > 10, label);
    pick.enter();
    assert.deepEqual(await asked, {
      kind: "answered",
      draft: having({ kind: "categories", categories: ["control", "connection", "system", "captcha"] }),
    });
  });

  it("warns that network records what login forms send, and where it cuts (§8)", async (context) => {
    const asked = asking(context).ask("telemetry_categories", having({ kind: "categories" }));
    const pick = await screen.next(QuickPick);
    const detail = (label: string): string => pick.rows.find((row) => row.label === label)?.detail ?? "";
    assert.match(detail("Network"), /POST data is recorded as sent, including logins/);
    assert.match(detail("Network"), /8 KB .*4 KB/);
    assert.match(detail("Screenshots"), /volume|large/i);
    pick.escape();
    await asked;
  });

  it("takes no empty choice: off is said by Off", async (context) => {
    const kept = having({
      kind: "categories",
      categories: ["page"],
      export: { kind: "name", destination: "x" },
    });
    const asked = asking(context).ask("telemetry_categories", kept);
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.selectedItems.map(({ label }) => label),
      ["Page"],
    );
    pick.choose("Page");
    pick.enter();
    assert.equal(pick.shown, true);
    assert.match(pick.prompt ?? "", /Select a category, or go back/);
    pick.choose("Network");
    pick.enter();
    assert.deepEqual(await asked, {
      kind: "answered",
      draft: having({
        kind: "categories",
        categories: ["network"],
        export: { kind: "name", destination: "x" },
      }),
    });
  });
});

describe("the question where to export", () => {
  for (const [label, exported] of [
    ["Nowhere", nowhere],
    ["Destination by ID…", { kind: "id" }],
    ["Destination by Name…", { kind: "name" }],
  ] as const) {
    it(`takes ${label}`, async (context) => {
      const asked = asking(context).ask(
        "telemetry_export",
        having({ kind: "categories", categories: ["page"] }),
      );
      const pick = await screen.next(QuickPick);
      assert.deepEqual(labels(pick), ["Nowhere", "Destination by ID…", "Destination by Name…"]);
      assert.equal(pick.activeItems[0]?.label, "Nowhere");
      pick.choose(label);
      assert.deepEqual(await asked, {
        kind: "answered",
        draft: having({ kind: "categories", categories: ["page"], export: exported }),
      });
    });
  }

  it("keeps the destination where the way to it stays, and forgets it otherwise", async (context) => {
    const { ask } = asking(context);
    const byId = having({ kind: "default", export: { kind: "id", destination: "d_1" } });
    const same = ask("telemetry_export", byId);
    const pick = await screen.next(QuickPick);
    assert.equal(pick.activeItems[0]?.label, "Destination by ID…");
    pick.enter();
    assert.deepEqual(await same, { kind: "answered", draft: byId });
    const other = ask("telemetry_export", byId);
    (await screen.next(QuickPick)).choose("Destination by Name…");
    assert.deepEqual(await other, {
      kind: "answered",
      draft: having({ kind: "default", export: { kind: "name" } }),
    });
  });
});

describe("the question to which destination", () => {
  const destinations = [
    { id: "d_1", name: "honeycomb", endpoint: "https://api.honeycomb.io", consecutive_failures: 3 },
    { id: "d_2", name: "datadog", endpoint: "https://otlp.example", consecutive_failures: 0 },
    { id: "d_3" },
  ];
  const byId = having({ kind: "default", export: { kind: "id" } });
  const byName = having({ kind: "default", export: { kind: "name" } });

  it("lists them with their address, their health and what selects them", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/telemetry/destinations", destinations);
    offers.list("/auth/connections", [
      {
        id: "ma_1",
        domain: "example.com",
        profile_name: "work",
        browser: { telemetry: { export: { otlp: { destination: { id: "d_2" } } } } },
      },
    ]);
    const asked = ask("telemetry_destination", byId);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      pick.rows.map(({ description, detail, label }) => [label, description, detail]),
      [
        ["datadog", "in use by example.com", "https://otlp.example"],
        ["d_3", undefined, undefined],
        ["honeycomb", "exports fail", "https://api.honeycomb.io"],
      ],
    );
    pick.choose("datadog");
    assert.deepEqual(await asked, {
      kind: "answered",
      draft: having({ kind: "default", export: { kind: "id", destination: "d_2" } }),
    });
  });

  it("takes the name where that was asked for, and leaves out what has none", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/telemetry/destinations", destinations);
    offers.list("/auth/connections", []);
    const asked = ask("telemetry_destination", byName);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(labels(pick), ["datadog", "honeycomb"]);
    pick.choose("honeycomb");
    assert.deepEqual(await asked, {
      kind: "answered",
      draft: having({ kind: "default", export: { kind: "name", destination: "honeycomb" } }),
    });
  });

  for (const [by, draft, row] of [
    ["id", byId, "Use"],
    ["name", byName, "Use"],
  ] as const) {
    it(`takes a typed ${by} where the service lists none, and says why it does not`, async (context) => {
      const { ask, offers } = asking(context);
      offers.reply("/telemetry/destinations", 404);
      const asked = ask("telemetry_destination", draft);
      const pick = await screen.next(QuickPick);
      await quiet();
      assert.match(pick.prompt ?? "", /not offered by the service/);
      pick.type("typed one");
      assert.deepEqual(labels(pick), [row]);
      pick.enter();
      assert.deepEqual(await asked, {
        kind: "answered",
        draft: having({ kind: "default", export: { kind: by, destination: "typed one" } }),
      });
    });
  }

  it("begins with the one that was chosen", async (context) => {
    const { ask } = asking(context);
    const asked = ask(
      "telemetry_destination",
      having({ kind: "default", export: { kind: "id", destination: "d_9" } }),
    );
    const pick = await screen.next(QuickPick);
    assert.equal(pick.value, "d_9");
    pick.press("Back");
    assert.deepEqual(await asked, { kind: "back", typed: "d_9" });
  });
});
