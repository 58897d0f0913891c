import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TimelineEntry } from "../../../../src/api/login.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { decide, ended } from "../../../../src/domain/login/ensuring.ts";
import type { Decision, Remembered } from "../../../../src/domain/login/ensuring.ts";
import type { Logins } from "../../../../src/domain/login/login.ts";

const now = Date.UTC(2026, 10, 22, 10, 0, 0);
const minute = 60_000;
const ago = (minutes: number): string => new Date(now - minutes * minute).toISOString();

const entry = (status: string, minutes: number, more: object = {}) =>
  TimelineEntry.parse({ id: "l1", type: "login", status, timestamp: ago(minutes), ...more });
const logins = (...entries: readonly TimelineEntry[]): Logins => ({ kind: "logins", entries });
const none: Logins = { kind: "none" };

function decided(connection: object, before: Logins = logins(), remembered: Partial<Remembered> = {}) {
  return decide(
    ManagedAuth.parse({ id: "ma_1", ...connection }),
    before,
    { startedAt: undefined, actedAt: undefined, ...remembered },
    now,
  );
}

const loggedIn = { status: "AUTHENTICATED" };
const loggedOut = { status: "NEEDS_AUTH" };
const failed = (code?: string) => ({ ...loggedOut, flow_status: "FAILED", error_code: code });
const recent = (minutes: number): Decision => ({
  kind: "cannot",
  why: { kind: "recent", until: now + (10 - minutes) * minute },
});
const needs = (kind: "failed" | "expired" | "canceled", code?: string): Decision =>
  kind === "failed" ? { kind: "needsPerson", need: { kind, code } } : { kind: "needsPerson", need: { kind } };

