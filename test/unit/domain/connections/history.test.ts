import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TimelineEntry } from "../../../../src/api/loginSchemas.ts";
import {
  loginEndTime,
  isLogin,
  statePeriods,
  stateOriginOf,
  entryTime,
  withoutRepeatedChecks,
} from "../../../../src/domain/connections/history.ts";

const hour = 3_600_000;
const midnight = Date.parse("2026-11-20T00:00:00Z");
const now = midnight + 24 * hour;
const iso = (hours: number): string => new Date(midnight + hours * hour).toISOString();

let entryCount = 0;
const entry = (fields: object) => TimelineEntry.parse({ id: `e_${entryCount++}`, ...fields });
const check = (at: number, status: string) => entry({ type: "health_check", status, timestamp: iso(at) });
const login = (at: number, status: string, more: object = {}) =>
  entry({ type: "login", status, timestamp: iso(at), updated_at: iso(at + 0.5), ...more });
const loggedInCheck = (at: number) => check(at, "AUTHENTICATED");
const loggedOutCheck = (at: number) => check(at, "NEEDS_AUTH");

type Entries = Parameters<typeof statePeriods>[0];
const knownState = { status: "NEEDS_AUTH", now, isComplete: false };
/** Returns spans with their start and end in hours. */
const spans = (entries: Entries, status = "NEEDS_AUTH", isComplete = false) =>
  statePeriods(entries, { ...knownState, status, isComplete }).map(
    ({ from, state, to }) => `${state} ${(from - midnight) / hour}-${(to - midnight) / hour}`,
  );

describe("statePeriods", () => {
  it("returns a logged-in period between two successful checks, however far apart", () =>
    assert.deepEqual(spans([loggedInCheck(20), loggedInCheck(4)], "AUTHENTICATED"), ["in 4-24"]));

  it("returns an unknown period between the last successful and the first failed check", () =>
    assert.deepEqual(spans([loggedOutCheck(20), loggedInCheck(19), loggedInCheck(4)]), [
      "in 4-19",
      "unknown 19-20",
      "out 20-24",
    ]));

  it("returns a logged-out period from a failed check until a login succeeds", () =>
    assert.deepEqual(
      spans([loggedInCheck(12), login(8, "SUCCESS"), login(6, "FAILED"), loggedOutCheck(2)], "AUTHENTICATED"),
      ["out 2-8.5", "in 8.5-24"],
    ));

  it("returns an unknown period between a successful check and a later login", () =>
    assert.deepEqual(spans([login(8, "SUCCESS"), loggedInCheck(2)], "AUTHENTICATED"), [
      "unknown 2-8.5",
      "in 8.5-24",
    ]));

  it("returns an unknown period between failed and successful checks without a login between them", () =>
    assert.deepEqual(spans([loggedInCheck(8), loggedOutCheck(2)], "AUTHENTICATED"), [
      "unknown 2-8",
      "in 8-24",
    ]));

  it("returns an unknown period after the last check if the current status contradicts it", () => {
    assert.deepEqual(spans([loggedInCheck(8), loggedInCheck(2)], "NEEDS_AUTH"), ["in 2-8", "unknown 8-24"]);
    assert.deepEqual(spans([loggedOutCheck(8)], "AUTHENTICATED"), ["unknown 8-24"]);
    assert.deepEqual(spans([loggedInCheck(8), loggedInCheck(2)], "DREAMING"), ["in 2-8"]);
  });

  it("returns a logged-out period if a complete timeline contains no successful login", () => {
    assert.deepEqual(spans([login(8, "FAILED"), login(2, "EXPIRED")], "NEEDS_AUTH", true), ["out 2-24"]);
    assert.deepEqual(spans([login(8, "FAILED"), login(2, "EXPIRED")], "NEEDS_AUTH", false), []);
    assert.deepEqual(spans([], "NEEDS_AUTH", true), []);
  });

  it("doesn't start with a logged-out period if a check or login succeeded earlier", () => {
    assert.deepEqual(spans([loggedOutCheck(8), loggedInCheck(2)], "NEEDS_AUTH", true), [
      "unknown 2-8",
      "out 8-24",
    ]);
    assert.deepEqual(spans([loggedOutCheck(8), login(2, "SUCCESS")], "NEEDS_AUTH", true), [
      "unknown 2.5-8",
      "out 8-24",
    ]);
    assert.deepEqual(spans([loggedInCheck(8), login(2, "FAILED")], "AUTHENTICATED", true), ["in 8-24"]);
  });

  it("orders entries by time, using the end time of logins", () => {
    const long = login(4, "SUCCESS", { updated_at: iso(9) });
    assert.deepEqual(spans([loggedOutCheck(8), long, loggedOutCheck(2)], "AUTHENTICATED"), [
      "out 2-9",
      "in 9-24",
    ]);
  });

  it("starts with the oldest past entry if no login succeeded", () => {
    assert.deepEqual(
      spans([login(30, "FAILED"), loggedOutCheck(8), login(2, "FAILED")], "NEEDS_AUTH", true),
      ["out 2-24"],
    );
    assert.deepEqual(spans([loggedOutCheck(8)], "NEEDS_AUTH", true), ["out 8-24"]);
  });

  it("keeps the service's order of entries with the same time", () => {
    const again = login(8, "SUCCESS", { updated_at: iso(8) });
    assert.deepEqual(spans([again, loggedOutCheck(8), loggedInCheck(2)], "AUTHENTICATED"), [
      "unknown 2-8",
      "in 8-24",
    ]);
    assert.deepEqual(spans([loggedOutCheck(8), again, loggedInCheck(2)]), ["unknown 2-8", "out 8-24"]);
  });

  it("ignores entries with unknown values or a future time", () => {
    const nothing = [
      entry({ type: "health_check", status: "AUTHENTICATED", timestamp: "yesterday" }),
      entry({ type: "health_check", status: "AUTHENTICATED" }),
      entry({ type: "health_check", status: "UNCLEAR", timestamp: iso(3) }),
      entry({ type: "dream", status: "AUTHENTICATED", timestamp: iso(3) }),
      login(3, "AUTHENTICATED"),
      loggedInCheck(30),
    ];
    assert.deepEqual(spans(nothing), []);
  });
});

