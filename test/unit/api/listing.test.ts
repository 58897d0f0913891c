import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import * as z from "zod/mini";
import { nonEmptyText } from "../../../src/api/lenient.ts";
import { readPage, type ListPage, type PageRequest } from "../../../src/api/listPage.ts";
import { listAll, type Listing } from "../../../src/api/listing.ts";
import type { ApiError, Outcome } from "../../../src/api/errors.ts";
import { listProfiles } from "../../../src/api/operations.ts";
import { mockedService } from "./mockedService.ts";
import { column } from "../../support/rows.ts";

interface Row {
  readonly id: number | string;
}

const neverAborted = new AbortController().signal;
const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => ({ id: from + at }));
/** A page as the service returns it. By default, `more` is true if there is a next offset. */
const page = <T extends Row>(
  rows: readonly T[],
  next: number | undefined,
  unreadable = 0,
  more = next !== undefined,
): Outcome<ListPage<T>> => ({
  kind: "ok",
  value: { rows, unreadable, next, more },
  raw: undefined,
  status: 200,
});
const broken: ApiError = { kind: "server", sent: "no", status: 500 };

/** A fake service with `length` rows and the paging of the real one. */
function service(length: number) {
  const requests: PageRequest[] = [];
  const read = ({ limit, offset }: PageRequest): Promise<Outcome<ListPage<Row>>> => {
    requests.push({ limit, offset });
    const rows = rowsFrom(offset, Math.min(limit, length - offset));
    const end = offset + rows.length;
    return Promise.resolve(page(rows, end < length ? end : undefined));
  };
  return { read, requests };
}

/** Returns the outcomes one after the other, and the last one again and again. */
function scripted<T extends Row>(...outcomes: Outcome<ListPage<T>>[]) {
  let call = 0;
  const read = () => {
    const outcome = outcomes[Math.min(call++, outcomes.length - 1)];
    if (outcome === undefined) throw new Error("no outcome");
    return Promise.resolve(outcome);
  };
  return { read, calls: () => call };
}