describe("making sure", () => {
  const cases: readonly (readonly [what: string, made: Decision, expected: Decision])[] = [
    [
      "is done where it was checked within ten minutes",
      decided({ ...loggedIn, last_auth_check_at: ago(9.9) }),
      { kind: "loggedIn" },
    ],
    [
      "goes by the older name of the last check, too",
      decided({ ...loggedIn, last_auth_at: ago(1) }),
      { kind: "loggedIn" },
    ],
    [
      "starts a login where the check is ten minutes old",
      decided({ ...loggedIn, last_auth_check_at: ago(10) }),
      { kind: "start" },
    ],
    [
      "starts a login where nothing was checked, or when cannot be read",
      decided({ ...loggedIn, last_auth_check_at: "soon" }),
      { kind: "start" },
    ],
    [
      "takes no check of a connection that needs a login for one of a login",
      decided({ ...loggedOut, last_auth_check_at: ago(1) }),
      { kind: "start" },
    ],
    [
      "takes a status that nobody knows for none",
      decided({ status: "MAYBE", last_auth_check_at: ago(1) }),
      { kind: "start" },
    ],
    [
      "is done where a login ended well within ten minutes",
      decided(loggedIn, logins(entry("SUCCESS", 15, { updated_at: ago(9) }))),
      { kind: "loggedIn" },
    ],
    [
      "observes a login that runs",
      decided({ ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(-5) }),
      { kind: "observe" },
    ],
    [
      "observes a login that runs for as long as nobody says",
      decided({ ...loggedIn, last_auth_check_at: ago(20), flow_status: "IN_PROGRESS" }, none),
      { kind: "observe" },
    ],
    [
      "observes a login of a status that nobody knows until its time is up",
      decided({ ...loggedOut, flow_status: "PENDING", flow_expires_at: ago(-5) }),
      { kind: "observe" },
    ],
    [
      "observes a login of a status that nobody knows, and without a time",
      decided({ ...loggedOut, flow_status: "PENDING" }),
      { kind: "observe" },
    ],
    [
      "observes a login that began after the connection was read",
      decided({ ...loggedOut, flow_status: "EXPIRED" }, logins(entry("IN_PROGRESS", 0.1))),
      { kind: "observe" },
    ],
    [
      "starts a login where the one in progress is past its time",
      decided(
        { ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(1) },
        logins(entry("IN_PROGRESS", 21)),
      ),
      { kind: "start" },
    ],
    [
      "starts none where the one in progress began within ten minutes, whatever its time",
      decided(
        { ...loggedOut, flow_status: "IN_PROGRESS", flow_expires_at: ago(1) },
        logins(entry("IN_PROGRESS", 3)),
      ),
      recent(3),
    ],
    ["starts a login where none was", decided(loggedOut), { kind: "start" }],
    [
      "starts a login where the last one failed otherwise long ago",
      decided(failed("sms_code_required"), logins(entry("FAILED", 30, { error_code: "sms_code_required" }))),
      { kind: "start" },
    ],
    [
      "starts a login where the last one was refused, but one after that was not",
      decided(loggedOut, logins(entry("SUCCESS", 60), entry("FAILED", 90, { error_code: "account_locked" }))),
      { kind: "start" },
    ],
    [
      "starts no second one within ten minutes of the first, which failed",
      decided(
        failed("sms_code_required"),
        logins(entry("FAILED", 25, { updated_at: ago(9), error_code: "sms_code_required" })),
      ),
      needs("failed", "sms_code_required"),
    ],
    ["nor of one that nobody finished", decided(loggedOut, logins(entry("EXPIRED", 9))), needs("expired")],
    ["nor of one that was called off", decided(loggedOut, logins(entry("CANCELED", 9))), needs("canceled")],
    ["nor of one that ended well", decided(loggedOut, logins(entry("SUCCESS", 4))), recent(4)],
    [
      "nor of one that broke off at the service",
      decided(failed(), logins(entry("FAILED", 4, { error_code: "network_error" }))),
      { kind: "cannot", why: { kind: "failed", code: "network_error" } },
    ],
    [
      "nor of one that was sent and is not in the timeline",
      decided(
        failed("sms_code_required"),
        logins(entry("FAILED", 600, { error_code: "sms_code_required" })),
        { startedAt: now - 2 * minute },
      ),
      recent(2),
    ],
    [
      "nor of one that was sent where there is no timeline",
      decided(loggedOut, none, { startedAt: now - 9 * minute }),
      recent(9),
    ],
    [
      "starts one ten minutes after the one that was sent",
      decided(loggedOut, none, { startedAt: now - 10 * minute }),
      { kind: "start" },
    ],
    [
      "tells how the one that was sent ended",
      decided(failed("sms_code_required"), logins(entry("FAILED", 2, { error_code: "sms_code_required" })), {
        startedAt: now - 2 * minute,
      }),
      needs("failed", "sms_code_required"),
    ],
    [
      "starts none where the last one was refused, though there is no timeline and the user did something",
      decided(failed("credentials_invalid"), none, { actedAt: now }),
      needs("failed", "credentials_invalid"),
    ],
    [
      "goes by the connection where its timeline does not say why",
      decided(failed("account_locked"), logins(entry("FAILED", 600))),
      { kind: "cannot", why: { kind: "failed", code: "account_locked" } },
    ],
    [
      "does not take the error of an earlier login for one of the last",
      decided({ ...failed("account_locked") }, logins(entry("EXPIRED", 600))),
      { kind: "start" },
    ],
    [
      "asks no website again that refused a re-authentication, though a check says that it is logged in",
      decided(
        { ...loggedIn, last_auth_check_at: ago(60) },
        logins(entry("FAILED", 600, { type: "reauth", error_code: "rate_limited" })),
      ),
      { kind: "cannot", why: { kind: "failed", code: "rate_limited" } },
    ],
  ];
  for (const [what, made, expected] of cases) it(what, () => assert.deepEqual(made, expected));

  const refusals: readonly (readonly [string, Decision])[] = [
    ["account_locked", { kind: "cannot", why: { kind: "failed", code: "account_locked" } }],
    ["rate_limited", { kind: "cannot", why: { kind: "failed", code: "rate_limited" } }],
    ["credentials_invalid", needs("failed", "credentials_invalid")],
    ["totp_code_rejected", needs("failed", "totp_code_rejected")],
  ];
  for (const [code, refusal] of refusals) {
    it(`starts none after ${code}, however long ago, until the user does something`, () => {
      const before = logins(entry("FAILED", 5000, { updated_at: ago(4990), error_code: code }));
      assert.deepEqual(decided(failed(code), before), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4991 * minute }), refusal);
      assert.deepEqual(decided(failed(code), before, { actedAt: now - 4989 * minute }), { kind: "start" });
    });
  }

  it("holds its ten minutes whatever the user did", () => {
    const before = logins(entry("FAILED", 5, { error_code: "credentials_invalid" }));
    assert.deepEqual(
      decided(failed("credentials_invalid"), before, { actedAt: now }),
      needs("failed", "credentials_invalid"),
    );
  });

  it("asks for a person after a failure that one can mend, and for nobody after another", () => {
    assert.deepEqual(ended("EXPIRED", undefined), needs("expired"));
    assert.deepEqual(ended("CANCELED", undefined), needs("canceled"));
    assert.deepEqual(ended("FAILED", "something_new"), needs("failed", "something_new"));
    for (const code of ["website_error", "browser_error", "internal_error", "flow_failed"])
      assert.deepEqual(ended("FAILED", code), { kind: "cannot", why: { kind: "failed", code } });
  });
});
