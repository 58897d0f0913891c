import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError, CommonErrorFields } from "../../../../src/api/errors.ts";
import { describeError, quotedServiceMessages } from "../../../../src/editor/words/errors.ts";
import { describeFailure } from "../../../../src/editor/catalogue/failures.ts";

const errorFields: CommonErrorFields = {
  sent: "refused",
  status: 400,
  code: "SERVICE_CODE",
  message: "SERVICE MESSAGE",
  details: [{ code: "DETAIL_CODE", message: "DETAIL MESSAGE" }],
  inner_error: { code: "INNER_CODE", message: "INNER MESSAGE" },
};
const host = "api.example.com";

/** All kinds of errors, with a pattern that their text must match. */
const errorCases: readonly (readonly [error: ApiError, names: RegExp])[] = [
  [{ kind: "unauthorized", ...errorFields }, /refused this token/],
  [{ kind: "unauthorized", sent: "no", reason: "missing" }, /aren't signed in/],
  [{ kind: "unauthorized", sent: "no", reason: "store" }, /secret storage/],
  [{ kind: "unauthorized", sent: "no", reason: "malformed" }, /stored token/],
  [{ kind: "forbidden", ...errorFields }, /token or plan/],
  [{ kind: "notFound", ...errorFields }, /found no match/],
  [
    { kind: "notFound", sent: "refused", code: "projects_disabled", missing: "project" },
    /Projects are disabled/,
  ],
  [
    { kind: "notFound", sent: "refused", code: "project_not_found", missing: "project" },
    /doesn't exist or is archived/,
  ],
  [{ kind: "conflict", ...errorFields }, /conflict/],
  [{ kind: "invalid", ...errorFields }, /input\nCorrect and resend these values/],
  [{ kind: "invalid", sent: "refused", status: 400 }, /input\nThe service gave no readable reason\./],
  [
    { kind: "invalid", ...errorFields, code: "sdk_upgrade_required" },
    /version of the extension\nCheck for an update/,
  ],
  [
    { kind: "refused", ...errorFields, status: 451 },
    /refused the request \(status 451\)\nFollow the service.s message,/,
  ],
  [{ kind: "refused", sent: "refused", status: 405 }, /status 405\)\nThe service gave no readable reason\./],
  [{ kind: "refused", ...errorFields, status: 402 }, /requires payment/],
  [{ kind: "refused", sent: "refused", status: 426 }, /version of the extension\nCheck for an update/],
  [{ kind: "invalid", sent: "no", reason: "request" }, /answer is missing/],
  [{ kind: "invalid", sent: "no", reason: "pathSegment" }, /can't be part of an address/],
  [{ kind: "invalid", sent: "no", reason: "baseUrl" }, /base URL/],
  [{ kind: "limited", ...errorFields }, /Too many requests/],
  [{ kind: "limited", sent: "refused", retryAfterSeconds: 90 }, /90 seconds/],
  [{ kind: "limited", sent: "refused", retryAfterSeconds: 3600 }, /1 hour/],
  [{ kind: "offline", sent: "no", reason: "ENOTFOUND", host }, /Can.t find api\.example\.com/],
  [{ kind: "offline", sent: "no", reason: "ECONNREFUSED", host }, /api\.example\.com refused/],
  [
    { kind: "offline", sent: "no", reason: "net::ERR_NAME_NOT_RESOLVED", host },
    /Can.t find api\.example\.com/,
  ],
  [
    { kind: "offline", sent: "no", reason: "net::ERR_CONNECTION_REFUSED", host },
    /refused[^]*may not be running/,
  ],
  [
    { kind: "offline", sent: "no", reason: "UNPROVEN", host },
    /another program answers at api\.example\.com[^]*Not sent[^]*restart the sandbox/,
  ],
  [
    { kind: "offline", sent: "unknown", reason: "ECONNRESET", host },
    /api\.example\.com failed \(ECONNRESET\)/,
  ],
  [
    { kind: "timeout", sent: "unknown", afterMs: 60_000, host },
    /api\.example\.com didn.t answer within 1 minute/,
  ],
  [
    { kind: "timeout", sent: "no", status: 200, afterMs: 60_000, host, idle: true },
    /api\.example\.com sent no data for 1 minute/,
  ],
  [
    { kind: "certificate", sent: "no", reason: "CERT_HAS_EXPIRED", host },
    /api\.example\.com isn't trusted \(CERT_HAS_EXPIRED\)[^]*date and time/,
  ],
  [
    { kind: "certificate", sent: "no", reason: "SELF_SIGNED_CERT_IN_CHAIN", host },
    /http\.systemCertificates/,
  ],
  [
    { kind: "certificate", sent: "no", reason: "ERR_TLS_CERT_ALTNAME_INVALID", host },
    /belongs to another host/,
  ],
  [{ kind: "certificate", sent: "no", reason: "net::ERR_CERT_DATE_INVALID", host }, /date and time/],
  [
    { kind: "certificate", sent: "no", reason: "net::ERR_CERT_COMMON_NAME_INVALID", host },
    /belongs to another host/,
  ],
  [
    { kind: "certificate", sent: "no", reason: "NODE_TLS_REJECT_UNAUTHORIZED", host },
    /Not sent: certificate checks are off for api\.example\.com[^]*NODE_TLS_REJECT_UNAUTHORIZED=0/,
  ],
  [{ kind: "proxyLogin", sent: "no", status: 407 }, /http\.proxyAuthorization/],
  [{ kind: "proxyRefused", sent: "no" }, /proxy blocked the request\n/],
  [{ kind: "proxyRefused", sent: "no", proxyStatus: 502 }, /proxy blocked .+ \(status 502\)[^]*http\.proxy/],
  [{ kind: "redirected", sent: "unknown", host: "evil.example" }, /evil\.example/],
  [{ kind: "redirected", sent: "unknown" }, /redirect/],
  [{ kind: "tooLarge", sent: "unknown", capBytes: 1_048_576 }, /too large/],
  [{ kind: "unreadable", sent: "unknown", reason: "html" }, /web page/],
  [{ kind: "unreadable", sent: "unknown", reason: "protocol" }, /can't read/],
  [{ kind: "unreadable", sent: "unknown", reason: "encoding" }, /can't read/],
  [{ kind: "unreadable", sent: "unknown", reason: "json" }, /can't read/],
  [{ kind: "unreadable", sent: "unknown", reason: "shape" }, /can't read/],
  [{ kind: "server", ...errorFields, status: 502 }, /status 502/],
  [{ kind: "server", sent: "unknown" }, /service failed/],
];

describe("describeError", () => {
  for (const [error, { source: words }] of errorCases)
    it(`explains an error of kind "${error.kind}" with the words: ${words}`, () => {
      const { advice, headline } = describeError(error);
      const text = [headline, ...advice].join("\n");
      assert.match(text, new RegExp(words));
      assert.match(headline, /^\S.*[^.\s]$/, "a headline has no full stop");
      assert.ok(advice.length > 0);
      for (const sentence of advice) assert.match(sentence, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, /undefined|null|NaN|\[object|\{\d/);
      assert.doesNotMatch(text, /SERVICE|DETAIL|INNER/, "the service's words stand elsewhere");
    });

  it("returns a distinct headline for each kind of error", () => {
    const first = new Map(errorCases.map(([error]) => [error.kind, describeError(error).headline]));
    assert.equal(first.size, 16);
    assert.equal(new Set(first.values()).size, 16);
  });

  for (const [error, remedies] of [
    [{ kind: "unauthorized", sent: "refused" }, "signIn"],
    [{ kind: "unauthorized", sent: "no", reason: "store" }, "retry"],
    [{ kind: "forbidden", sent: "refused" }, "explain"],
    [{ kind: "server", sent: "unknown" }, "retry"],
    [{ kind: "certificate", sent: "no", reason: "X", host }, ""],
    [{ kind: "conflict", sent: "refused" }, ""],
  ] as const satisfies readonly (readonly [ApiError, string])[])
    it(`offers the remedies "${remedies}" for an error of kind "${error.kind}"`, () => {
      assert.equal(describeError(error).remedies.join(), remedies);
    });

  it("renders hosts and external reasons as plain text", () => {
    const hostile = "[a](command:x)\n$(b)";
    for (const error of [
      { kind: "redirected", sent: "unknown", host: hostile },
      { kind: "timeout", sent: "unknown", afterMs: 1000, host: hostile },
      { kind: "certificate", sent: "no", host: hostile, reason: hostile },
      { kind: "offline", sent: "no", host: hostile, reason: hostile },
      { kind: "offline", sent: "no", host: hostile, reason: "ENOTFOUND" },
      { kind: "offline", sent: "no", host: hostile, reason: "ECONNREFUSED" },
    ] as const satisfies readonly ApiError[]) {
      const { headline } = describeError(error);
      assert.doesNotMatch(headline, /\]\(|\n|\$\(/);
      assert.match(headline, /\[a\] \(command:x\)/);
    }
  });
});

describe("quotedServiceMessages", () => {
  it("quotes the message, all details and the inner error with their codes", () => {
    assert.deepEqual(quotedServiceMessages({ kind: "invalid", ...errorFields }), [
      '"SERVICE MESSAGE" (SERVICE_CODE)',
      '"DETAIL MESSAGE" (DETAIL_CODE)',
      '"INNER MESSAGE" (INNER_CODE)',
    ]);
  });

  it("omits messages and codes that are missing from the error", () => {
    assert.deepEqual(quotedServiceMessages({ kind: "invalid", sent: "refused" }), []);
    assert.deepEqual(quotedServiceMessages({ kind: "invalid", sent: "refused", code: "bad_request" }), [
      "bad_request",
    ]);
    assert.deepEqual(
      quotedServiceMessages({
        kind: "invalid",
        sent: "refused",
        details: [{ code: "too_short" }, {}, { message: "No." }],
      }),
      ["too_short", '"No."'],
    );
  });

  it("omits a detail that repeats the message", () => {
    assert.deepEqual(
      quotedServiceMessages({
        kind: "invalid",
        sent: "refused",
        message: "Bad.",
        details: [{ message: "Bad." }],
      }),
      ['"Bad."'],
    );
  });

  it("quotes five details and counts the remaining details", () => {
    const details = Array.from({ length: 12 }, (_, index) => ({ message: `Detail ${index + 1}` }));
    assert.deepEqual(quotedServiceMessages({ kind: "invalid", sent: "refused", message: "Bad.", details }), [
      '"Bad."',
      '"Detail 1"',
      '"Detail 2"',
      '"Detail 3"',
      '"Detail 4"',
      '"Detail 5"',
      "… and 7 more",
    ]);
  });
});

describe("describeFailure", () => {
  it("explains why the sandbox didn't start", () => {
    const { remedies, advice, headline } = describeFailure({ kind: "sandboxFailed", reason: "disk\nfull" });
    assert.equal(headline, "The sandbox didn't start");
    assert.equal(advice[0], "disk\uFFFDfull");
    assert.deepEqual(remedies, ["retry"]);
  });

  it("returns the same description as describeError for errors of the service", () => {
    const error: ApiError = { kind: "server", sent: "no", status: 500 };
    assert.deepEqual(describeFailure(error), describeError(error));
  });
});
