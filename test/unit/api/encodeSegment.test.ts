import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { encodeSegment } from "../../../src/api/encodeSegment.ts";
import { serviceUrl } from "../../../src/api/serviceUrl.ts";
import { encodedNames, mutants, names, refusedNames, type Encoder } from "./names.ts";

const prefix = "/v1/telemetry/destinations/";

/** Whatever is encoded stays one segment that means exactly the name, for every URL parser. */
function staysOneSegment(encoder: Encoder): void {
  fc.assert(
    fc.property(names, (name) => {
      const result = encoder(name);
      if (!result.ok) return;
      assert.match(result.encoded, /^[A-Za-z0-9%._~-]+$/);
      const url = new URL(`https://api.example.test${prefix}${result.encoded}`);
      assert.equal(url.pathname, prefix + result.encoded);
      assert.equal(url.search + url.hash, "");
      assert.equal(url.pathname.split("/").length, 5);
      assert.equal(decodeURIComponent(result.encoded), name);
      assert.equal(serviceUrl(new URL("https://api.example.test/v1"), url.pathname.slice(3))?.href, url.href);
    }),
    { numRuns: 20_000, seed: 20261120 },
  );
}

describe("a path segment", () => {
  for (const [name, encoded] of encodedNames) {
    it(`${JSON.stringify(name.slice(0, 30))} is sent as ${encoded.slice(0, 30)}`, () => {
      assert.deepEqual(encodeSegment(name), { ok: true, encoded });
    });
  }

  for (const [name, reason] of refusedNames) {
    it(`${JSON.stringify(name.slice(0, 30))} is refused: ${reason}`, () => {
      assert.deepEqual(encodeSegment(name), { ok: false, reason });
    });
  }

  it("means its name and nothing else", () => {
    staysOneSegment(encodeSegment);
  });

  for (const [what, { encode, means }] of Object.entries(mutants)) {
    it(`is not encoded by an encoder ${what}`, () => {
      const wrong = [
        ...encodedNames.map(([name, encoded]) => [name, { ok: true, encoded }] as const),
        ...refusedNames.map(([name, reason]) => [name, { ok: false, reason }] as const),
      ].filter(([name, right]) => !isDeepStrictEqual(encode(name), right));
      assert.notDeepEqual(wrong, [], "a row of the table");
      if (!means) assert.throws(() => staysOneSegment(encode), "the property");
    });
  }
});

describe("a service URL", () => {
  for (const path of [
    "/..",
    "/a/../b",
    "/%2e%2e",
    "/a?b",
    "/a#b",
    "/a\\b",
    "/a\nb",
    "@evil.example/",
    ".evil.example/",
    ":8/x",
  ]) {
    it(`is not built from ${JSON.stringify(path)}`, () => {
      assert.equal(serviceUrl(new URL("https://api.example.test"), path), undefined);
    });
  }

  it("keeps the path of its base", () => {
    assert.equal(
      serviceUrl(new URL("https://api.example.test/a/b"), "/org/x")?.href,
      "https://api.example.test/a/b/org/x",
    );
    assert.equal(serviceUrl(new URL("http://[::1]:80/"), "/org/x")?.href, "http://[::1]/org/x");
  });
});
