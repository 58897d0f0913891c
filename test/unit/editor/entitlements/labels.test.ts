import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  PlanBound,
  LimitValue,
  PlanFacts,
  RawValue,
  TrialFacts,
  LimitUnit,
} from "../../../../src/domain/entitlements/entitlements.ts";
import {
  boundLabel,
  boundShortLabel,
  boundText,
  healthCheckRangeFull,
  healthCheckRange,
} from "../../../../src/editor/entitlements/bounds.ts";
import {
  featureLabel,
  featureDescription,
  featureStateLabel,
  planIdentifiers,
  planRowLabel,
  planLine,
  planRowText,
} from "../../../../src/editor/entitlements/labels.ts";

const assertDistinct = (words: readonly (string | undefined)[]): void =>
  assert.equal(new Set(words).size, words.length, words.join());

const features = [
  ...["managed_auth", "profiles", "credentials", "credential_providers", "managed_proxies", "custom_proxies"],
  ...["proxy_bypass_hosts", "browser_pools", "browser_replays", "browser_extensions", "file_io", "gpu"],
];
const bounds = [
  ...["max_connections", "health_check_interval_default_seconds", "health_check_interval_min_seconds"],
  ...["health_check_interval_max_seconds", "retention_days", "max_stored_per_org", "max_concurrent_browsers"],
  ...["max_concurrent_invocations", "default_max_concurrent_invocations_per_app"],
];

describe("the text of an entitlement limit", () => {
  for (const [limit, value, unit, words] of [
    ["null in a known unit", null, "count", "no limit"],
    ["null in an unknown unit", null, undefined, "not reported"],
    ["a missing count", undefined, "count", "not reported"],
    ["a missing interval", undefined, "seconds", "not reported"],
    ["an unreadable value", "unreadable", "days", "unreadable"],
    ["true", { raw: true }, undefined, "yes"],
    ["false", { raw: false }, undefined, "no"],
    ["a text with an icon", { raw: "pro $(x)" }, undefined, "pro $⟨U+0028⟩x)"],
    ["a fraction", { raw: 2.5 }, undefined, "2.5"],
    ["a count of zero", 0, "count", "none"],
    ["zero in an unknown unit", 0, undefined, "0"],
    ["zero days", 0, "days", "0 days"],
    ["a count of one", 1, "count", "up to 1"],
    ["a count over a thousand", 1500, "count", "up to 1,500"],
    ["several days", 14, "days", "14 days"],
    ["many seconds", 1200, "seconds", "20 minutes"],
    ["a number in an unknown unit", 7, undefined, "7"],
  ] as const satisfies readonly (readonly [string, LimitValue | RawValue, LimitUnit | undefined, string])[])
    it(`is "${words}" for ${limit}`, () => assert.equal(boundText({ key: "some", value, unit }), words));

  it("describes a retention period in days", () => {
    const retention: PlanBound = { key: "retention_days", value: 1, unit: "days" };
    assert.equal(boundText(retention), "kept for 1 day");
    assert.equal(boundText({ ...retention, value: null }), "no limit");
  });

  it("includes a distinct label, even for an unknown key", () => {
    assertDistinct(bounds.map((key) => boundLabel({ key })));
    assertDistinct(bounds.map((key) => boundShortLabel({ key, value: 1, unit: undefined })));
    assert.equal(boundLabel({ key: "max_robots" }), "Max robots");
  });

  it("describes the allowed intervals of health checks", () => {
    const checks = { minimum: 21_600, usual: 21_600, maximum: 86_400 };
    assert.equal(healthCheckRange(checks), "6 hr – 1 day");
    assert.equal(healthCheckRangeFull(checks), "every 6 hours to 1 day (6 hours by default)");
    const fixed = { minimum: 3600, usual: 3600, maximum: 3600 };
    assert.deepEqual([healthCheckRange(fixed), healthCheckRangeFull(fixed)], ["every 1 hr", "every 1 hour"]);
  });
});

