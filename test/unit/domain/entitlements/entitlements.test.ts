import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Entitlements } from "../../../../src/api/schemas.ts";
import {
  entitlementFacts,
  healthCheckBounds,
  isEnabled,
} from "../../../../src/domain/entitlements/entitlements.ts";
import type { PlanBound, EntitlementFacts } from "../../../../src/domain/entitlements/entitlements.ts";
import { entitlementsJson } from "../../api/support.ts";

const now = new Date("2026-11-20T12:00:00Z");

const facts = (json: string, at = now): EntitlementFacts =>
  entitlementFacts(Entitlements.parse(JSON.parse(json)), at);
const bounds = (feature: string, json: string): readonly PlanBound[] =>
  facts(json).features.find(({ key }) => key === feature)?.bounds ?? [];

describe("entitlementFacts", () => {
  it("returns all documented features and limits in display order", () => {
    const feature = (key: string, enabled: boolean, ...all: readonly PlanBound[]): object => ({
      key,
      enabled,
      bounds: all,
      known: true,
      reported: true,
    });
    assert.deepEqual(facts(entitlementsJson), {
      plan: {
        id: "FREE",
        effective_id: "START_UP",
        status: "ACTIVE",
        trial: { endsAt: new Date("2026-12-01T00:00:00Z"), daysLeft: 11 },
      },
      features: [
        feature(
          "managed_auth",
          true,
          { key: "max_connections", value: null, unit: "count" },
          { key: "health_check_interval_default_seconds", value: 3600, unit: "seconds" },
          { key: "health_check_interval_min_seconds", value: 1200, unit: "seconds" },
          { key: "health_check_interval_max_seconds", value: 86400, unit: "seconds" },
        ),
        feature("profiles", true),
        feature("credentials", true),
        feature("credential_providers", true),
        feature("managed_proxies", true),
        feature("custom_proxies", false),
        feature("proxy_bypass_hosts", false),
        feature("browser_pools", false),
        feature("browser_replays", true, { key: "retention_days", value: 30, unit: "days" }),
        feature("browser_extensions", true, { key: "max_stored_per_org", value: 10, unit: "count" }),
        feature("file_io", true),
        feature("gpu", false),
      ],
      limits: [
        { key: "max_concurrent_browsers", value: 150, unit: "count" },
        { key: "max_concurrent_invocations", value: 150, unit: "count" },
        { key: "default_max_concurrent_invocations_per_app", value: 20, unit: "count" },
      ],
    });
  });

  for (const [reported, json, value] of [
    ["null", '"max_connections":null', null],
    ["no value", '"enabled":true', undefined],
    ["0", '"max_connections":0', 0],
    ["3", '"max_connections":3', 3],
    ["a number as text", '"max_connections":"3"', "unreadable"],
    ["a negative number", '"max_connections":-1', "unreadable"],
    ["a fraction", '"max_connections":2.5', "unreadable"],
    ["a number beyond 2^53", '"max_connections":9007199254740993', "unreadable"],
    ["infinity", '"max_connections":1e999', "unreadable"],
    ["a boolean", '"max_connections":true', "unreadable"],
    ["an object", '"max_connections":{}', "unreadable"],
  ] as const)
    it(`reads a limit of ${reported} as ${value}`, () => {
      const [max] = bounds("managed_auth", `{"features":{"managed_auth":{${json}}},"limits":{},"plan":{}}`);
      assert.deepEqual(max, { key: "max_connections", value, unit: "count" });
    });

  it("reads a limit as unlimited only if the service reports null", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const [max] = bounds(
          "managed_auth",
          JSON.stringify({ features: { managed_auth: { max_connections: value } } }),
        );
        assert.equal(max?.value === null, value === null);
      }),
    );
  });

  it("lists undocumented features and limits after the documented ones", () => {
    const { features, limits } = facts(
      `{"features":{"vaults":{"enabled":true,"max_vaults":5,"note":"x","shared":true,"rate":2.5,"empty":"","parts":[]},"search":{"enabled":false},"constructor":{"enabled":true}},
        "limits":{"max_vaults":null,"max_rooms":null,"toString":7},"plan":{}}`,
    );
    assert.equal(features.length, 15);
    assert.deepEqual(features.slice(12), [
      {
        key: "vaults",
        known: false,
        enabled: true,
        reported: true,
        bounds: [
          { key: "max_vaults", value: 5, unit: undefined },
          { key: "note", value: { raw: "x" }, unit: undefined },
          { key: "shared", value: { raw: true }, unit: undefined },
          { key: "rate", value: { raw: 2.5 }, unit: undefined },
          { key: "empty", value: undefined, unit: undefined },
          { key: "parts", value: "unreadable", unit: undefined },
        ],
      },
      { key: "search", known: false, enabled: false, reported: true, bounds: [] },
      { key: "constructor", known: false, enabled: true, reported: true, bounds: [] },
    ]);
    assert.deepEqual(limits, [
      { key: "max_concurrent_browsers", value: undefined, unit: "count" },
      { key: "max_concurrent_invocations", value: undefined, unit: "count" },
      { key: "default_max_concurrent_invocations_per_app", value: undefined, unit: "count" },
      { key: "max_vaults", value: null, unit: "count" },
      { key: "max_rooms", value: null, unit: undefined },
      { key: "toString", value: 7, unit: undefined },
    ]);
  });

  it("distinguishes a missing, a disabled and an unreadable feature", () => {
    const { features } = facts(
      '{"features":{"profiles":{"enabled":false},"credentials":{"enabled":"yes"},"gpu":{},"file_io":7}}',
    );
    for (const [key, reported, enabled] of [
      ["managed_auth", false, undefined],
      ["profiles", true, false],
      ["credentials", true, undefined],
      ["file_io", true, undefined],
      ["gpu", true, undefined],
    ] as const) {
      const feature = features.find((one) => one.key === key);
      assert.deepEqual([feature?.reported, feature?.enabled], [reported, enabled], key);
    }
  });

  it("reads keys such as __proto__ without polluting prototypes", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const { features } = facts(
      `{"features":{"__proto__":{"enabled":true,"polluted":1},"hasOwnProperty":{"enabled":true,"__proto__":{"x":1}},
        "managed_auth":{"__proto__":{"enabled":true,"max_connections":null}}},"limits":{"__proto__":{"a":1}},"plan":{"__proto__":{"id":"X"}}}`,
    );
    const managed = features.find(({ key }) => key === "managed_auth");
    assert.equal(managed?.enabled, undefined);
    assert.equal(managed?.bounds[0]?.value, undefined);
    assert.ok(features.some(({ enabled, key }) => key === "hasOwnProperty" && enabled === true));
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
    assert.equal("polluted" in {}, false);
  });

  it("returns all documented features and limits even for arbitrary JSON values", () => {
    const body = fc.record({
      features: fc.dictionary(fc.string(), fc.jsonValue()),
      limits: fc.jsonValue(),
      plan: fc.jsonValue(),
    });
    fc.assert(
      fc.property(body, (value) => {
        const { features, limits } = facts(JSON.stringify(value));
        assert.ok(features.length >= 12);
        assert.ok(limits.length >= 3);
      }),
    );
  });
});

