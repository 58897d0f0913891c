import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OrgLimits } from "../../../../src/api/resourceSchemas.ts";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts } from "../../../../src/domain/entitlements/entitlements.ts";
import { entitlementsCard } from "../../../../src/editor/entitlements/entitlementsCard.ts";
import { rowValues } from "../../../../src/editor/entitlements/entitlementsRow.ts";
import type { RowValues } from "../../../../src/editor/catalogue/readModel.ts";
import type { ResultCard } from "../../../../src/editor/results/buttons.ts";
import { assertComplete, block, service } from "../../../support/cards.ts";

const value = Entitlements.parse({
  features: {
    managed_auth: { enabled: true, max_connections: 10 },
    browser_replays: { enabled: true, retention_days: 14 },
    browser_extensions: { enabled: true },
    credentials: { enabled: false },
    gpu: {},
  },
  limits: { max_concurrent_browsers: 5 },
  plan: { id: "FREE", status: "ACTIVE" },
});

function report(
  options: { readonly usage?: unknown; readonly changes?: RowValues; readonly explained?: string } = {},
): ResultCard {
  const { account, at, baseUrl } = service;
  const reading = {
    account,
    baseUrl,
    value,
    raw: {},
    readAt: at,
    ...(options.usage !== undefined && { usage: OrgLimits.parse(options.usage) }),
    ...(options.changes !== undefined && { changes: options.changes }),
  };
  const card = entitlementsCard(service, reading, undefined, options.explained);
  assertComplete(card);
  return card;
}

describe("the limits for vaults and stored extensions", () => {
  const some = Entitlements.parse({ features: { browser_extensions: {} }, limits: {}, plan: {} });

  for (const maximum of [4, null])
    it(`fall back to the organization's limit of ${maximum}`, () => {
      const usage = OrgLimits.parse({
        ...{ max_vaults: maximum, vaults_used: 1 },
        ...{ max_stored_extensions: maximum, stored_extensions_used: 2 },
      });
      const { features, limits } = entitlementFacts(some, service.at, usage);
      const vaults = limits.find(({ key }) => key === "max_vaults");
      assert.deepEqual(vaults, { key: "max_vaults", value: maximum, unit: "count", used: 1 });
      const [stored] = features.find(({ key }) => key === "browser_extensions")?.bounds ?? [];
      assert.deepEqual(stored, { key: "max_stored_per_org", value: maximum, unit: "count", used: 2 });
    });

  it("are read from the entitlements rather than from the organization's limits", () => {
    const both = Entitlements.parse({ ...some, features: { browser_extensions: { max_stored_per_org: 9 } } });
    const { features } = entitlementFacts(both, service.at, OrgLimits.parse({ max_stored_extensions: 4 }));
    assert.equal(features.find(({ key }) => key === "browser_extensions")?.bounds[0]?.value, 9);
  });
});

const inUse = (usage: unknown): readonly (readonly [string, string, string | undefined])[] =>
  report({ usage })
    .blocks.flatMap((one) => (one.kind === "rows" ? one.rows : []))
    .map(({ label, value }) => [label, value.text, value.tone]);