describe("entryTime and loginEndTime", () => {
  it("return an entry's start time and, if it has ended, its end time", () => {
    const success = login(8, "SUCCESS");
    assert.deepEqual(
      [entryTime(success), loginEndTime(success)],
      [midnight + 8 * hour, midnight + 8.5 * hour],
    );
    assert.equal(loginEndTime(login(8, "IN_PROGRESS")), undefined);
    assert.equal(loginEndTime(login(8, "SUCCESS", { updated_at: "?" })), midnight + 8 * hour);
  });
});

describe("withoutRepeatedChecks", () => {
  it("removes the second of three consecutive health checks with the same result", () => {
    const [first, second, third] = [loggedInCheck(3), loggedInCheck(2), loggedInCheck(1)];
    assert.deepEqual(withoutRepeatedChecks([first, second, third]), [first, third]);
  });

  it("keeps logins, checks with a new result, and the first and last entry", () => {
    for (const entries of [
      [loggedInCheck(3), loggedInCheck(2)],
      [loggedInCheck(3), loggedOutCheck(2), loggedInCheck(1)],
      [loggedOutCheck(3), loggedInCheck(2), loggedInCheck(1)],
      [loggedInCheck(3), loggedInCheck(2), loggedOutCheck(1)],
      [login(3, "SUCCESS"), loggedInCheck(2), loggedInCheck(1)],
      [login(3, "FAILED"), login(2, "FAILED"), login(1, "FAILED")],
      [check(3, "FAILED"), login(2, "FAILED"), check(1, "FAILED")],
      [login(3, "FAILED"), check(2, "FAILED"), login(1, "FAILED")],
    ])
      assert.deepEqual(withoutRepeatedChecks(entries), entries);
  });
});

describe("isLogin", () => {
  it("returns true for logins and reauths, but not for checks", () => {
    const are = ["login", "reauth", "health_check", "dream"].map((type) => isLogin(entry({ type })));
    assert.deepEqual(are, [true, true, false, false]);
  });
});

describe("stateOriginOf", () => {
  const story = (entries: Entries, status = "NEEDS_AUTH", isComplete = false) =>
    stateOriginOf(entries, { ...knownState, status, isComplete });
  const broke = (foundOut?: number, failure?: TimelineEntry) => ({
    kind: "broke",
    detectedAt: foundOut,
    failure,
  });

  it("marks the session's start as exact only if a login started the session", () => {
    const origin = (...entries: Entries) => story(entries, "AUTHENTICATED");
    const loggedIn = (since: number | undefined, exact: boolean) => ({ kind: "loggedIn", since, exact });
    assert.deepEqual(
      origin(loggedInCheck(12), login(8, "SUCCESS"), loggedOutCheck(2)),
      loggedIn(midnight + 8.5 * hour, true),
    );
    assert.deepEqual(origin(loggedInCheck(12), loggedInCheck(3)), loggedIn(midnight + 3 * hour, false));
    assert.deepEqual(origin(loggedOutCheck(12)), loggedIn(undefined, false));
  });

  it("returns the latest failed login and the check that detected the logout", () => {
    const failure = login(21, "FAILED", { type: "reauth", error_code: "account_locked" });
    const entries = [
      login(23, "IN_PROGRESS"),
      failure,
      login(20.5, "CANCELED"),
      loggedOutCheck(20.2),
      loggedOutCheck(20),
      loggedInCheck(19),
      login(5, "FAILED"),
    ];
    assert.deepEqual(story(entries), broke(midnight + 20 * hour, failure));
    assert.deepEqual(story([login(5, "SUCCESS"), login(3, "FAILED")]), broke());
  });

  it("uses the service's order for entries with the same time", () => {
    const failure = login(19, "FAILED");
    const all = [failure, loggedOutCheck(19), loggedInCheck(19), login(19, "CANCELED")];
    assert.deepEqual(story(all), broke(midnight + 19 * hour, failure));
    assert.deepEqual(story([loggedInCheck(19), loggedOutCheck(19), login(19, "CANCELED")]), broke());
  });

  it("doesn't count an unknown login result as a failure", () =>
    assert.deepEqual(story([login(21, "PAUSED"), loggedInCheck(19)]), broke()));

  it("reports that no login ever succeeded only if the timeline is complete", () => {
    const failure = login(5, "EXPIRED");
    assert.deepEqual(story([failure], "NEEDS_AUTH", true), { kind: "never", failure });
    assert.deepEqual(story([failure]), { kind: "earlier", failure });
  });

  it("returns unknown for an unknown status", () => {
    assert.deepEqual(stateOriginOf([loggedInCheck(3)], { ...knownState, status: undefined }), {
      kind: "unknown",
    });
    assert.deepEqual(story([loggedInCheck(3)], "DREAMING"), { kind: "unknown" });
  });
});
