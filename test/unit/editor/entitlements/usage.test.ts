import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OrgLimits } from "../../../../src/api/neighbours.ts";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts } from "../../../../src/domain/entitlements.ts";
import { entitlementsCard } from "../../../../src/editor/entitlements/card.ts";
import { rowValues } from "../../../../src/editor/entitlements/rowChanges.ts";
import type { RowValues } from "../../../../src/editor/catalogue/rowValues.ts";
import type { Bar } from "../../../../src/card/card.ts";
import type { ResultCard } from "../../../../src/editor/results/effect.ts";
import { assertWhole, block, service } from "../../../support/cards.ts";

const value = Entitlements.parse({
  features: {
    managed_auth: { enabled: true, max_connections: 10 },
    browser_replays: { enabled: true, retention_days: 14 },
    credentials: { enabled: false },
    gpu: {},
  },
  limits: { max_concurrent_browsers: 5 },
  plan: { id: "FREE", status: "ACTIVE" },
});

function report(
  over: { readonly usage?: unknown; readonly changes?: RowValues; readonly explained?: string } = {},
): ResultCard {
  const { account, at, baseUrl } = service;
  const reading = {
    account,
    baseUrl,
    value,
    raw: {},
    readAt: at,
    ...(over.usage !== undefined && { usage: OrgLimits.parse(over.usage) }),
    ...(over.changes !== undefined && { changes: over.changes }),
  };
  const card = entitlementsCard(service, reading, undefined, over.explained);
  assertWhole(card);
  return card;
}

const bars = (usage: unknown): readonly Bar[] =>
  report({ usage }).blocks.flatMap((one) => (one.kind === "bars" ? one.bars : []));

describe("the report of what is used", () => {
  it("draws used of allowed, in a bar that says the same", () => {
    assert.deepEqual(
      bars({
        auth_connections_used: 3,
        max_auth_connections: 10,
        concurrent_sessions_used: 1,
        max_concurrent_sessions: 5,
      }),
      [
        { label: "Auth connections", text: "3 of 10 used", used: 3, allowed: 10 },
        { label: "Concurrent sessions", text: "1 of 5 used", used: 1, allowed: 5 },
      ],
    );
  });

  for (const [used, allowed, text] of [
    [9, 10, "9 of 10 used"],
    [10, 10, "10 of 10 used: none left"],
    [12, 10, "12 of 10 used: none left"],
    [0, 0, "0 of 0 used: none left"],
    [0, 10, "0 of 10 used"],
    [12_000, 15_000, "12,000 of 15,000 used"],
  ] as const) {
    it(`says "${text}"`, () => {
      assert.deepEqual(
        bars({ auth_connections_used: used, max_auth_connections: allowed }).map((bar) => bar.text),
        [text],
      );
    });
  }

  for (const [what, usage] of [
    ["nothing was read", undefined],
    ["the service tells nothing", {}],
    ["nothing bounds it", { auth_connections_used: 3, max_auth_connections: null }],
    ["the bound is not told", { auth_connections_used: 3 }],
    ["the use is not told", { max_auth_connections: 10, concurrent_sessions_used: null }],
    ["a number is negative", { auth_connections_used: -1, max_auth_connections: 10 }],
    ["a number is text", { auth_connections_used: "3", max_auth_connections: 10 }],
  ] as const) {
    it(`has no bar where ${what}`, () => assert.deepEqual(bars(usage), []));
  }

  it("says the same beside the bound of the feature", () => {
    const notes = (usage: unknown): readonly string[] =>
      block(report({ usage }), "tiles", "Features").tiles[0]?.notes ?? [];
    assert.ok(notes({ auth_connections_used: 3 }).includes("Connections at most: 3 of 10 used"));
    assert.ok(notes(undefined).includes("Connections at most: 10"));
  });
});

describe("the report after a refusal", () => {
  for (const [feature, sentence] of [
    ["credentials", "Credentials: Not in your plan. The service stores credentials and logs in with them."],
    [
      "managed_auth",
      "Managed auth: Enabled. Keeps browser profiles logged in, with health checks and re-authentication. Connections at most: 10.",
    ],
    ["gpu", "GPU: Unknown. Browsers run with a graphics processor."],
    ["custom_proxies", "Custom proxies: Not reported. Browsers use proxies of your own."],
  ] as const) {
    it(`begins with what ${feature} has to do with it`, () => {
      const { summary } = report({ explained: feature });
      assert.ok(summary[0]?.startsWith(sentence), summary[0]);
      assert.equal(summary.length, 2);
    });
  }
  it("begins as ever where nothing is to be explained", () => {
    assert.equal(report({ explained: "teleport" }).summary.length, 1);
    assert.equal(report().summary.length, 1);
  });
});

describe("the report of what changed", () => {
  /** What the rows say now, with some of it otherwise before. */
  const before = (words: Readonly<Record<string, string>>): RowValues =>
    new Map(
      [...rowValues(entitlementFacts(value, service.at))].flatMap(([id, text]) => {
        const was = words[`${id}=${text}`];
        return was === undefined ? [] : [[id, was] as const];
      }),
    );
  const ids = [...rowValues(entitlementFacts(value, service.at))].map(([id, text]) => `${id}=${text}`);
  const idOf = (text: string, part: string): string =>
    ids.find((one) => one.endsWith(`=${text}`) && one.includes(part)) ?? assert.fail(ids.join("\n"));

  it("marks plan, feature, bound and limit with what they said", () => {
    const card = report({
      changes: before({
        [idOf("FREE", "plan")]: "STARTUP",
        [idOf("Not in your plan", "credentials")]: "Enabled",
        [idOf("10", "max_connections")]: "7",
        [idOf("5", "max_concurrent_browsers")]: "50",
      }),
    });
    assert.deepEqual(
      block(card, "rows", "Plan").rows.map(({ changed, label }) => [label, changed]),
      [
        ["Plan", "was STARTUP"],
        ["Status", undefined],
      ],
    );
    const { tiles } = block(card, "tiles", "Features");
    assert.equal(tiles.find(({ label }) => label === "Credentials")?.changed, "was Enabled");
    const [first] = tiles;
    assert.ok(first?.notes.includes("Connections at most: 10 (was 7)"), first?.notes.join());
    assert.equal(first?.changed, undefined);
    assert.deepEqual(
      block(card, "rows", "Limits").rows.flatMap(({ changed, label }) =>
        changed === undefined ? [] : [[label, changed]],
      ),
      [["Concurrent browsers", "was 50"]],
    );
  });

  it("marks nothing where nothing is known of before", () => {
    assert.doesNotMatch(JSON.stringify(report().blocks), /"changed"|\(was /);
    assert.doesNotMatch(JSON.stringify(report({ changes: new Map() }).blocks), /"changed"|\(was /);
  });
});
