import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { encodeQuery, encodePathSegment, serviceUrl } from "../../../src/api/requestUrl.ts";
import { encodedNames, type Encoder, mutants, names, refusedNames } from "./names.ts";
import { withInput } from "../../support/withInput.ts";

const prefix = "/v1/telemetry/destinations/";

/** Asserts that any encoded name is one segment that URL parsers decode to exactly that name. */
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

describe("encodePathSegment", () => {
  for (const [input, name, encoded] of withInput(encodedNames))
    it(`encodes the name ${input}`, () => assert.deepEqual(encodePathSegment(name), { ok: true, encoded }));

  for (const [input, name, reason] of withInput(refusedNames))
    it(`rejects the name ${input} with the reason ${reason}`, () =>
      assert.deepEqual(encodePathSegment(name), { ok: false, reason }));

  it("returns a segment that decodes to the same name", () => {
    staysOneSegment(encodePathSegment);
  });

  for (const [fault, { encode, means }] of Object.entries(mutants))
    it(`differs from an encoder ${fault} for at least one tested name`, () => {
      const wrong = [
        ...encodedNames.map(([name, encoded]) => [name, { ok: true, encoded }] as const),
        ...refusedNames.map(([name, reason]) => [name, { ok: false, reason }] as const),
      ].filter(([name, right]) => !isDeepStrictEqual(encode(name), right));
      assert.notDeepEqual(wrong, [], "a row of the table");
      if (!means) assert.throws(() => staysOneSegment(encode), "the property");
    });
});

describe("serviceUrl", () => {
  for (const [input, path] of withInput([
    ["/.."],
    ["/a/../b"],
    ["/%2e%2e"],
    ["/a?b"],
    ["/a#b"],
    ["/a\\b"],
    ["/a\nb"],
    ["@evil.example/"],
    [".evil.example/"],
    [":8/x"],
  ]))
    it(`rejects the path ${input}`, () =>
      assert.equal(serviceUrl(new URL("https://api.example.test"), path), undefined));

  it("appends the path to the base URL's path", () => {
    assert.equal(
      serviceUrl(new URL("https://api.example.test/a/b"), "/org/x")?.href,
      "https://api.example.test/a/b/org/x",
    );
    assert.equal(serviceUrl(new URL("http://[::1]:80/"), "/org/x")?.href, "http://[::1]/org/x");
  });
});

// Query parameters.

const base = "https://api.example.test/v1";

describe("encodeQuery", () => {
  it("omits empty values and keeps the order", () => {
    assert.equal(encodeQuery({ query: "", name: undefined, limit: 20, offset: 0 }), "limit=20&offset=0");
    assert.equal(encodeQuery({}), "");
  });

  it("round-trips values without changing the path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), (query) => {
        const encoded = encodeQuery({ query, limit: 1 });
        assert.ok(encoded !== undefined);
        assert.match(encoded, /^[\w.~%&=-]+$/);
        const url = serviceUrl(new URL(base), "/profiles", encoded);
        assert.ok(url);
        assert.equal(url.href, `${base}/profiles?${encoded}`);
        assert.deepEqual(
          [...url.searchParams],
          [
            ["query", query],
            ["limit", "1"],
          ],
        );
      }),
    );
  });

  it("rejects a short value only if it contains a lone surrogate", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), fc.boolean(), (text, broken) => {
        const query = broken ? `${text}\udc00\ud800` : text;
        assert.equal(encodeQuery({ query }) === undefined, !query.isWellFormed());
      }),
    );
  });

  it("rejects a value of more than 2048 characters after encoding", () => {
    assert.equal(encodeQuery({ query: "x".repeat(2048) })?.length, 2054);
    assert.equal(encodeQuery({ query: "x".repeat(2049) }), undefined);
    assert.equal(encodeQuery({ query: " ".repeat(682) })?.length, 2052);
    assert.equal(encodeQuery({ query: " ".repeat(683) }), undefined);
  });
});

describe("serviceUrl with a query", () => {
  for (const [input, query] of withInput([["a=1#b"], ["a='"], ["a= "], ["a=\n1"], ["a=é"]]))
    it(`rejects the query ${input}, which the URL parser would change`, () =>
      assert.equal(serviceUrl(new URL(base), "/profiles", query), undefined));

  it("accepts a query only as a separate argument and leaves the path unchanged", () => {
    assert.equal(serviceUrl(new URL(base), "/profiles?a=1"), undefined);
    assert.equal(serviceUrl(new URL(base), "/profiles", "a=../..")?.pathname, "/v1/profiles");
  });
});
