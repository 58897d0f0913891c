import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import {
  ConnectionsModel,
  type ConnectionsState,
  ConnectionsCache,
} from "../../../../src/editor/catalogue/connectionsModel.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { reset } from "../../../doubles/vscode.ts";
import { loginSnapshot } from "../../../support/logins.ts";
import type { Call } from "../../../support/wire.ts";
import { origin, offlineParts, signedInParts } from "../../../support/windowParts.ts";

beforeEach(reset);

const list = "GET /auth/connections";
const connectionRow = (id: string, status = "NEEDS_AUTH"): object => ({
  id,
  domain: `${id}.example`,
  profile_name: "work",
  status,
});
const ids = ({ cached: last, reading }: ConnectionsState): readonly string[] =>
  (reading ?? last)?.rows.map(({ id }) => id) ?? [];
const connectionRows = (count: number, from = 0): readonly object[] =>
  Array.from({ length: count }, (_, index) => connectionRow(`ma_${index + from}`));

/** Responds with a page of a list. `next` is the offset of the next page, if any. */
function page(call: Call, rows: readonly object[], next?: number): void {
  call.answer(200, rows, { "X-Has-More": String(next !== undefined), "X-Next-Offset": String(next ?? 0) });
}

async function signedIn(context: TestContext) {
  const fixture = await signedInParts(context);
  /** Refreshes the list and answers the request with these rows. */
  const refreshWith = async (...rows: readonly object[]): Promise<ConnectionsState> => {
    const reading = fixture.connections.refresh();
    page(await fixture.wire.next(list), rows);
    return reading;
  };
  return { ...fixture, refreshWith };
}

