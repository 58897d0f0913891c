// Tests the decision if a login is over, based on its connection, the logins before it and the last event.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LoginEvent, TimelineEntry } from "../../../../src/api/loginSchemas.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { initialLoginState, withEvent, withReading } from "../../../../src/domain/login/loginState.ts";
import type { TimelineLogins, LoginSelector } from "../../../../src/domain/login/loginState.ts";
import { judgeLoginEnd, endAfterTimeLimit } from "../../../../src/domain/login/loginEnd.ts";

const noon = Date.UTC(2026, 10, 20, 12, 0, 0);
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();

const runs = { status: "NEEDS_AUTH", flow_status: "IN_PROGRESS" };
const succeeded = { status: "AUTHENTICATED", flow_status: "SUCCESS" };
const loggedOut = { status: "NEEDS_AUTH", flow_status: "SUCCESS" };
const failed = { status: "NEEDS_AUTH", flow_status: "FAILED", error_code: "told" };
const canceled = { status: "NEEDS_AUTH", flow_status: "CANCELED" };

/** Builds a timeline from `name status`, newest first, each one minute before the previous one. */
const timeline = (...all: readonly string[]): TimelineLogins => ({
  kind: "logins",
  entries: all.map((entry, index) => {
    const [id, status] = entry.split(" ");
    return TimelineEntry.parse({ id, status, type: "login", timestamp: at(-index), error_code: "listed" });
  }),
});
const none: TimelineLogins = { kind: "none" };
const succeededNow = timeline("own SUCCESS", "before FAILED");
const failedNow = timeline("own FAILED", "before SUCCESS");
const nextTookOver = timeline("next IN_PROGRESS", "own CANCELED", "before SUCCESS");
const nextFailed = timeline("next FAILED", "own SUCCESS", "before FAILED");
const after: LoginSelector = { kind: "after", id: "before" };
const ownLogin: LoginSelector = { kind: "is", id: "own" };
const since: LoginSelector = { kind: "since" };
const sinceNoon: LoginSelector = { kind: "since", at: noon };

interface Case {
  /** Successive reads of the connection. */
  readonly read: readonly object[];
  readonly logins?: TimelineLogins | undefined;
  readonly baseline?: LoginSelector;
  /** The status in the last event, at noon. */
  readonly event?: string;
  /** True if the event is old. */
  readonly stale?: true;
  readonly takenOver?: number;
}

/**
 * Describes the verdict: the end of the login, or the followed login, how often it was superseded and if it may have
 * ended.
 */
function verdict({ baseline = after, event, logins, read, stale, takenOver = 0 }: Case): string {
  const begun = { ...initialLoginState(baseline, noon), takeoverCount: takenOver };
  const readings = read.map((one) => ManagedAuth.parse({ id: "ma_1", ...one }));
  let login = readings.reduce(withReading, begun);
  if (event !== undefined) {
    const ended = { flow_status: event, flow_step: "COMPLETED", timestamp: at(0) };
    const reported = { event: "managed_auth_state", ...ended };
    login = withReading(withEvent(login, LoginEvent.parse(reported)), readings.at(-1) ?? assert.fail());
  }
  const judged = judgeLoginEnd(login, logins, stale === undefined);
  if (judged.kind === "over")
    return [judged.end.kind, "code" in judged.end ? judged.end.code : ""].join(" ").trim();
  const { seenRunning: seen, target, takeoverCount: times } = judged.login;
  if (judged.kind === "runs" && times === 0) return "runs";
  return [
    judged.kind === "runs" ? "runs:" : "may be over:",
    target.kind,
    "id" in target ? target.id : "",
    seen ? "seen" : "",
    times > 0 ? `${times} later` : "",
  ]
    .filter((word) => word !== "")
    .join(" ");
}