describe("listAll", () => {
  it("reads a list to its end in overlapping pages of 100 rows", async () => {
    const { read, requests } = service(250);
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual(listing, { kind: "complete", rows: rowsFrom(0, 250), unreadable: 0, more: false });
    assert.deepEqual(requests, [
      { limit: 100, offset: 0 },
      { limit: 100, offset: 99 },
      { limit: 100, offset: 198 },
    ]);
  });

  it("reads an empty list with one request", async () => {
    const { read, requests } = service(0);
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual(listing, { kind: "complete", rows: [], unreadable: 0, more: false });
    assert.equal(requests.length, 1);
  });

  it("stops after maxRows rows and reports that more rows exist", async () => {
    const { read, requests } = service(10_000);
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["cut", 1000, true]);
    assert.deepEqual(requests.at(-1), { limit: 10, offset: 990 });
  });

  it("requests only the remaining rows on the last page", async () => {
    const { read, requests } = service(10_000);
    const listing = await listAll(read, { maxRows: 130 }, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length], ["cut", 130]);
    assert.deepEqual(requests.at(-1), { limit: 31, offset: 99 });
  });

  it("treats a list of exactly maxRows rows as complete", async () => {
    const listing = await listAll(service(1000).read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", 1000, false]);
  });

  it("truncates a page with more rows than requested", async () => {
    const { read, calls } = scripted(page(rowsFrom(0, 5000), undefined));
    const listing = await listAll(read, { maxRows: 1000 }, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["cut", 1000, true]);
    assert.equal(calls(), 1);
  });

  it("reports the first rows before requesting more", async () => {
    const reports: [number, Listing<Row>["kind"]][] = [];
    const { read, requests } = service(250);
    const onRows = (listing: Listing<Row>) => {
      assert.equal(requests.length, reports.length + 1);
      assert.equal(listing.more, true);
      reports.push([listing.rows.length, listing.kind]);
    };
    await listAll(read, { onRows }, neverAborted);
    assert.deepEqual(reports, [
      [100, "loading"],
      [199, "loading"],
    ]);
  });

  it("returns a row only once if it also appears on a later page", async () => {
    const { read } = scripted(page(rowsFrom(0, 3), 3), page([{ id: 2 }, { id: 3 }], undefined));
    assert.deepEqual((await listAll(read, {}, neverAborted)).rows, rowsFrom(0, 4));
  });

  it("stops if the service returns the same page for every offset", async () => {
    const { read, calls } = scripted(page(rowsFrom(0, 100), 100, 0, false));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", 100, false]);
    assert.equal(calls(), 2);
  });

  it("follows the service's offset after one repeated page and stops after a second", async () => {
    const ahead = (next: number): Outcome<ListPage<Row>> => {
      const repeated = page(rowsFrom(0, 100), next);
      return repeated.kind === "ok"
        ? { ...repeated, value: { ...repeated.value, serverNext: next + 1 } }
        : repeated;
    };
    const { read, calls } = scripted(ahead(100), ahead(200), ahead(300), ahead(400));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, calls()], ["cut", 100, 3]);
  });

  it("returns an incomplete list if the service keeps repeating a page", async () => {
    const { read, calls } = scripted(page(rowsFrom(0, 100), 100), page(rowsFrom(50, 50), 150));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["cut", 100, true]);
    assert.equal(calls(), 2);
  });

  it("returns an incomplete list if the service announces more rows without an offset", async () => {
    const { read } = scripted(page(rowsFrom(0, 100), 100), page<Row>([], undefined, 0, true));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["cut", 100, true]);
  });

  it("continues after an empty page with a later offset", async () => {
    const { read } = scripted(page(rowsFrom(0, 2), 2), page<Row>([], 4), page(rowsFrom(4, 1), undefined));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", 3, false]);
  });

  it("returns the latest version of a row that changes between requests", async () => {
    const row = (last_export_at: string) => ({ id: "d_1", last_export_at });
    const { read } = scripted(
      page([row("10:00")], 1),
      page([row("10:01"), { ...row("9:00"), id: "d_2" }], undefined),
    );
    const { rows } = await listAll(read, {}, neverAborted);
    assert.deepEqual(rows, [row("10:01"), { ...row("9:00"), id: "d_2" }]);
  });

  it("continues after a page without valid rows", async () => {
    const { read } = scripted(page([], 100, 100), page(rowsFrom(0, 1), undefined));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual(listing, { kind: "complete", rows: [{ id: 0 }], unreadable: 100, more: false });
  });

  it("counts invalid rows towards maxRows", async () => {
    const { read, calls } = scripted(page([], 100, 100));
    const listing = await listAll(read, { maxRows: 300 }, neverAborted);
    assert.deepEqual([listing.kind, listing.unreadable, listing.more], ["cut", 300, true]);
    assert.equal(calls(), 3);
  });

  it("returns an incomplete list after fifty requests", async () => {
    let calls = 0;
    const read = ({ offset }: PageRequest) => {
      calls++;
      return Promise.resolve(page(rowsFrom(offset, 2), offset + 2));
    };
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more, calls], ["cut", 51, true, 50]);
  });

  it("sends more than fifty requests if maxRows requires them", async () => {
    const { requests, read } = service(8_000);
    const listing = await listAll(read, { maxRows: 7_000 }, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, requests.length], ["cut", 7_000, 71]);
  });

  it("returns the rows that were read before a failure", async () => {
    const { read } = scripted(page(rowsFrom(0, 100), 100), { kind: "failed", error: broken });
    assert.deepEqual(await listAll(read, {}, neverAborted), {
      kind: "failed",
      rows: rowsFrom(0, 100),
      unreadable: 0,
      more: true,
      error: broken,
    });
  });

  it("fails without rows if the first page fails", async () => {
    const listing = await listAll(scripted({ kind: "failed", error: broken }).read, {}, neverAborted);
    assert.deepEqual(listing, { kind: "failed", rows: [], unreadable: 0, more: false, error: broken });
  });

  it("returns no duplicates and never exceeds its limits on rows and requests", async () => {
    const anyPage = fc.record({
      ids: fc.array(fc.nat(30), { maxLength: 30 }),
      unreadable: fc.nat(20),
      next: fc.option(fc.nat(2000), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPage, { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        async (pages, most) => {
          const outcomes = pages.map(({ ids, next, unreadable }) =>
            page(
              ids.map((id) => ({ id })),
              next,
              unreadable,
            ),
          );
          const { read, calls } = scripted(...outcomes);
          const { rows } = await listAll(read, { maxRows: most }, neverAborted);
          assert.ok(calls() <= 50);
          assert.ok(rows.length <= most);
          assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
        },
      ),
    );
  });
});

