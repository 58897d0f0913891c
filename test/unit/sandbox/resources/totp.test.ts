// Tests one-time codes with the examples of RFC 6238, appendix B, and secrets with those of RFC 4648, section 10.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { normalizeTotpSecret, totpCodeAt } from "../../../../src/sandbox/resources/credentials.ts";

describe("totpCodeAt", () => {
  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const)
    it(`returns ${code} after ${seconds} seconds, as in RFC 6238`, () =>
      assert.equal(totpCodeAt("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", seconds * 1000).code, code));

  it("returns the time at which the 30-second period ends", () => {
    const at = (now: number): number => totpCodeAt("MZXW6YTBOI", now).expiresAt;
    assert.deepEqual([at(0), at(29_999), at(30_000)], [30_000, 30_000, 60_000]);
  });

  it("accepts secrets of any length", () => {
    for (const secret of ["A", "MY", "MZX", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBO"])
      assert.match(totpCodeAt(secret, 0).code, /^\d{6}$/);
  });
});

describe("normalizeTotpSecret", () => {
  it("removes spaces, hyphens and padding and returns upper case", () => {
    for (const input of ["mzxw 6ytb-oi======", "\tMZXW6YTBOI\n"])
      assert.equal(normalizeTotpSecret(input), "MZXW6YTBOI");
  });

  for (const input of ["", " - =", "MZXW1", "MZ=XW"])
    it(`returns undefined for the invalid secret "${input}"`, () =>
      assert.equal(normalizeTotpSecret(input), undefined));
});