describe("the plan in the entitlements", () => {
  const plan = (json: string, at = now): EntitlementFacts["plan"] =>
    facts(`{"features":{},"limits":{},"plan":${json}}`, at).plan;

  it("includes the effective plan only if it differs from the plan", () => {
    assert.equal(plan('{"id":"FREE","effective_id":"FREE"}').effective_id, undefined);
    assert.equal(plan('{"id":"FREE","effective_id":"ENTERPRISE"}').effective_id, "ENTERPRISE");
  });

  it("keeps an unknown ID or status and treats null as missing", () => {
    const unreported = { id: undefined, status: undefined, effective_id: undefined, trial: undefined };
    const galactic = plan('{"id":"GALACTIC","status":"ON_HOLD","effective_id":null}');
    assert.deepEqual(galactic, { ...unreported, id: "GALACTIC", status: "ON_HOLD" });
    assert.deepEqual(plan('{"id":null,"status":null,"is_trialing":null}'), unreported);
  });

  it("includes a trial only while is_trialing is true", () => {
    assert.equal(plan('{"is_trialing":false,"trial_ends_at":"2026-11-30T12:00:00Z"}').trial, undefined);
    assert.equal(plan('{"trial_ends_at":"2026-11-30T12:00:00Z"}').trial, undefined);
    assert.equal(plan('{"is_trialing":"true","trial_ends_at":"2026-11-30T12:00:00Z"}').trial, undefined);
    for (const ends of ["null", '"soon"']) {
      const { trial } = plan(`{"is_trialing":true,"trial_ends_at":${ends}}`);
      assert.deepEqual(trial, { endsAt: undefined, daysLeft: undefined });
    }
  });

  // Local times without a zone, because days are counted by the reader's calendar.
  for (const [date, days] of [
    ["2026-11-20T23:59:59", 10],
    ["2026-11-28T23:59:59", 2],
    ["2026-11-29T00:00:00", 1],
    ["2026-11-29T23:59:59", 1],
    ["2026-11-30T00:00:00", 0],
    ["2026-11-30T11:59:59.999", 0],
    ["2026-11-30T12:00:00", "ended"],
    ["2026-11-30T18:00:00", "ended"],
    ["2026-12-10T12:00:00", "ended"],
  ] as const)
    it(`has the value ${days} for the remaining trial days on ${date}`, () => {
      const trialEnd = new Date("2026-11-30T12:00:00").toISOString();
      const { trial } = plan(`{"is_trialing":true,"trial_ends_at":"${trialEnd}"}`, new Date(date));
      assert.equal(trial?.daysLeft, days);
    });
});

