import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TimelineEntry } from "../../../../src/api/loginSchemas.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import {
  decideNextAction,
  decisionAfterEnd,
  type EnsureDecision,
  type RememberedTimes,
} from "../../../../src/domain/login/ensureDecision.ts";
import type { TimelineLogins } from "../../../../src/domain/login/loginState.ts";

const now = Date.UTC(2026, 10, 22, 10, 0, 0);
const minute = 60_000;
const ago = (minutes: number): string => new Date(now - minutes * minute).toISOString();

const entry = (status: string, minutes: number, more: object = {}) =>
  TimelineEntry.parse({ id: "l1", type: "login", status, timestamp: ago(minutes), ...more });
const logins = (...entries: readonly TimelineEntry[]): TimelineLogins => ({ kind: "logins", entries });
const none: TimelineLogins = { kind: "none" };

function decided(
  connection: object,
  before: TimelineLogins = logins(),
  remembered: Partial<RememberedTimes> = {},
) {
  return decideNextAction(
    ManagedAuth.parse({ id: "ma_1", ...connection }),
    before,
    { startedAt: undefined, actedAt: undefined, ...remembered },
    now,
  );
}

const loggedIn = { status: "AUTHENTICATED" };
const loggedOut = { status: "NEEDS_AUTH" };
const failed = (code?: string) => ({ ...loggedOut, flow_status: "FAILED", error_code: code });
const failedBySms = failed("sms_code_required");
const failedAgo = (minutes: number, more: object = {}) =>
  entry("FAILED", minutes, { error_code: "sms_code_required", ...more });
const recent = (minutes: number): EnsureDecision => ({
  kind: "cannot",
  why: { kind: "recent", until: now + (10 - minutes) * minute },
});
const start: EnsureDecision = { kind: "start" };
const isIn: EnsureDecision = { kind: "loggedIn" };
const cannot = (code: string): EnsureDecision => ({ kind: "cannot", why: { kind: "failed", code } });
const needsAfter = (code: string): EnsureDecision => ({
  kind: "needsPerson",
  need: { kind: "failed", code },
});
const needsAs = (kind: "expired" | "canceled"): EnsureDecision => ({ kind: "needsPerson", need: { kind } });