describe("ConnectionsModel", () => {
  it("fetches connections page by page and publishes each page", async (context) => {
    const { connections, wire } = await signedIn(context);
    const published: number[] = [];
    connections.onDidChange(({ reading }) => published.push(reading?.rows.length ?? 0));
    const reading = connections.refresh();
    const first = await wire.next(list);
    assert.equal(new URL(first.url).searchParams.get("limit"), "100");
    page(first, connectionRows(100), 100);
    page(await wire.next(list), [connectionRow("ma_99"), connectionRow("ma_last")]);
    assert.equal(ids(await reading).length, 101);
    assert.deepEqual(published, [100, 101]);
    assert.equal(connections.state.reading?.more, false);
  });

  it("keeps the previous rows until a refresh has fetched all pages", async (context) => {
    const { connections, refreshWith, wire } = await signedIn(context);
    await refreshWith(connectionRow("a"), connectionRow("b"));
    const published: (readonly string[])[] = [];
    connections.onDidChange((state) => published.push(ids(state)));
    const again = connections.refresh();
    page(await wire.next(list), [connectionRow("a")], 100);
    page(await wire.next(list), [connectionRow("a"), connectionRow("c")]);
    await again;
    assert.deepEqual(published, [["a", "c"]]);
  });

  it("fetches a thousand rows at first and a thousand more on request", async (context) => {
    const { connections, wire } = await signedIn(context);
    const answer = async (pages: number): Promise<void> => {
      for (let at = 0; at < pages; at++) {
        const call = await wire.next(list);
        const { searchParams } = new URL(call.url);
        const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset"))];
        page(call, connectionRows(limit, offset), offset + limit);
      }
    };
    const first = connections.refresh();
    await answer(11);
    const { reading } = await first;
    assert.deepEqual([reading?.rows.length, reading?.more], [1000, true]);
    const more = connections.loadMore();
    await answer(21);
    await more;
    assert.equal(connections.state.reading?.rows.length, 2000);
  });

  it("aborts a running refresh when a new one starts", async (context) => {
    const { connections, wire } = await signedIn(context);
    const first = connections.refresh();
    const early = await wire.next(list);
    const second = connections.refresh();
    const late = await wire.next(list);
    assert.equal(early.signal.aborted, true);
    page(late, [connectionRow("b")]);
    assert.deepEqual([ids(await first), ids(await second)], [["b"], ["b"]]);
  });

  it("keeps the rows and publishes the failure when a refresh fails", async (context) => {
    const { connections, refreshWith, wire } = await signedIn(context);
    await refreshWith(connectionRow("a"));
    const again = connections.refresh();
    (await wire.next(list)).answer(403, { code: "nope", message: "No." });
    const { failure } = await again;
    assert.deepEqual([ids(connections.state), failure?.kind], [["a"], "forbidden"]);
    assert.deepEqual(
      [ids(await refreshWith(connectionRow("b"))), connections.state.failure],
      [["b"], undefined],
    );
  });

  it("no longer marks a connection as deleted after its deletion fails", async (context) => {
    const { connections, refreshWith, wire } = await signedIn(context);
    const unmark = connections.markDeleting(["a", "b"]);
    const early = connections.refresh();
    const call = await wire.next(list);
    unmark();
    page(call, [connectionRow("a")]);
    await early;
    assert.deepEqual([connections.wasDeleted("a"), connections.wasDeleted("b")], [true, true]);
    await refreshWith(connectionRow("a"));
    assert.deepEqual([connections.wasDeleted("a"), connections.wasDeleted("b")], [false, true]);
  });

  it("drops a response for an account that is no longer active", async (context) => {
    const { accounts, connections, session, wire } = await signedIn(context);
    const refreshing = connections.refresh();
    const call = await wire.next(list);
    await session.switchTo(await accounts.add("Other", origin, "sk_token_2"));
    assert.equal(call.signal.aborted, true);
    assert.deepEqual(await refreshing, {});
    await session.signOut();
    assert.deepEqual(await connections.refresh(), {});
    assert.equal(wire.count(list), 1);
  });

  it("requests no further page after another window signs out", async (context) => {
    const { account, accounts, connections, wire } = await signedIn(context);
    const done = connections.refresh();
    page(await wire.next(list), connectionRows(100), 100);
    const second = await wire.next(list);
    await accounts.remove(account.id);
    assert.deepEqual(ids(await done), []);
    assert.equal(second.signal.aborted, true);
    assert.equal(wire.count(list), 2);
  });

  it("refreshes after a change only if the list has been shown", async (context) => {
    const { connections, wire } = await signedIn(context);
    await connections.refreshIfLoaded();
    await connections.refreshIfStale();
    assert.equal(wire.count(list), 0);
    const looking = connections.displayState();
    page(await wire.next(list), [connectionRow("a")]);
    await looking;
    await connections.refreshIfStale();
    assert.equal(wire.count(list), 1);
    const changed = connections.refreshIfLoaded();
    page(await wire.next(list), []);
    await changed;
    assert.deepEqual(ids(connections.state), []);
  });

  it("updates a row when the same account fetches that connection", async (context) => {
    const { account, accounts, connections, refreshWith } = await signedIn(context);
    await refreshWith(connectionRow("a"), connectionRow("b"));
    connections.updateRow(account, ManagedAuth.parse(connectionRow("b", "AUTHENTICATED")));
    assert.deepEqual(
      connections.state.reading?.rows.map(({ status }) => status),
      ["NEEDS_AUTH", "AUTHENTICATED"],
    );
    connections.updateRow(
      await accounts.add("Other", origin, "sk_token_2"),
      ManagedAuth.parse(connectionRow("a", "PAUSED")),
    );
    assert.equal(connections.state.reading.rows[0]?.status, "NEEDS_AUTH");
  });

  it("updates a row before it reports a change of the connection's login", async (context) => {
    const { account, connections, refreshWith } = await signedIn(context);
    await refreshWith(connectionRow("a"));
    const statuses: unknown[] = [];
    connections.logins.onDidChange(() => statuses.push(connections.state.reading?.rows[0]?.status));
    const connection = connectionRow("a", "AUTHENTICATED");
    connections.logins.record(loginSnapshot({ accountId: account.id, connectionId: "a", connection }));
    assert.deepEqual(statuses, ["AUTHENTICATED"]);
  });

  it("prefers a fetched connection over the response to an earlier list request", async (context) => {
    const { account, connections, refreshWith, wire } = await signedIn(context);
    const statuses = (): readonly unknown[] | undefined =>
      connections.state.reading?.rows.map(({ status }) => status);
    const first = connections.refresh();
    const early = await wire.next(list);
    connections.updateRow(account, ManagedAuth.parse(connectionRow("a", "AUTHENTICATED")));
    page(early, [connectionRow("a"), connectionRow("b")]);
    await first;
    assert.deepEqual(statuses(), ["AUTHENTICATED", "NEEDS_AUTH"]);

    const second = connections.refresh();
    page(await wire.next(list), [connectionRow("a")], 100);
    const late = await wire.next(list);
    for (const id of ["a", "b"])
      connections.updateRow(account, ManagedAuth.parse(connectionRow(id, "AUTHENTICATED")));
    page(late, [connectionRow("a"), connectionRow("b")]);
    await second;
    assert.deepEqual(statuses(), ["AUTHENTICATED", "AUTHENTICATED"]);

    await refreshWith(connectionRow("a"));
    assert.deepEqual(statuses(), ["NEEDS_AUTH"]);
  });

  it("prefers a list page that was requested after the connection was fetched", async (context) => {
    const { account, connections, wire } = await signedIn(context);
    const reading = connections.refresh();
    const early = await wire.next(list);
    connections.updateRow(account, ManagedAuth.parse(connectionRow("b", "AUTHENTICATED")));
    page(early, [connectionRow("a")], 100);
    page(await wire.next(list), [connectionRow("a"), connectionRow("b", "PAUSED")]);
    const { reading: read } = await reading;
    assert.equal(read?.rows[1]?.status, "PAUSED");
  });
});