describe("isEnabled", () => {
  const read = Entitlements.parse(
    JSON.parse('{"features":{"gpu":{"enabled":true},"profiles":{"enabled":false},"file_io":{"enabled":1}}}'),
  );
  for (const [feature, enabled] of [
    ["gpu", true],
    ["profiles", false],
    ["file_io", undefined],
    ["managed_auth", undefined],
  ] as const)
    it(`returns ${enabled} for ${feature}`, () => assert.equal(isEnabled(read, feature), enabled));
  it("returns undefined without entitlements", () => assert.equal(isEnabled(undefined, "gpu"), undefined));
});

describe("the bounds of a feature", () => {
  const read = (bounds: string, feature = "managed_auth"): unknown => {
    return entitlementFacts(Entitlements.parse(JSON.parse(`{"features":{"${feature}":${bounds}}}`)), now)
      .features.map(healthCheckBounds)
      .find((checks) => checks !== undefined);
  };
  const bounds = (minimum: unknown, usual: unknown, maximum: unknown): string =>
    JSON.stringify({
      health_check_interval_min_seconds: minimum,
      health_check_interval_default_seconds: usual,
      health_check_interval_max_seconds: maximum,
    });

  it("include a health check range if minimum, default and maximum are ascending numbers", () => {
    assert.deepEqual(read(bounds(1, 2, 3)), { minimum: 1, usual: 2, maximum: 3 });
    assert.deepEqual(read(bounds(2, 2, 2)), { minimum: 2, usual: 2, maximum: 2 });
  });

  for (const [minimum, usual, maximum] of [
    [0, 2, 3],
    [3, 2, 4],
    [1, 3, 2],
    [null, 2, 3],
    [1, null, 3],
    [1, 2, null],
    [1, 2, undefined],
    ["1", 2, 3],
  ])
    it(`include no health check range for the values ${minimum}, ${usual} and ${maximum}`, () =>
      assert.equal(read(bounds(minimum, usual, maximum)), undefined));

  it("include a unit for documented bounds but not for undocumented bounds", () => {
    const text = '{"features":{"browser_replays":{"retention_days":14,"frames":2}}}';
    const { features } = entitlementFacts(Entitlements.parse(JSON.parse(text)), now);
    const replays = features.find(({ key }) => key === "browser_replays");
    const units = replays?.bounds.map(({ key, unit }) => `${key} in ${unit ?? "nothing known"}`);
    assert.deepEqual(units, ["retention_days in days", "frames in nothing known"]);
  });

  it("include a health check range only for managed auth", () =>
    assert.equal(read(bounds(1, 2, 3), "gpu"), undefined));
});