describe("the usage in entitlementsCard", () => {
  it("is listed separately from limits without a reported usage", () => {
    const card = report({ usage: { auth_connections_used: 3, concurrent_sessions_used: 1 } });
    const rowsIn = (title: string): readonly (readonly [string, string])[] =>
      block(card, "rows", title).rows.map(({ label, value }) => [label, value.text]);
    assert.deepEqual(rowsIn("Usage"), [
      ["Connections", "3 of 10"],
      ["Concurrent browsers", "1 of 5"],
    ]);
    assert.deepEqual(rowsIn("Limits").slice(0, 3), [
      ["Health check interval", "Not reported"],
      ["Shortest health check interval", "Not reported"],
      ["Longest health check interval", "Not reported"],
    ]);
  });

  it("includes stored extensions and vaults", () => {
    const shown = inUse({
      ...{ max_stored_extensions: 20, stored_extensions_used: 3 },
      ...{ max_vaults: null, vaults_used: 2 },
    });
    const texts = new Map(shown.map(([label, text]) => [label, text]));
    assert.deepEqual([texts.get("Browser extensions"), texts.get("Vaults")], ["3 of 20", "2, no limit"]);
  });

  for (const [used, text, tone] of [
    [0, "0 of 10", undefined],
    [8, "8 of 10", undefined],
    [9, "9 of 10, 1 left", "warning"],
    [10, "10 of 10, none left", "warning"],
    [12_000, "12,000 of 10, none left", "warning"],
  ] as const)
    it(`reads "${text}"`, () =>
      assert.deepEqual(inUse({ auth_connections_used: used })[0], ["Connections", text, tone]));

  for (const [used, share] of [
    [0, 0],
    [4, 0.4],
    [10, 1],
    [12_000, 1],
  ] as const)
    it(`is drawn as a bar for ${used} of 10`, () => {
      const card = report({ usage: { auth_connections_used: used } });
      assert.equal(block(card, "rows", "Usage").rows[0]?.share, share);
    });

  for (const [condition, usage] of [
    ["no usage was fetched", undefined],
    ["the service reports no usage", {}],
    ["the value is null", { auth_connections_used: null }],
    ["the value is negative", { auth_connections_used: -1 }],
    ["the value is text", { auth_connections_used: "3" }],
  ] as const)
    it(`isn't shown if ${condition}`, () =>
      assert.deepEqual(inUse(usage)[0], ["Connections", "Up to 10", undefined]));
});

describe("entitlementsCard after a refusal", () => {
  for (const [feature, sentence] of [
    ["credentials", "Credentials: not included. The service stores credentials for logins."],
    ["managed_auth", "Managed Auth: included. Keeps browser profiles logged in. Connections: up to 10."],
    ["gpu", "GPU: unknown. Browsers run with a graphics processor."],
    ["custom_proxies", "Custom proxies: not reported. Browsers use your own proxies."],
  ] as const)
    it(`starts with an explanation of the refused feature ${feature}`, () => {
      const { summary } = report({ explained: feature });
      assert.ok(summary[0]?.startsWith(sentence), summary[0]);
      assert.equal(summary.length, 1);
    });
  it("shows no explanation if the refused feature is unknown", () => {
    assert.equal(report({ explained: "teleport" }).summary.length, 0);
    assert.equal(report().summary.length, 0);
  });
});

describe("entitlementsCard after a plan change", () => {
  /** Returns the previous values of rows. `words` maps "ID=current text" to the previous text. */
  const before = (words: Readonly<Record<string, string>>): RowValues =>
    new Map(
      [...rowValues(entitlementFacts(value, service.at))].flatMap(([id, text]) => {
        const previous = words[`${id}=${text}`];
        return previous === undefined ? [] : [[id, previous] as const];
      }),
    );
  const ids = [...rowValues(entitlementFacts(value, service.at))].map(([id, text]) => `${id}=${text}`);
  const idOf = (text: string, part: string): string =>
    ids.find((one) => one.endsWith(`=${text}`) && one.includes(part)) ?? assert.fail(ids.join("\n"));

  it("shows the previous plan, limits and availability of a feature", () => {
    const card = report({
      changes: before({
        [idOf("Free", "plan")]: "Hobbyist",
        [idOf("not included", "credentials")]: "included",
        [idOf("up to 10", "max_connections")]: "up to 7",
        [idOf("kept for 14 days", "retention_days")]: "kept for 7 days",
        [idOf("up to 5", "max_concurrent_browsers")]: "up to 50",
      }),
    });
    const changed = (title: string): readonly (readonly [string, string])[] =>
      block(card, "rows", title).rows.flatMap((row) =>
        row.changed === undefined ? [] : [[row.label, row.changed] as const],
      );
    assert.deepEqual(card.summary, ["Plan: was Hobbyist."]);
    assert.deepEqual(changed("Limits"), [
      ["Connections", "was up to 7"],
      ["Concurrent browsers", "was up to 50"],
      ["Browser replays", "was kept for 7 days"],
    ]);
    const { cells } = block(card, "grid", "Features");
    assert.equal(cells.find(({ label }) => label === "Credentials")?.state, "Not included (was included)");
  });

  it("shows no changes if no earlier entitlements are stored", () => {
    assert.doesNotMatch(JSON.stringify(report().blocks), /"changed"|\(was /);
    assert.doesNotMatch(JSON.stringify(report({ changes: new Map() }).blocks), /"changed"|\(was /);
  });
});
