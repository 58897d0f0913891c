import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { interpretBody, readBodyBytes } from "../../../src/api/body.ts";
import { longestString, parseJson, responseCaps } from "../../../src/api/json.ts";
import { maskFor } from "../../../src/api/token.ts";

const secret = maskFor("sk_canary_of_json");
const emptyMask = maskFor("");

function interpret(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  decoded = false,
  statusCode = 200,
) {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const response = { statusCode, headers, body: none() };
  return interpretBody(response, { bytes, complete: true }, { caps: responseCaps.resource, secret, decoded });
}

// eslint-disable-next-line @typescript-eslint/require-await -- bodies are async by nature
async function* none(): AsyncGenerator<Uint8Array> {
  yield* [];
}

describe("interpretBody", () => {
  const json = { kind: "json", value: { a: 1 } };
  const unreadable = (reason: string) => ({ kind: "unreadable", reason });
  for (const [responseKind, body, expected] of [
    ["JSON", interpret(`{"a":1}`), json],
    ["an empty body", interpret(""), { kind: "empty" }],
    ["JSON after a byte order mark", interpret(`\ufeff{"a":1}`), json],
    ["JSON as text/plain", interpret(`{"a":1}`, { "content-type": "text/plain" }), json],
    [
      "a success declared as HTML",
      interpret(`{"a":1}`, { "content-type": "Text/HTML; charset=x" }),
      { kind: "html" },
    ],
    ["an error declared as HTML", interpret(`{"a":1}`, { "content-type": "text/html" }, false, 400), json],
    [
      "an HTML page declared as JSON",
      interpret("\ufeff\r\n <p>", { "content-type": "application/json" }),
      { kind: "html" },
    ],
    ["XHTML", interpret("x", { "content-type": "application/xhtml+xml" }), { kind: "html" }],
    ["truncated JSON", interpret(`{"a":`), unreadable("json")],
    ["NDJSON", interpret(`{"a":1}\n{"a":2}`), unreadable("json")],
    ["JSON with an anti-hijacking prefix", interpret(`)]}'\n{"a":1}`), unreadable("json")],
    ["NaN", interpret("NaN"), unreadable("json")],
    ["UTF-16", interpret(Buffer.from(`\ufeff{"a":1}`, "utf16le")), unreadable("encoding")],
    ["invalid UTF-8", interpret(Buffer.from([0x22, 0xc3, 0x28, 0x22])), unreadable("encoding")],
    [
      "gzip that was not requested",
      interpret(`{"a":1}`, { "content-encoding": "gzip" }),
      unreadable("encoding"),
    ],
    ["gzip that fetch has already decoded", interpret(`{"a":1}`, { "content-encoding": "gzip" }, true), json],
    ["the encoding identity", interpret(`{"a":1}`, { "content-encoding": "identity" }), json],
    [
      "the encoding identity in another spelling",
      interpret(`{"a":1}`, { "content-encoding": " Identity" }),
      json,
    ],
    ["an empty body declared as HTML", interpret("", { "content-type": "text/html" }), { kind: "html" }],
    [
      "an empty 204 declared as HTML",
      interpret("", { "content-type": "text/html" }, false, 204),
      { kind: "empty" },
    ],
    [
      "an empty error declared as HTML",
      interpret("", { "content-type": "text/html" }, false, 401),
      { kind: "empty" },
    ],
    [
      "an error in plain text",
      interpret("No, sk_canary_of_json.", { "content-type": "text/plain" }, false, 400),
      { ...unreadable("json"), text: "No, [token]." },
    ],
    ["duplicate keys", interpret(`{"a":2,"a":1}`), json],
  ] as const)
    it(`classifies ${responseKind} as ${expected.kind}`, () => assert.deepEqual(body, expected));
});

/** Counts levels and values of a parsed value. */
function sizeOf(value: unknown): { depth: number; nodes: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, nodes: 1 };
  const sizes = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    nodes: 1 + sizes.reduce((sum, { nodes }) => sum + nodes, 0),
  };
}

