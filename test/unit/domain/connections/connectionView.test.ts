import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { connectionView, rankConnections } from "../../../../src/domain/connections/connectionView.ts";
import { withInput } from "../../../support/withInput.ts";

const now = new Date("2026-11-20T12:00:00Z");
const inTenMinutes = "2026-11-20T12:10:00Z";
const past = "2026-11-20T11:59:59Z";
const view = (fields: object) => connectionView(ManagedAuth.parse({ id: "ma_1", ...fields }), now);
const of = (fields: object) => view(fields).state;
const [needs, authenticated] = [{ status: "NEEDS_AUTH" }, { status: "AUTHENTICATED" }];
const because = (why: string) => ({ kind: "needsLogin", why });
const neverLoggedIn = { can_reauth_reason: "no_prior_successful_login" };
const running = { flow_status: "IN_PROGRESS", flow_expires_at: inTenMinutes };
const awaitingInput = { ...needs, ...running, flow_step: "AWAITING_INPUT" };

describe("the state of a connection", () => {
  for (const [activity, fields, kind] of [
    ["waits for input", awaitingInput, "asks"],
    ["waits for input while the connection is logged in", { ...awaitingInput, ...authenticated }, "asks"],
    [
      "waits for an external action",
      { ...needs, ...running, flow_step: "AWAITING_EXTERNAL_ACTION" },
      "confirms",
    ],
    ["submits answers", { ...needs, ...running, flow_step: "SUBMITTING" }, "sends"],
    ["discovers the page", { ...needs, ...running, flow_step: "DISCOVERING" }, "looks"],
    ["has an unknown step", { ...needs, ...running, flow_step: "DREAMING" }, "looks"],
    ["reports no step", { ...needs, flow_status: "IN_PROGRESS" }, "looks"],
  ] as const)
    it(`is "running" while a login ${activity}`, () => {
      const state = of(fields);
      assert.ok(state.kind === "running");
      assert.equal(state.progress.kind, kind);
    });

  it("includes whether the service itself started the running login", () => {
    const byItself = (flow_type: string) => {
      const state = of({ ...needs, ...running, flow_type });
      return state.kind === "running" && state.progress.kind === "looks" && state.progress.isReauth;
    };
    assert.deepEqual([byItself("REAUTH"), byItself("LOGIN")], [true, false]);
  });

  it("includes the running login's expiry if the service reports it", () =>
    assert.deepEqual(of({ ...needs, ...running }), {
      kind: "running",
      progress: { kind: "looks", isReauth: false },
      until: new Date(inTenMinutes),
    }));

  for (const [condition, fields, state] of [
    ["there was no login before", neverLoggedIn, because("never")],
    [
      "the reported reason doesn't explain the status",
      { can_reauth_reason: "no_credential" },
      because("unknown"),
    ],
    ["nothing else is reported", {}, because("unknown")],
    ["its login expired", { flow_status: "EXPIRED" }, because("timedOut")],
    [
      "its login is past its expiry but still IN_PROGRESS",
      { flow_status: "IN_PROGRESS", flow_expires_at: past },
      because("timedOut"),
    ],
    ["its login was canceled", { flow_status: "CANCELED" }, because("canceled")],
    [
      "its first login failed",
      { flow_status: "FAILED", error_code: "account_locked", ...neverLoggedIn },
      { kind: "failed", code: "account_locked" },
    ],
    [
      "its login failed without an error code",
      { flow_status: "FAILED" },
      { kind: "failed", code: undefined },
    ],
    ["its last login succeeded", { flow_status: "SUCCESS" }, because("unknown")],
  ] as const)
    it(`is "needs login" if ${condition}`, () => assert.deepEqual(of({ ...needs, ...fields }), state));

  for (const [reported, fields, renews, checked, checkedAt] of withInput([
    [{ can_reauth: true, last_auth_check_at: past }, true, true, new Date(past)],
    [{ can_reauth: false, last_auth_at: past }, false, true, new Date(past)],
    [{ can_reauth: true, auto_reauth: true, health_checks: true }, true, true, undefined],
    [{ can_reauth: true, auto_reauth: false }, false, true, undefined],
    [{ can_reauth: true, health_checks: false }, false, false, undefined],
    [{ health_checks: false }, false, false, undefined],
    [{ last_auth_check_at: "yesterday" }, undefined, true, undefined],
    [{ flow_status: "FAILED", error_code: "account_locked" }, undefined, true, undefined],
  ] as const))
    it(`is "logged in" if the service reports AUTHENTICATED and ${reported}`, () =>
      assert.deepEqual(of({ ...authenticated, ...fields }), {
        kind: "loggedIn",
        canReauth: renews,
        hasHealthChecks: checked,
        checkedAt,
      }));

  it('is "unknown" for an unknown status', () => {
    assert.deepEqual(of({}), { kind: "unknown", status: undefined });
    assert.deepEqual(of({ status: "PAUSED" }), { kind: "unknown", status: "PAUSED" });
  });
});