const cases: readonly (readonly [condition: string, given: Case, expected: string])[] = [
  ["nothing was read", { read: [] }, "runs"],
  ["the login runs", { read: [runs], logins: succeededNow }, "runs"],
  ["the timeline was not read", { read: [runs, succeeded] }, "may be over: after before seen"],
  ["the login succeeded", { read: [runs, succeeded], logins: succeededNow }, "loggedIn"],
  ["the login succeeded without being seen running", { read: [succeeded], logins: succeededNow }, "loggedIn"],
  [
    "the login is the first one",
    { read: [succeeded], logins: timeline("own SUCCESS"), baseline: { kind: "after" } },
    "loggedIn",
  ],
  [
    "only the previous login succeeded",
    { read: [succeeded], logins: timeline("before SUCCESS") },
    "may be over: after before",
  ],
  ["the connection isn't logged in", { read: [loggedOut], logins: succeededNow }, "may be over: is own seen"],
  [
    "the timeline lags",
    { read: [runs, succeeded], logins: timeline("own IN_PROGRESS", "before FAILED") },
    "may be over: is own seen",
  ],
  ["the service failed", { read: [failed], logins: failedNow }, "failed told"],
  [
    "the login failed and another one followed",
    { read: [failed], logins: timeline("next FAILED", "own FAILED", "before SUCCESS") },
    "failed listed",
  ],
  [
    "the login succeeded and a later one failed",
    { read: [failed], logins: nextFailed },
    "may be over: is own seen",
  ],
  [
    "a later login failed but the connection is still logged in",
    { read: [{ ...failed, status: "AUTHENTICATED" }], logins: nextFailed },
    "loggedIn",
  ],
  [
    "the login was canceled",
    { read: [canceled], logins: timeline("own CANCELED", "before SUCCESS") },
    "canceled",
  ],
  [
    "another login superseded it",
    { read: [canceled], logins: nextTookOver },
    "may be over: is next seen 1 later",
  ],
  [
    "a superseding login succeeded",
    { read: [succeeded], logins: timeline("next SUCCESS", "own CANCELED", "before FAILED") },
    "loggedIn",
  ],
  ["a sixth login superseded it", { read: [canceled], logins: nextTookOver, takenOver: 5 }, "superseded"],
  [
    "the previous login is no longer listed",
    { read: [succeeded], logins: timeline("later FAILED", "own SUCCESS") },
    "loggedIn",
  ],
  [
    "the timeline entry of the login is known",
    { read: [failed], logins: failedNow, baseline: ownLogin },
    "failed told",
  ],
  [
    "the known timeline entry is no longer listed",
    { read: [failed], logins: timeline("next FAILED"), baseline: ownLogin },
    "may be over: is own",
  ],
  ["only an event reports success", { read: [runs], event: "SUCCESS" }, "may be over: after before seen"],
  [
    "an event and the timeline report a failure",
    { read: [runs], event: "FAILED", logins: failedNow },
    "failed listed",
  ],
  [
    "an event reports a canceled login and another one runs",
    { read: [runs], event: "CANCELED", logins: timeline("next IN_PROGRESS", "own CANCELED") },
    "runs: is next seen 1 later",
  ],
  [
    "an old event reports success but the login runs",
    { read: [runs], event: "SUCCESS", stale: true, logins: timeline("own SUCCESS") },
    "runs",
  ],
  [
    "there is no timeline and a login seen running succeeded",
    { read: [runs, succeeded], logins: none, baseline: since },
    "loggedIn",
  ],
  [
    "there is no timeline and a login seen running failed",
    { read: [runs, failed], logins: none, baseline: since },
    "failed told",
  ],
  [
    "there is no timeline and the login wasn't seen running",
    { read: [succeeded], logins: none, baseline: since },
    "may be over: since",
  ],
  [
    "there is no timeline and only a health check followed the start",
    { read: [{ ...succeeded, last_auth_at: at(1) }], logins: none, baseline: sinceNoon },
    "may be over: since",
  ],
  [
    "there is no timeline and the connection isn't logged in",
    { read: [runs, loggedOut], logins: none, baseline: since },
    "may be over: since seen",
  ],
  [
    "a timeline has become available",
    { read: [succeeded], logins: succeededNow, baseline: sinceNoon },
    "loggedIn",
  ],
  [
    "a timeline became available but the login wasn't seen running",
    { read: [succeeded], logins: timeline("own SUCCESS"), baseline: since },
    "may be over: since",
  ],
];

describe("judgeLoginEnd", () => {
  for (const [condition, given, expected] of cases)
    it(`returns "${expected}" if ${condition}`, () => assert.equal(verdict(given), expected));
});

describe("endAfterTimeLimit", () => {
  const of = (...read: readonly object[]) =>
    read
      .map((one) => ManagedAuth.parse({ id: "ma_1", ...one }))
      .reduce(withReading, initialLoginState(since, noon));

  it('returns "expired" only if a read confirms that the login is still running', () => {
    assert.equal(endAfterTimeLimit(of(runs), true).kind, "expired");
    for (const [login, isRead] of [
      [of(runs), false],
      [of(), true],
      [of(runs, failed), true],
      [{ ...of(runs), seenRunning: false }, true],
    ] as const)
      assert.deepEqual(endAfterTimeLimit(login, isRead), { kind: "unconfirmed" });
  });
});