/** A fake service that selects `limit` rows first and then removes hidden rows. */
function hiding(count: number, hides: (index: number) => boolean) {
  const visible = Array.from({ length: count }, (_, index) => ({ id: `r${index}` })).filter(
    (_, index) => !hides(index),
  );
  const requests: number[] = [];
  const read = (part: PageRequest): Promise<Outcome<ListPage<{ readonly id: string }>>> => {
    requests.push(part.offset);
    const end = part.offset + part.limit;
    const slice = visible.filter(({ id }) => Number(id.slice(1)) >= part.offset && Number(id.slice(1)) < end);
    const headers = { "x-has-more": String(end < count), "x-next-offset": String(end < count ? end : 0) };
    const reading = readPage(z.object({ id: nonEmptyText }), part, { kind: "json", value: slice }, headers);
    assert.ok(reading.kind === "ok");
    return Promise.resolve({ ...reading, status: 200 });
  };
  return { read, requests, visible };
}

describe("listAll with a service that hides rows", () => {
  for (const [hiddenRows, count, hides] of [
    ["every third row", 150, (index: number) => index % 3 === 0],
    ["all but the ends of a list", 250, (index: number) => index > 40 && index < 220],
    ["a page in the middle", 400, (index: number) => index >= 100 && index < 300],
    ["the first page", 250, (index: number) => index < 120],
    ["all but every fiftieth row", 900, (index: number) => index % 50 !== 0],
  ] as const)
    it(`reads every visible row if the service hides ${hiddenRows}`, async () => {
      const { read, visible } = hiding(count, hides);
      const listing = await listAll(read, {}, neverAborted);
      assert.deepEqual([listing.kind, listing.more], ["complete", false]);
      const inOrder = [...listing.rows].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
      assert.deepEqual(inOrder, visible);
    });
});