describe("parseJson", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  it("accepts 32 levels of nesting but not 33", () => {
    assert.ok(parseJson(nested(32), responseCaps.resource, emptyMask));
    assert.equal(parseJson(nested(33), responseCaps.resource, emptyMask), undefined);
    assert.equal(parseJson(nested(500_000), responseCaps.resource, emptyMask), undefined);
  });

  it("accepts the maximum number of nodes", () => {
    const flat = (nodes: number) => JSON.stringify(Array.from({ length: nodes - 1 }, () => 0));
    assert.ok(parseJson(flat(10_000), responseCaps.resource, emptyMask));
    assert.equal(parseJson(flat(10_001), responseCaps.resource, emptyMask), undefined);
    assert.ok(parseJson(flat(200_000), responseCaps.list, emptyMask));
    assert.equal(parseJson(flat(200_001), responseCaps.list, emptyMask), undefined);
  });

  it("enforces the limits for nodes and depth exactly", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const size = sizeOf(JSON.parse(text));
        assert.notEqual(longestString(text, size), undefined, text);
        assert.equal(longestString(text, { ...size, nodes: size.nodes - 1 }), undefined, text);
        if (size.depth > 0)
          assert.equal(longestString(text, { ...size, depth: size.depth - 1 }), undefined, text);
      }),
    );
  });

  it("drops strings and keys longer than 64 Ki characters", () => {
    const read = (value: unknown) =>
      parseJson(JSON.stringify(value), responseCaps.resource, emptyMask)?.value;
    const [fits, long] = ["a".repeat(65_536), "a".repeat(65_537)];
    for (const value of [[fits], { [fits]: 1 }, fits]) assert.deepEqual(read(value), value);
    assert.deepEqual(read([{ id: 1, note: long }, { id: 2 }]), [{ id: 1 }, { id: 2 }]);
    assert.deepEqual(read({ list: ["a", long, "b"], [long]: 1 }), { list: ["a", null, "b"] });
    assert.equal(read(long), null);
  });

  it("drops __proto__ keys", () =>
    assert.deepEqual(
      parseJson(`{"__proto__":{"admin":true},"a":{"__proto__":1}}`, responseCaps.resource, emptyMask),
      { value: { a: {} } },
    ));

  it("masks the token and returns all other content unchanged", () => {
    const read = parseJson(
      `["sk_canary_of_json",{"x sk_canary_of_json":1,"b":"<sk_canary_of_json>"}]`,
      responseCaps.resource,
      secret,
    );
    assert.deepEqual(read, { value: ["[token]", { b: "<[token]>" }] });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("__proto__"));
        assert.deepEqual(parseJson(text, responseCaps.resource, secret), {
          value: JSON.parse(text) as unknown,
        });
      }),
    );
  });

  it("doesn't mask a token shorter than eight characters", () => {
    assert.deepEqual(parseJson(`"abcdefg"`, responseCaps.resource, maskFor("abcdefg")), { value: "abcdefg" });
    assert.deepEqual(parseJson(`"abcdefgh"`, responseCaps.resource, maskFor("abcdefgh")), {
      value: "[token]",
    });
  });
});

describe("readBodyBytes", () => {
  it("stops reading at the size limit and releases the connection", async () => {
    let chunkCount = 0;
    let released = false;
    // eslint-disable-next-line @typescript-eslint/require-await -- bodies are async by nature
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.alloc(1000, ++chunkCount);
      } finally {
        released = true;
      }
    }
    const read = await readBodyBytes(endless(), 10_500);
    assert.equal(read.complete, false);
    assert.equal(read.bytes.length, 10_500);
    assert.equal(chunkCount, 11);
    assert.ok(released);
  });

  it("accepts a body of exactly the maximum size", async () => {
    // eslint-disable-next-line @typescript-eslint/require-await -- bodies are async by nature
    async function* exact(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("ab");
      yield Buffer.from("c");
    }
    const read = await readBodyBytes(exact(), 3);
    assert.deepEqual(
      { ...read, bytes: Buffer.from(read.bytes).toString() },
      { bytes: "abc", complete: true },
    );
  });
});
