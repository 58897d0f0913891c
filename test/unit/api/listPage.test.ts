import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getConnection, listProfiles } from "../../../src/api/operations.ts";
import type { PageRequest } from "../../../src/api/listPage.ts";
import { mockedService } from "./mockedService.ts";
import { errorOf, valueOf } from "./support.ts";

const firstPage: PageRequest = { limit: 20, offset: 0 };

const { bench, calls, reply } = mockedService();

describe("The next offset of a list page", () => {
  type Headers = Partial<Record<"more" | "next", string | string[]>>;
  const rows = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ name: `p${at}` })));

  /** Rows on a page of two, the offset, the headers, and the expected next offset. */
  const cases: readonly [string, number, number, Headers, number | undefined][] = [
    ["headers with a next offset", 2, 4, { more: "true", next: "6" }, 6],
    ["headers that report the end", 2, 4, { more: "false", next: "0" }, undefined],
    ["x-has-more: False", 2, 0, { more: "False" }, undefined],
    ["x-has-more: false with an offset", 2, 0, { more: "false", next: "2" }, undefined],
    ["an offset beyond the end of the page", 2, 0, { more: "true", next: "7" }, 2],
    ["more rows after a short page", 1, 0, { more: "true", next: "1" }, 1],
    ["more rows without an offset", 1, 5, { more: "true" }, 6],
    ["an offset without x-has-more", 2, 0, { next: "2" }, 2],
    ["the offset 0 without x-has-more", 2, 0, { next: "0" }, undefined],
    ["a full page without headers", 2, 4, {}, 6],
    ["a short page without headers", 1, 4, {}, undefined],
    ["an oversized page without headers", 3, 0, {}, undefined],
    ["an offset equal to the current one", 2, 4, { more: "true", next: "4" }, 6],
    ["an offset before the current one", 2, 4, { more: "true", next: "2" }, 6],
    ["a negative offset", 2, 4, { more: "true", next: "-6" }, 6],
    ["a huge offset", 2, 4, { more: "true", next: "99999999999999999999" }, 6],
    ["a non-numeric offset", 2, 4, { more: "true", next: "six" }, 6],
    ["a hexadecimal offset", 2, 4, { more: "true", next: "0x10" }, 6],
    ["a fractional offset", 1, 4, { next: "6.5" }, undefined],
    ["an empty offset", 1, 4, { next: "" }, undefined],
    ["an invalid x-has-more on a full page", 2, 0, { more: "yes" }, 2],
    ["an invalid x-has-more on a short page", 1, 0, { more: "yes" }, undefined],
    ["headers that occur twice", 1, 0, { more: ["true", "true"], next: ["1", "9"] }, undefined],
    ["repeated headers that fetch joined with commas", 1, 0, { more: "true, true", next: "1, 9" }, undefined],
    ["more rows after an empty page", 0, 4, { more: "true", next: "6" }, 6],
    ["more rows after an empty page without an offset", 0, 4, { more: "true" }, undefined],
    ["more rows with the offset 0", 2, 4, { more: "true", next: "0" }, 6],
    ["a backward offset without x-has-more", 2, 4, { next: "2" }, undefined],
  ];

  for (const [input, count, offset, { more, next: named }, next] of cases)
    it(`is ${next} for ${input}`, async () => {
      reply(200, rows(count), {
        ...(more !== undefined && { "x-has-more": more }),
        ...(named !== undefined && { "x-next-offset": named }),
      });
      const { client, signal } = bench();
      const read = valueOf(await client.call(listProfiles, { query: { limit: 2, offset } }, signal));
      assert.equal(read.next, next);
      // A full page only suggests that there are more rows.
      assert.equal(read.more, more === "true" || input.startsWith("an offset without"));
      assert.equal(read.rows.length, count);
    });
});

describe("Size limits for list replies", () => {
  it("allow 8 MiB for a list but less for a single resource", async () => {
    // Strings of up to 64 Ki are accepted.
    const row = `{"name":"a","filler":"${"x".repeat(60_000)}"}`;
    const body = `[${Array.from({ length: 130 }, () => row).join(",")}]`;
    assert.ok(body.length > 7 * 1024 * 1024 && body.length < 8 * 1024 * 1024);
    reply(200, body).times(2);
    const { client, signal } = bench();
    assert.equal(valueOf(await client.call(listProfiles, { query: firstPage }, signal)).rows.length, 130);
    const error = errorOf(await client.call(getConnection, { path: { id: "ma_1" } }, signal));
    assert.deepEqual([error.kind, error.kind === "tooLarge" && error.capBytes], ["tooLarge", 1024 * 1024]);
  });

  it("reject more than 8 MiB", async () => {
    reply(200, `["${"x".repeat(8 * 1024 * 1024)}"]`);
    const { client, signal } = bench();
    const error = errorOf(await client.call(listProfiles, { query: firstPage }, signal));
    assert.deepEqual(error, { kind: "tooLarge", sent: "no", status: 200, capBytes: 8 * 1024 * 1024 });
    assert.equal(calls().length, 1, "and is not asked for again");
  });

  it("allow at most 200,000 nodes", async () => {
    const nodes = (count: number) => `[${Array.from({ length: count - 1 }, () => "1").join(",")}]`;
    reply(200, nodes(200_000));
    const { client, signal } = bench();
    assert.equal(valueOf(await client.call(listProfiles, { query: firstPage }, signal)).unreadable, 199_999);
    reply(200, nodes(200_001)).times(2);
    const error = errorOf(await client.call(listProfiles, { query: firstPage }, signal));
    assert.equal(error.kind === "unreadable" && error.reason, "json");
  });
});
