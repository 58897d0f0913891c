import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRetryAfter } from "../../../src/api/statusFailure.ts";

const now = Date.UTC(2026, 10, 20, 10, 0, 0);

describe("parseRetryAfter", () => {
  for (const [value, date, ms] of [
    ["0", undefined, 0],
    ["5", undefined, 5000],
    ["0030", undefined, 30_000],
    ["9999999999", undefined, 9_999_999_999_000],
    ["Fri, 20 Nov 2026 10:00:07 GMT", undefined, 7000],
    ["Fri, 20 Nov 2026 09:59:59 GMT", undefined, 0],
    ["Fri, 20 Nov 2026 12:00:07 GMT", "Fri, 20 Nov 2026 12:00:00 GMT", 7000],
    ["Fri, 20 Nov 2026 10:00:07 GMT", "yesterday", 7000],
  ] as const)
    it(`parses the header value ${value} as ${ms} ms`, () =>
      assert.equal(parseRetryAfter(value, date, now), ms));

  for (const value of [
    ...["", "-5", "+5", "5.5", "5s", " 5", "5, 5", "1e3", "0x10", "99999999999", "soon", "Infinity"],
    ...["2026-11-20T10:00:07Z", "Fri, 20 Nov 2026 10:00:07", "Fri, 20 Nov 2026 10:00:07 UTC"],
    ...["Fri, 20 Nov 2026 10:00:07 +0000", "Friday, 20-Nov-26 10:00:07 GMT", "Fri Nov 20 10:00:07 2026"],
    ...["Sat, 20 Nov 2026 10:00:07 GMT", "Tue, 31 Feb 2026 10:00:07 GMT", "Fri, 20 Nov 2026 25:00:07 GMT"],
    ...["Fri, 20 nov 2026 10:00:07 GMT", "Sat, 01 Jan 10000 00:00:00 GMT"],
  ])
    it(`ignores the header value "${value}"`, () =>
      assert.equal(parseRetryAfter(value, undefined, now), undefined));
});
