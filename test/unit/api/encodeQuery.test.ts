// Query parameters: what a server gets is what was meant, and nothing else.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeQuery } from "../../../src/api/encodeQuery.ts";
import { serviceUrl } from "../../../src/api/serviceUrl.ts";

const base = "https://api.example.test/v1";

describe("query parameters", () => {
  it("leave out what says nothing, and keep their order", () => {
    assert.equal(encodeQuery({ query: "", name: undefined, limit: 20, offset: 0 }), "limit=20&offset=0");
    assert.equal(encodeQuery({}), "");
  });

  it("arrive as they were meant, and lead nowhere else", () => {
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

  it("are refused whenever they hold half a character, and only then", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), fc.boolean(), (text, broken) => {
        const query = broken ? `${text}\udc00\ud800` : text;
        assert.equal(encodeQuery({ query }) === undefined, !query.isWellFormed());
      }),
    );
  });

  it("may have 2048 characters once they are encoded", () => {
    assert.equal(encodeQuery({ query: "x".repeat(2048) })?.length, 2054);
    assert.equal(encodeQuery({ query: "x".repeat(2049) }), undefined);
    assert.equal(encodeQuery({ query: " ".repeat(682) })?.length, 2052);
    assert.equal(encodeQuery({ query: " ".repeat(683) }), undefined);
  });
});

describe("an address with a query", () => {
  for (const query of ["a=1#b", "a='", "a= ", "a=\n1", "a=é"]) {
    it(`is none where a parser would send ${JSON.stringify(query)} as something else`, () => {
      assert.equal(serviceUrl(new URL(base), "/profiles", query), undefined);
    });
  }

  it("takes the query for no part of the path", () => {
    assert.equal(serviceUrl(new URL(base), "/profiles?a=1"), undefined);
    assert.equal(serviceUrl(new URL(base), "/profiles", "a=../..")?.pathname, "/v1/profiles");
  });
});