describe("the text of an entitlement feature", () => {
  it("distinguishes included, not included, unknown and unreported features", () => {
    const state = (enabled: boolean | undefined, reported = true): string =>
      featureStateLabel({ key: "gpu", known: true, enabled, bounds: [], reported });
    assert.equal(state(true), "included");
    assert.equal(state(false), "not included");
    assert.equal(state(undefined), "unknown");
    assert.equal(state(undefined, false), "not reported");
  });

  it("has a distinct name and description for all twelve features", () => {
    assertDistinct(features.map(featureLabel));
    assertDistinct(features.map(featureDescription));
    assert.deepEqual(["file_io", "gpu", "vaults"].map(featureLabel), ["File I/O", "GPU", "Vaults"]);
    assert.equal(featureDescription("vaults"), undefined);
  });
});

describe("the text of the organization's plan", () => {
  const trialEnd = new Date("2026-11-30T12:00:00Z");
  const plan: PlanFacts = { id: "START_UP", effective_id: undefined, status: "ACTIVE", trial: undefined };
  const trial: TrialFacts = { daysLeft: 10, endsAt: trialEnd };

  for (const [planState, facts, line] of [
    ["in good standing", {}, "Start-up"],
    ["on trial", { trial }, "Start-up · trial ends Nov 30"],
    ["on trial of a larger plan", { id: "FREE", effective_id: "START_UP", trial }, "Start-up until Nov 30"],
    ["on its last day of trial", { trial: { ...trial, daysLeft: 0 } }, "Start-up · trial ends today"],
    ["after its trial", { trial: { ...trial, daysLeft: "ended" } }, "Start-up · trial ended Nov 30"],
    ["on a trial without an end", { trial: { daysLeft: undefined, endsAt: undefined } }, "Start-up · trial"],
    ["treated as another plan", { id: "FREE", effective_id: "START_UP" }, "Free, as Start-up"],
    ["in arrears", { status: "PAST_DUE" }, "Start-up · past due"],
    ["without a status", { status: undefined }, "Start-up"],
    ["not reported", { id: undefined }, "not reported"],
    ["with an unknown name", { id: "TEAM_$(x)" }, "TEAM $⟨U+0028⟩x)"],
  ] as const satisfies readonly (readonly [string, Partial<PlanFacts>, string])[])
    it(`is "${line}" for a plan ${planState}`, () => assert.equal(planLine({ ...plan, ...facts }), line));

  it("contains the plan's identifiers unchanged", () => {
    assert.equal(planIdentifiers({ ...plan, effective_id: "FREE" }), "START_UP, FREE, ACTIVE");
    assert.equal(planIdentifiers({ ...plan, id: undefined, status: undefined }), "not reported");
  });

  it("includes a label and a value for each fact", () => {
    assertDistinct(
      (["id", "effective_id", "status"] as const).map((key) => planRowLabel({ key, value: "x" })),
    );
    assert.equal(planRowText({ key: "id", value: "START_UP" }), "Start-up");
    assert.equal(planRowText({ key: "status", value: "PAST_DUE" }), "Past due");
    assert.equal(planRowText({ key: "status", value: undefined }), "not reported");
    const text = (daysLeft: TrialFacts["daysLeft"], endsAt: Date | undefined): string =>
      planRowText({ key: "trial", daysLeft, endsAt });
    assert.equal(text(10, trialEnd), "10 days left, ends Nov 30, 2026");
    assert.equal(text(1, trialEnd), "1 day left, ends Nov 30, 2026");
    assert.equal(text(0, trialEnd), "ends today");
    assert.equal(text("ended", trialEnd), "ended Nov 30, 2026");
    assert.equal(text(undefined, undefined), "running");
    assert.equal(planRowLabel({ key: "trial", daysLeft: 1, endsAt: trialEnd }), "Trial");
  });
});
