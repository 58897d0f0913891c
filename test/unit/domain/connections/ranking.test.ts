import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { nextHealthCheckAt } from "../../../../src/domain/connections/connectionState.ts";
import { groupByProfile, countByGroup, rankConnections } from "../../../../src/domain/connections/ranking.ts";

const now = new Date("2026-11-25T12:00:00Z");

const connections = (
  [
    ["in", { status: "AUTHENTICATED", can_reauth: true, profile_name: "b" }],
    ["never", { status: "NEEDS_AUTH", profile_name: "a" }],
    ["running", { status: "NEEDS_AUTH", flow_status: "IN_PROGRESS", profile_name: "b" }],
    ["odd", { status: "MOVED", profile_name: "c" }],
    ["stuck", { status: "AUTHENTICATED", can_reauth: false, profile_name: "c" }],
    ["locked", { status: "NEEDS_AUTH", flow_status: "FAILED", error_code: "account_locked" }],
  ] as const
).map(([id, told]) => ManagedAuth.parse({ id, domain: `${id}.example`, ...told }));

describe("the overview of connections", () => {
  const standings = rankConnections(connections, now);
  const ids = (some: typeof standings): readonly string[] => some.map(({ connection: { id } }) => id);

  it("sorts by urgency", () => {
    assert.deepEqual(ids(standings), ["locked", "never", "running", "odd", "stuck", "in"]);
  });

  it("keeps the order of the list for equal urgency", () => {
    const named = ["b 1", "a 2", "a 1", "c"].map((id) => {
      const [name = "", profile_name] = id.split(" ");
      return ManagedAuth.parse({ id, domain: `${name}.example`, status: "NEEDS_AUTH", profile_name });
    });
    assert.deepEqual(ids(rankConnections(named, now)), ["b 1", "a 2", "a 1", "c"]);
  });

  it("counts each connection once, with a running login as in progress", () => {
    assert.deepEqual(countByGroup(standings), { loggedIn: 2, needsYou: 2, inProgress: 1, other: 1 });
  });

  it("groups by profile, the most urgent profile first", () => {
    assert.deepEqual(
      groupByProfile(standings).map(([profile, some]) => [profile, ids(some)]),
      [
        [undefined, ["locked"]],
        ["a", ["never"]],
        ["b", ["running", "in"]],
        ["c", ["odd", "stuck"]],
      ],
    );
  });
});

describe("nextCheckOf", () => {
  const checked = { last_auth_check_at: "2026-11-25T11:30:00Z", health_check_interval: 3600 };
  const next = (told: object): string | undefined => {
    const at = nextHealthCheckAt(ManagedAuth.parse({ id: "ma_1", ...told }), now.getTime());
    return at === undefined ? undefined : new Date(at).toISOString();
  };

  it("adds the interval to the last check, also with deprecated fields", () => {
    assert.equal(next(checked), "2026-11-25T12:30:00.000Z");
    const { last_auth_check_at: last_auth_at, health_check_interval } = checked;
    assert.equal(next({ last_auth_at, health_check_interval }), "2026-11-25T12:30:00.000Z");
  });

  it("returns undefined if checks are off, overdue or not reported", () => {
    for (const [what, told] of Object.entries({
      off: { ...checked, health_checks: false },
      overdue: { ...checked, health_check_interval: 1200 },
      never: { health_check_interval: 3600 },
      "without an interval": { last_auth_check_at: checked.last_auth_check_at },
    }))
      assert.equal(next(told), undefined, what);
  });
});