describe("stored connection rows", () => {
  const secret = {
    ...connectionRow("a"),
    can_reauth_reason: "no_credential",
    last_auth_check_at: "2026-11-20T12:00:00Z",
    hosted_url: "https://auth.example/login?code=SECRET",
    login_url: "https://bank.example/?SECRET",
    error_message: "SECRET",
    website_error: "SECRET",
    browser_session_id: "SECRET",
    fields: [{ id: "f", label: "SECRET" }],
  };

  it("contain only the displayed fields of at most a hundred connections", async (context) => {
    const { connections, directory, settled, wire } = await signedIn(context);
    const reading = connections.refresh();
    page(await wire.next(list), [secret, ...connectionRows(99)], 100);
    page(await wire.next(list), [...connectionRows(1, 98), ...connectionRows(50, 100)]);
    await reading;
    await settled();
    const [file = ""] = await readdir(join(directory, "connections"));
    const text = await readFile(join(directory, "connections", file), "utf8");
    assert.doesNotMatch(text, /SECRET/);
    assert.match(text, /no_credential/);
    assert.equal(text.split("profile_name").length - 1, 100);
  });

  it("are shown until the service responds, and deleted with the account", async (context) => {
    const { account, directory, refreshWith, service, session, settled, wire } = await signedIn(context);
    await refreshWith(connectionRow("a"));
    await settled();
    const cache = new ConnectionsCache(new AccountStore(directory), assert.ifError);
    const next = new ConnectionsModel(session, service, cache);
    context.after(() => next.dispose());
    const shown = await next.displayState();
    assert.deepEqual([ids(shown), shown.reading], [["a"], undefined]);
    const changed = new Promise((resolve) => next.onDidChange(resolve));
    page(await wire.next(list), [connectionRow("b")]);
    await changed;
    assert.deepEqual([ids(next.state), next.state.cached], [["b"], undefined]);
    await cache.forget({ accountId: account.id });
    assert.equal(await cache.newest(account.id), undefined);
  });

  it("are ignored after a week", async (context) => {
    const { directory } = await offlineParts(context);
    const cache = new ConnectionsCache(new AccountStore(directory), assert.ifError);
    const day = 24 * 60 * 60 * 1000;
    const rows = [ManagedAuth.parse(connectionRow("a"))];
    await cache.save("x", { rows, readAt: new Date(Date.now() - 6 * day) });
    assert.equal((await cache.newest("x"))?.rows.length, 1);
    await cache.save("x", { rows, readAt: new Date(Date.now() - 8 * day) });
    assert.equal(await cache.newest("x"), undefined);
  });
});