describe("connectionView", () => {
  const waiting = (flow_expires_at?: string): object => ({ ...awaitingInput, flow_expires_at });

  it("ranks waiting logins first, then failed, logged-out and new connections", () => {
    const byUrgency = [
      waiting(inTenMinutes),
      { ...waiting("2026-11-20T12:11:00Z"), flow_step: "AWAITING_EXTERNAL_ACTION" },
      waiting(),
      { ...needs, flow_status: "FAILED" },
      needs,
      { ...needs, ...neverLoggedIn },
    ];
    const places = byUrgency.map(view);
    assert.deepEqual(new Set(places.map(({ group }) => group)), new Set(["needsYou"]));
    const orders = places.map(({ urgency }) => urgency);
    const sorted = orders.toSorted((a, b) => a - b);
    assert.deepEqual(sorted, orders);
    assert.equal(new Set(orders).size, orders.length);
  });

  for (const [subject, fields, group] of [
    ["a login that discovers the page", { ...needs, ...running, flow_step: "DISCOVERING" }, "inProgress"],
    ["a login that sends an answer", { ...needs, ...running, flow_step: "SUBMITTING" }, "inProgress"],
    ["a login that the service started", { ...authenticated, ...running, flow_type: "REAUTH" }, "inProgress"],
    ["a waiting login of a logged-in connection", { ...waiting(inTenMinutes), ...authenticated }, "needsYou"],
    ["an expired login", { ...waiting(past) }, "needsYou"],
    ["a logged-in connection", authenticated, "loggedIn"],
    ["a connection with an unknown status", { status: "PAUSED" }, "other"],
    ["a connection without a status", {}, "other"],
  ] as const)
    it(`assigns ${subject} to the group "${group}"`, () => assert.equal(view(fields).group, group));
});

const connections = (
  [
    ["in", { status: "AUTHENTICATED", can_reauth: true, profile_name: "b" }],
    ["never", { status: "NEEDS_AUTH", profile_name: "a" }],
    ["running", { status: "NEEDS_AUTH", flow_status: "IN_PROGRESS", profile_name: "b" }],
    ["odd", { status: "MOVED", profile_name: "c" }],
    ["stuck", { status: "AUTHENTICATED", can_reauth: false, profile_name: "c" }],
    ["locked", { status: "NEEDS_AUTH", flow_status: "FAILED", error_code: "account_locked" }],
  ] as const
).map(([id, fields]) => ManagedAuth.parse({ id, domain: `${id}.example`, ...fields }));

describe("rankConnections", () => {
  const ids = (rows: readonly ManagedAuth[]): readonly string[] =>
    rankConnections(rows, now).map(({ connection: { id } }) => id);

  it("sorts connections by urgency", () =>
    assert.deepEqual(ids(connections), ["locked", "never", "running", "odd", "in", "stuck"]));

  it("keeps the list's order for equally urgent connections", () => {
    const named = ["b 1", "a 2", "a 1", "c"].map((id) => {
      const [name = "", profile_name] = id.split(" ");
      return ManagedAuth.parse({ id, domain: `${name}.example`, status: "NEEDS_AUTH", profile_name });
    });
    assert.deepEqual(ids(named), ["b 1", "a 2", "a 1", "c"]);
  });
});

describe("the time of the next health check", () => {
  const checked = { last_auth_check_at: "2026-11-20T11:30:00Z", health_check_interval: 3600 };
  /** The longest interval, in seconds, with a next check that a Date can hold. */
  const latest = (8.64e15 - Date.parse(checked.last_auth_check_at)) / 1000;
  const next = (fields: object): string | undefined => {
    const at = view(fields).nextCheckAt;
    return at === undefined ? undefined : new Date(at).toISOString();
  };

  it("is the time of the last check plus the health check interval", () => {
    assert.equal(next(checked), "2026-11-20T12:30:00.000Z");
    const { last_auth_check_at: last_auth_at, health_check_interval } = checked;
    assert.equal(next({ last_auth_at, health_check_interval }), "2026-11-20T12:30:00.000Z");
    assert.equal(next({ ...checked, health_check_interval: latest }), "+275760-09-13T00:00:00.000Z");
  });

  it("is undefined if checks are off, overdue or not reported", () => {
    for (const [description, fields] of Object.entries({
      off: { ...checked, health_checks: false },
      overdue: { ...checked, health_check_interval: 1200 },
      unrepresentable: { ...checked, health_check_interval: latest + 1 },
      never: { health_check_interval: 3600 },
      "without an interval": { last_auth_check_at: checked.last_auth_check_at },
    }))
      assert.equal(next(fields), undefined, description);
  });
});
