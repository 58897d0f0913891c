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
const noAction: EnsureDecision = { kind: "loggedIn" };
const cannot = (code: string): EnsureDecision => ({ kind: "cannot", why: { kind: "failed", code } });
const needsAfter = (code: string): EnsureDecision => ({
  kind: "needsPerson",
  need: { kind: "failed", code },
});
const needsAs = (kind: "expired" | "canceled"): EnsureDecision => ({ kind: "needsPerson", need: { kind } });

describe("decideNextAction", () => {
  const expired = { ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(1) };
  for (const [condition, decision] of [
    ["the last check is ten minutes old", decided({ ...loggedIn, last_auth_check_at: ago(10) })],
    ["the time of the last check is invalid", decided({ ...loggedIn, last_auth_check_at: "soon" })],
    ["the status is unknown", decided({ status: "MAYBE", last_auth_check_at: ago(1) })],
    ["the login in progress is past its expiry", decided(expired, logins(entry("IN_PROGRESS", 21)))],
    ["there was no login", decided(loggedOut)],
    ["the last login never ended", decided(loggedOut, logins(entry("IN_PROGRESS", 61)))],
    [
      "the last login succeeded but an error is still reported",
      decided(
        { ...loggedOut, flow_status: "SUCCESS", error_code: "account_locked" },
        logins(entry("SUCCESS", 60)),
      ),
    ],
    ["the last login failed for another reason long ago", decided(failedBySms, logins(failedAgo(30)))],
    [
      "a login succeeded after a refused one",
      decided(loggedOut, logins(entry("SUCCESS", 60), entry("FAILED", 90, { error_code: "account_locked" }))),
    ],
    ["the last login request is ten minutes old", decided(loggedOut, none, { startedAt: now - 10 * minute })],
    [
      "the error belongs to an earlier login",
      decided({ ...failed("account_locked") }, logins(entry("EXPIRED", 600))),
    ],
  ] as const)
    it(`starts a login if ${condition}`, () => assert.deepEqual(decision, start));

  for (const [runningLogin, decision] of [
    ["a running login", decided({ ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(-5) })],
    [
      "a running login without an expiry",
      decided({ ...loggedIn, last_auth_check_at: ago(20), flow_status: "IN_PROGRESS" }, none),
    ],
    [
      "a login with an unknown status until the login's expiry",
      decided({ ...loggedOut, flow_status: "PENDING", flow_expires_at: ago(-5) }),
    ],
    ["a login with an unknown status and no expiry", decided({ ...loggedOut, flow_status: "PENDING" })],
    [
      "a login that began after the connection was read",
      decided({ ...loggedOut, flow_status: "EXPIRED" }, logins(entry("IN_PROGRESS", 0.1))),
    ],
  ] as const)
    it(`waits for ${runningLogin} instead of starting a login`, () =>
      assert.deepEqual(decision, { kind: "observe" }));

  for (const [title, decision, expected] of [
    [
      "starts a needed login despite a recent health check",
      decided({ ...loggedOut, last_auth_check_at: ago(1) }),
      start,
    ],
    [
      "needs no action if the last check is less than ten minutes old",
      decided({ ...loggedIn, last_auth_check_at: ago(9.9) }),
      noAction,
    ],
    [
      "accepts the deprecated field for the last check's time",
      decided({ ...loggedIn, last_auth_at: ago(1) }),
      noAction,
    ],
    [
      "needs no action if a login succeeded within ten minutes",
      decided(loggedIn, logins(entry("SUCCESS", 15, { updated_at: ago(9) }))),
      noAction,
    ],
    [
      "starts no login if an expired one began within ten minutes",
      decided(expired, logins(entry("IN_PROGRESS", 3))),
      recent(3),
    ],
    [
      "starts no login within ten minutes of a failed one",
      decided(failedBySms, logins(failedAgo(25, { updated_at: ago(9) }))),
      needsAfter("sms_code_required"),
    ],
    [
      "starts no login soon after a failure even if status is AUTHENTICATED",
      decided(loggedIn, logins(failedAgo(5))),
      needsAfter("sms_code_required"),
    ],
    [
      "starts no login within ten minutes of an expired one",
      decided(loggedOut, logins(entry("EXPIRED", 9))),
      needsAs("expired"),
    ],
    [
      "starts no login within ten minutes of a canceled one",
      decided(loggedOut, logins(entry("CANCELED", 9))),
      needsAs("canceled"),
    ],
    [
      "starts no login within ten minutes of a successful one",
      decided(loggedOut, logins(entry("SUCCESS", 4))),
      recent(4),
    ],
    [
      "starts no login within ten minutes of a network error",
      decided(failed(), logins(entry("FAILED", 4, { error_code: "network_error" }))),
      cannot("network_error"),
    ],
    [
      "starts no login within ten minutes of an unlisted login request",
      decided(failedBySms, logins(failedAgo(600)), { startedAt: now - 2 * minute }),
      recent(2),
    ],
    [
      "starts no login within ten minutes of a request without a timeline",
      decided(loggedOut, none, { startedAt: now - 9 * minute }),
      recent(9),
    ],
    [
      "reports how the requested login ended",
      decided(failedBySms, logins(failedAgo(2)), { startedAt: now - 2 * minute }),
      needsAfter("sms_code_required"),
    ],
    [
      "starts no login after refused credentials without a timeline, even after user action",
      decided(failed("credentials_invalid"), none, { actedAt: now }),
      needsAfter("credentials_invalid"),
    ],
    [
      "uses the connection's error code if the timeline contains none",
      decided(failed("account_locked"), logins(entry("FAILED", 600))),
      cannot("account_locked"),
    ],
    [
      "starts no login after a rate-limited reauth, even if logged in",
      decided(
        { ...loggedIn, last_auth_check_at: ago(60) },
        logins(entry("FAILED", 600, { type: "reauth", error_code: "rate_limited" })),
      ),
      cannot("rate_limited"),
    ],
  ] as const)
    it(title, () => assert.deepEqual(decision, expected));

  for (const [code, refusal] of [
    ["account_locked", cannot("account_locked")],
    ["rate_limited", cannot("rate_limited")],
    ["credentials_invalid", needsAfter("credentials_invalid")],
    ["totp_code_rejected", needsAfter("totp_code_rejected")],
  ] as const) {
    it(`starts no login after a recent or old error ${code} until the user acts`, () => {
      const before = logins(entry("FAILED", 5000, { updated_at: ago(4990), error_code: code }));
      assert.deepEqual(decided(failed(code), before), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4991 * minute }), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4989 * minute }), start);
    });
  }

  it("starts no login within ten minutes of a failure, even after user action", () => {
    const before = logins(entry("FAILED", 5, { error_code: "credentials_invalid" }));
    assert.deepEqual(
      decided(failed("credentials_invalid"), before, { actedAt: now }),
      needsAfter("credentials_invalid"),
    );
  });

  it("requests user action only after failures that a person can resolve", () => {
    assert.deepEqual(decisionAfterEnd("EXPIRED", undefined), needsAs("expired"));
    assert.deepEqual(decisionAfterEnd("CANCELED", undefined), needsAs("canceled"));
    assert.deepEqual(decisionAfterEnd("FAILED", "something_new"), needsAfter("something_new"));
    for (const code of ["website_error", "browser_error", "internal_error", "flow_failed"])
      assert.deepEqual(decisionAfterEnd("FAILED", code), cannot(code));
  });
});