describe("listAll while rows are deleted", () => {
  /** A list from which rows are deleted after the first page was read. */
  function shrinking(length: number, deleted: (index: number) => boolean) {
    let rows = rowsFrom(0, length);
    let calls = 0;
    const read = ({ limit, offset }: PageRequest): Promise<Outcome<ListPage<Row>>> => {
      const slice = rows.slice(offset, offset + limit);
      const end = offset + slice.length;
      const answer = page(slice, end < rows.length ? end : undefined);
      if (++calls === 1) rows = rows.filter((_, index) => !deleted(index));
      return Promise.resolve(answer);
    };
    return { read, remaining: () => rows, calls: () => calls };
  }
  const missing = (all: readonly Row[], { rows }: Listing<Row>) => {
    const ids = new Set(rows.map(({ id }) => id));
    return all.filter(({ id }) => !ids.has(id));
  };

  for (const [deletedRows, length, deleted, most] of [
    ["one row", 150, (index: number) => index === 5, 3],
    ["the last row", 150, (index: number) => index === 99, 3],
    ["seven rows", 250, (index: number) => index < 7, 4],
    ["most rows", 150, (index: number) => index > 10 && index < 95, 3],
    ["each row from the twentieth on", 150, (index: number) => index > 20, 3],
    ["no row", 150, () => false, 2],
  ] as const)
    it(`returns every remaining row after the deletion of ${deletedRows}`, async () => {
      const { read, remaining, calls } = shrinking(length, deleted);
      const listing = await listAll(read, {}, neverAborted);
      assert.equal(listing.kind, "complete");
      assert.deepEqual(missing(remaining(), listing), []);
      assert.ok(calls() <= most, `${calls()} requests`);
    });

  it("fails if the request for rows shifted by a deletion fails", async () => {
    const { read } = scripted(page(rowsFrom(0, 100), 100), page(rowsFrom(107, 3), undefined), {
      kind: "failed",
      error: broken,
    });
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["failed", 103, true]);
  });

  it("reads every row even if the service returns one row per page", async () => {
    const all = rowsFrom(0, 6);
    const read = ({ offset }: PageRequest) =>
      Promise.resolve(page(all.slice(offset, offset + 1), offset < 5 ? offset + 1 : undefined));
    const listing = await listAll(read, {}, neverAborted);
    assert.deepEqual([listing.kind, listing.rows], ["complete", all]);
  });
});

describe("listAll with ApiClient", () => {
  const { bench, calls, reply } = mockedService();
  const profiles = (from: number, count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ id: `prof_${from + at}`, name: `p${from + at}` })),
    );

  function setting(...replies: [status: number, body: string, headers: Record<string, string>][]) {
    for (const one of replies) reply(...one);
    const setup = bench();
    const read = (part: PageRequest, signal: AbortSignal) =>
      setup.client.call(listProfiles, { query: part }, signal);
    return { ...setup, read };
  }

  const more = { "x-has-more": "true", "x-next-offset": "100" };

  it("follows the paging headers", async () => {
    const { read, signal } = setting(
      [200, profiles(0, 100), more],
      [200, profiles(99, 2), { "x-has-more": "false", "x-next-offset": "0" }],
    );
    const listing = await listAll(read, {}, signal);
    assert.deepEqual([listing.kind, listing.rows.length], ["complete", 101]);
    assert.deepEqual(column(calls(), "searchParams"), [
      { limit: "100", offset: "0" },
      { limit: "100", offset: "99" },
    ]);
  });

  for (const [offset, headers, next] of [
    ["0 as the next offset", { "x-has-more": "true", "x-next-offset": "0" }, { "x-has-more": "false" }],
    ["no next offset", { "x-has-more": "true" }, { "x-has-more": "false", "x-next-offset": "100" }],
    [
      "an offset relative to the page",
      { "x-has-more": "true", "x-next-offset": "100" },
      { "x-has-more": "false" },
    ],
  ] as const)
    it(`reads the next page if the headers announce more rows with ${offset}`, async () => {
      const { read, signal } = setting(
        [200, profiles(0, 100), headers],
        [200, profiles(99, 61), headers],
        [200, profiles(159, 41), next],
      );
      const listing = await listAll(read, {}, signal);
      assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", 200, false]);
    });

  it("returns the rows fetched so far when cancelled between pages", async () => {
    const { read, signal, controller } = setting([200, profiles(0, 100), more], [200, "[]", {}]);
    const listing = await listAll(read, { onRows: () => controller.abort() }, signal);
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["cancelled", 100, true]);
    assert.equal(calls().length, 1);
  });

  it("sends nothing if already cancelled", async () => {
    const { read, signal, controller } = setting([200, "[]", {}]);
    controller.abort();
    assert.deepEqual(await listAll(read, {}, signal), {
      kind: "cancelled",
      rows: [],
      unreadable: 0,
      more: false,
    });
    assert.equal(calls().length, 0);
  });
});