describe("decide", () => {
  const pastItsTime = { ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(1) };
  for (const [when, made] of [
    ["where the check is ten minutes old", decided({ ...loggedIn, last_auth_check_at: ago(10) })],
    [
      "where nothing was checked, or when cannot be read",
      decided({ ...loggedIn, last_auth_check_at: "soon" }),
    ],
    ["where nobody knows the status", decided({ status: "MAYBE", last_auth_check_at: ago(1) })],
    ["where the one in progress is past its time", decided(pastItsTime, logins(entry("IN_PROGRESS", 21)))],
    ["where none was", decided(loggedOut)],
    ["where the one that began last never ended", decided(loggedOut, logins(entry("IN_PROGRESS", 61)))],
    [
      "where the last one succeeded, though an error is told still",
      decided(
        { ...loggedOut, flow_status: "SUCCESS", error_code: "account_locked" },
        logins(entry("SUCCESS", 60)),
      ),
    ],
    ["where the last one failed otherwise long ago", decided(failedBySms, logins(failedAgo(30)))],
    [
      "where the last one was refused, but one after that was not",
      decided(loggedOut, logins(entry("SUCCESS", 60), entry("FAILED", 90, { error_code: "account_locked" }))),
    ],
    ["ten minutes after the one that was sent", decided(loggedOut, none, { startedAt: now - 10 * minute })],
    [
      "where the error is not of the last one, but of an earlier one",
      decided({ ...failed("account_locked") }, logins(entry("EXPIRED", 600))),
    ],
  ] as const)
    it(`starts a login ${when}`, () => assert.deepEqual(made, start));

  for (const [which, made] of [
    ["that runs", decided({ ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(-5) })],
    [
      "that runs for as long as nobody says",
      decided({ ...loggedIn, last_auth_check_at: ago(20), flow_status: "IN_PROGRESS" }, none),
    ],
    [
      "of a status that nobody knows until its time is up",
      decided({ ...loggedOut, flow_status: "PENDING", flow_expires_at: ago(-5) }),
    ],
    ["of a status that nobody knows, and without a time", decided({ ...loggedOut, flow_status: "PENDING" })],
    [
      "that began after the connection was read",
      decided({ ...loggedOut, flow_status: "EXPIRED" }, logins(entry("IN_PROGRESS", 0.1))),
    ],
  ] as const)
    it(`observes a login ${which}`, () => assert.deepEqual(made, { kind: "observe" }));

  for (const [what, made, expected] of [
    [
      "takes no check of a connection that needs a login for one of a login",
      decided({ ...loggedOut, last_auth_check_at: ago(1) }),
      start,
    ],
    [
      "is done where it was checked within ten minutes",
      decided({ ...loggedIn, last_auth_check_at: ago(9.9) }),
      isIn,
    ],
    ["goes by the older name of the last check, too", decided({ ...loggedIn, last_auth_at: ago(1) }), isIn],
    [
      "is done where a login ended well within ten minutes",
      decided(loggedIn, logins(entry("SUCCESS", 15, { updated_at: ago(9) }))),
      isIn,
    ],
    [
      "starts none where the one in progress began within ten minutes, whatever its time",
      decided(pastItsTime, logins(entry("IN_PROGRESS", 3))),
      recent(3),
    ],
    [
      "starts no second one within ten minutes of the first, which failed",
      decided(failedBySms, logins(failedAgo(25, { updated_at: ago(9) }))),
      needsAfter("sms_code_required"),
    ],
    [
      "nor of one that failed, though the connection counts as logged in",
      decided(loggedIn, logins(failedAgo(5))),
      needsAfter("sms_code_required"),
    ],
    ["nor of one that nobody finished", decided(loggedOut, logins(entry("EXPIRED", 9))), needsAs("expired")],
    ["nor of one that was called off", decided(loggedOut, logins(entry("CANCELED", 9))), needsAs("canceled")],
    ["nor of one that ended well", decided(loggedOut, logins(entry("SUCCESS", 4))), recent(4)],
    [
      "nor of one that broke off at the service",
      decided(failed(), logins(entry("FAILED", 4, { error_code: "network_error" }))),
      cannot("network_error"),
    ],
    [
      "nor of one that was sent and is not in the timeline",
      decided(failedBySms, logins(failedAgo(600)), { startedAt: now - 2 * minute }),
      recent(2),
    ],
    [
      "nor of one that was sent where there is no timeline",
      decided(loggedOut, none, { startedAt: now - 9 * minute }),
      recent(9),
    ],
    [
      "tells how the one that was sent ended",
      decided(failedBySms, logins(failedAgo(2)), {
        startedAt: now - 2 * minute,
      }),
      needsAfter("sms_code_required"),
    ],
    [
      "starts none where the last one was refused, though there is no timeline and the user did something",
      decided(failed("credentials_invalid"), none, { actedAt: now }),
      needsAfter("credentials_invalid"),
    ],
    [
      "goes by the connection where its timeline does not say why",
      decided(failed("account_locked"), logins(entry("FAILED", 600))),
      cannot("account_locked"),
    ],
    [
      "asks no website again that refused a re-authentication, though a check says that it is logged in",
      decided(
        { ...loggedIn, last_auth_check_at: ago(60) },
        logins(entry("FAILED", 600, { type: "reauth", error_code: "rate_limited" })),
      ),
      cannot("rate_limited"),
    ],
  ] as const)
    it(what, () => assert.deepEqual(made, expected));

  const refusals: readonly (readonly [string, EnsureDecision])[] = [
    ["account_locked", cannot("account_locked")],
    ["rate_limited", cannot("rate_limited")],
    ["credentials_invalid", needsAfter("credentials_invalid")],
    ["totp_code_rejected", needsAfter("totp_code_rejected")],
  ];
  for (const [code, refusal] of refusals) {
    it(`starts no login after ${code}, however long ago, until the user acts`, () => {
      const before = logins(entry("FAILED", 5000, { updated_at: ago(4990), error_code: code }));
      assert.deepEqual(decided(failed(code), before), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4991 * minute }), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4989 * minute }), start);
    });
  }

  it("waits ten minutes even after the user has acted", () => {
    const before = logins(entry("FAILED", 5, { error_code: "credentials_invalid" }));
    assert.deepEqual(
      decided(failed("credentials_invalid"), before, { actedAt: now }),
      needsAfter("credentials_invalid"),
    );
  });

  it("asks for a person only after failures that a person can resolve", () => {
    assert.deepEqual(decisionAfterEnd("EXPIRED", undefined), needsAs("expired"));
    assert.deepEqual(decisionAfterEnd("CANCELED", undefined), needsAs("canceled"));
    assert.deepEqual(decisionAfterEnd("FAILED", "something_new"), needsAfter("something_new"));
    for (const code of ["website_error", "browser_error", "internal_error", "flow_failed"])
      assert.deepEqual(decisionAfterEnd("FAILED", code), cannot(code));
  });
});
