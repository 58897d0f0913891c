import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Listing } from "../../../../src/api/listing.ts";
import { PickerLists } from "../../../../src/editor/catalogue/pickerLists.ts";
import type { LoadRows } from "../../../../src/editor/kit/inputs/liveListing.ts";
import { Offers, quiet } from "../../../support/offers.ts";
import { column } from "../../../support/rows.ts";

const { signal } = new AbortController();

function begin(context: TestContext): { offers: Offers; lists: PickerLists } {
  const offers = new Offers(context);
  return { offers, lists: new PickerLists(offers.client) };
}

/** Loads a complete list and records the intermediate listings. */
async function load<T>(from: LoadRows<T>, text = "", stop = signal) {
  const shown: Listing<T>[] = [];
  return { result: await from(text, (listing) => shown.push(listing), stop), shown };
}

const numbered = (count: number): readonly { id: string; name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id_${index}`, name: `name ${index}` }));

describe("PickerLists", () => {
  for (const [name, path] of [
    ["connections", "/auth/connections"],
    ["profiles", "/profiles"],
    ["proxies", "/proxies"],
    ["credentials", "/credentials"],
    ["providers", "/org/credential_providers"],
    ["destinations", "/telemetry/destinations"],
  ] as const) {
    it(`fetches ${name} page by page and reports each page`, async (context) => {
      const { lists, offers } = begin(context);
      offers.list("/auth/connections", []);
      offers.list(path, numbered(250));
      const { result, shown } = await load<unknown>(lists[name]);
      assert.deepEqual([result.kind, result.rows.length, result.more], ["complete", 250, false]);
      assert.deepEqual(
        offers.requests.filter((one) => one.startsWith(`GET ${path}?`)),
        [0, 99, 198].map((offset) => `GET ${path}?limit=100&offset=${offset}`),
      );
      const pages = shown.slice(0, 2).map(({ kind, rows }) => `${kind} ${rows.length}`);
      assert.deepEqual(pages, ["loading 100", "loading 199"]);
    });

    it(`caches a complete list of ${name} but not search results`, async (context) => {
      const { lists, offers } = begin(context);
      offers.list("/auth/connections", []);
      offers.list(path, numbered(12));
      await load<unknown>(lists[name]);
      await load<unknown>(lists[name]);
      assert.equal(offers.count(path), 1);
      const { result } = await load<unknown>(lists[name], "name 11");
      assert.equal(result.rows.length, 1);
      assert.ok(
        offers.requests.includes(`GET ${path}?query=name%2011&limit=100&offset=0`),
        offers.requests.join("\n"),
      );
      await load<unknown>(lists[name], "name 11");
      assert.equal(offers.count(path), 3, "a search is not kept");
    });

    it(`fetches ${name} again after a failure`, async (context) => {
      const { lists, offers } = begin(context);
      offers.list("/auth/connections", []);
      offers.reply(path, 403);
      const { result } = await load<unknown>(lists[name]);
      assert.equal(result.kind === "failed" && result.error.kind, "forbidden");
      offers.list(path, numbered(1));
      assert.equal((await load<unknown>(lists[name])).result.kind, "complete");
    });
  }

  it("stops after a thousand rows and starts over on the next call", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/proxies", numbered(10_000));
    const { result } = await load(lists.proxies);
    assert.deepEqual([result.kind, result.rows.length, result.more], ["cut", 1000, true]);
    assert.equal(offers.count("/proxies"), 11);
    await load(lists.proxies);
    assert.equal(offers.count("/proxies"), 22);
  });

  it("skips unreadable rows and counts them", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/proxies", [
      null,
      7,
      {},
      { id: "" },
      { id: 5 },
      { id: "p_1", name: null, type: [], config: "x" },
    ]);
    const { result } = await load(lists.proxies);
    assert.deepEqual([result.rows.map(({ id }) => id), result.unreadable], [["p_1"], 5]);
  });

  it("shares one fetch of connections between profiles and destinations", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/auth/connections", numbered(150));
    offers.list("/profiles", numbered(1));
    offers.list("/telemetry/destinations", numbered(1));
    await Promise.all([load(lists.profiles), load(lists.destinations)]);
    assert.equal(offers.count("/auth/connections"), 2, "a page of a hundred, and one of fifty");
    assert.equal(lists.knownConnections.length, 150);
  });

  it("continues a shared fetch until its last caller aborts", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/proxies", numbered(3));
    const release = offers.hold("/proxies");
    const leaving = new AbortController();
    const aborted = load(lists.proxies, "", leaving.signal);
    const staying = load(lists.proxies);
    await quiet();
    leaving.abort();
    assert.equal((await aborted).result.kind, "cancelled");
    release();
    assert.deepEqual([(await staying).result.kind, offers.count("/proxies")], ["complete", 1]);
    offers.list("/credentials", numbered(3));
    offers.hold("/credentials");
    const last = new AbortController();
    const reading = load(lists.credentials, "", last.signal);
    await quiet();
    last.abort();
    await reading;
    offers.hold("/credentials")();
    assert.equal((await load(lists.credentials)).result.kind, "complete", "who comes later reads anew");
    assert.equal(offers.count("/credentials"), 2);
  });

  it("reports pages fetched earlier to a caller that joins late", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/proxies", numbered(250));
    let late: Promise<{ shown: readonly Listing<unknown>[] }> | undefined;
    const join = (): void => {
      late ??= load<unknown>(lists.proxies);
    };
    await lists.proxies("", join, signal);
    assert.deepEqual(
      (await late)?.shown.map(({ rows }) => rows.length),
      [100, 199],
    );
    assert.equal(offers.count("/proxies"), 3);
  });

  it("returns the rows fetched so far if it is aborted", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/proxies", numbered(300));
    offers.hold("/proxies");
    const stop = new AbortController();
    const reading = load(lists.proxies, "", stop.signal);
    await quiet();
    stop.abort();
    assert.deepEqual((await reading).result, { kind: "cancelled", rows: [], unreadable: 0, more: false });
  });
});

const connections = [
  { id: "ma_1", domain: "a.example", profile_name: "work" },
  { id: "ma_2", domain: "b.example", profile_name: "work" },
  { id: "ma_3", domain: "a.example", profile_name: "home" },
  { id: "ma_4", domain: "c.example" },
];

describe("PickerLists.profiles", () => {
  it("returns each profile with the connections that use it", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/auth/connections", connections);
    offers.list("/profiles", [
      { id: "1", name: "work" },
      { id: "2", name: "home" },
      { id: "3", name: "new" },
      { id: "4" },
    ]);
    const { result } = await load(lists.profiles);
    const rows = result.rows.map(({ name, usedBy = [] }) => [name, ...usedBy.map(({ id }) => id)].join());
    assert.deepEqual(rows, ["work,ma_1,ma_2", "home,ma_3", "new", ""]);
  });

  it("keeps connections that were fetched before an abort", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/auth/connections", connections);
    offers.list("/profiles", [{ name: "work" }]);
    const release = offers.hold("/auth/connections");
    const first = lists.connections("", () => undefined, signal);
    await quiet();
    release();
    offers.hold("/auth/connections");
    const stop = new AbortController();
    const reading = lists.profiles("", () => undefined, stop.signal);
    await first;
    stop.abort();
    await reading;
    assert.equal(lists.knownConnections.length, connections.length);
  });

  it("reports profiles before their connections are fetched", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/auth/connections", connections);
    offers.list("/profiles", [{ name: "work" }]);
    const release = offers.hold("/auth/connections");
    const shown: Listing<unknown>[] = [];
    const reading = lists.profiles("", (listing) => shown.push(listing), signal);
    await quiet();
    assert.deepEqual(shown, [
      { kind: "loading", rows: [{ id: "", name: "work", usedBy: [] }], unreadable: 0, more: false },
    ]);
    release();
    const result = await reading;
    assert.deepEqual([result.kind, result.rows[0]?.usedBy?.length], ["complete", 2]);
  });

  it("returns profiles without usage if connections can't be listed", async (context) => {
    const { lists, offers } = begin(context);
    offers.reply("/auth/connections", 404);
    offers.list("/profiles", [{ name: "work" }]);
    const { result } = await load(lists.profiles);
    assert.deepEqual(result, {
      kind: "complete",
      rows: [{ id: "", name: "work", usedBy: [] }],
      unreadable: 0,
      more: false,
    });
  });
});

describe("PickerLists.destinations", () => {
  it("finds connections that select the destination by ID, name or the deprecated field", async (context) => {
    const { lists, offers } = begin(context);
    const selecting = (destination: object): object => ({ export: { otlp: { destination } } });
    offers.list("/auth/connections", [
      { id: "by id", browser: { telemetry: selecting({ id: "d_1" }) } },
      { id: "by name", browser: { telemetry: selecting({ name: "honeycomb" }) } },
      { id: "before", browser_telemetry: selecting({ name: "honeycomb" }) },
      { id: "another", browser: { telemetry: selecting({ id: "d_2" }) } },
    ]);
    offers.list("/telemetry/destinations", [
      { id: "d_1", name: "honeycomb" },
      { id: "d_3", name: "free" },
    ]);
    const { result } = await load(lists.destinations);
    const rows = result.rows.map(({ id, usedBy = [] }) => [id, ...usedBy.map((one) => one.id)].join());
    assert.deepEqual(rows, ["d_1,by id,by name,before", "d_3"]);
  });
});

describe("PickerLists.knownConnections", () => {
  it("returns only complete lists, never search results", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/auth/connections", connections);
    assert.deepEqual(lists.knownConnections, []);
    await load(lists.connections, "b.example");
    assert.deepEqual(lists.knownConnections, []);
    await load(lists.connections);
    assert.equal(lists.knownConnections.length, 4);
    await load(lists.connections, "b.example");
    assert.equal(lists.knownConnections.length, 4);
  });
});

describe("PickerLists.items", () => {
  const items = { items: [{ id: "i", path: "Vault/GitHub", title: "GitHub" }, { id: "no path" }] };

  it("requests items by the provider's ID even if its name is given", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/org/credential_providers", [{ id: "cp/1", name: "1password" }]);
    offers.reply("/org/credential_providers/cp%2F1/items", 200, items);
    const { result } = await load(lists.items("1password"));
    assert.deepEqual(column(result.rows, "path"), ["Vault/GitHub"]);
    assert.equal(result.unreadable, 1);
    assert.equal(result.kind, "complete");
  });

  it("returns no items for a provider that isn't listed", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/org/credential_providers", [{ id: "cp_1", name: "1password" }]);
    const { result } = await load(lists.items("1Password"));
    assert.deepEqual(result, { kind: "complete", rows: [], unreadable: 0, more: false });
    assert.equal(offers.requests.length, 1);
  });

  it("fails with the request's error if the provider list can't be fetched", async (context) => {
    const { lists, offers } = begin(context);
    offers.reply("/org/credential_providers", 403);
    const { result } = await load(lists.items("1password"));
    assert.equal(result.kind === "failed" && result.error.kind, "forbidden");
  });

  it("fails with the request's error if the item list can't be fetched", async (context) => {
    const { lists, offers } = begin(context);
    offers.list("/org/credential_providers", [{ id: "cp_1", name: "1password" }]);
    const { result } = await load(lists.items("1password"));
    assert.equal(result.kind === "failed" && result.error.kind, "notFound");
  });
});
