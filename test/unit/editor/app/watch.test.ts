// Tests how the watcher of connections interacts with logins, accounts, the setting, the view, rows and
// notifications.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { watch } from "../../../../src/editor/app/watch.ts";
import type { AccountConnections } from "../../../../src/editor/watching/connectionWatcher.ts";
import { configure, logged, reset, View } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { loginSnapshot, ScriptedLogins } from "../../../support/logins.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { quiet } from "../../../support/offers.ts";

beforeEach(reset);

const path = "/auth/connections";
const bankConnection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "AUTHENTICATED" };
const loggedOut = { ...bankConnection, status: "NEEDS_AUTH" };

/** Opens a window with fetched rows. Since that fetch, the service has logged the connection out. */
async function setUpWatching(context: TestContext) {
  context.mock.method(os, "networkInterfaces", () => ({ eth0: [{ internal: false }] }));
  syncBuiltinESMExports();
  context.after(() => {
    context.mock.reset();
    syncBuiltinESMExports();
  });
  const { account, offers, parts } = await commandFixture(context);
  const storage = parts.directory;
  await mkdir(join(storage, "watchedStates"));
  await writeFile(
    join(storage, "watchedStates", `${account.id}.json`),
    JSON.stringify({ v: 1, failures: 0, offset: 0, loggedIn: ["ma_1"] }),
  );
  offers.list(path, [bankConnection]);
  await parts.connections.refresh();
  await parts.connections.untilIdle();
  offers.list(path, [loggedOut]);
  const logins = new ScriptedLogins(parts.connections);
  const [view, notified] = [new View(), [] as AccountConnections[]];
  let loads = (): Promise<void> => Promise.resolve();
  const { watched, watching, ...watches } = watch({
    ...parts,
    logins,
    view,
    loadNotices: async () => {
      await loads();
      return { notifyLoggedOut: (entry) => notified.push(entry) };
    },
    remember: () => Promise.resolve(),
  });
  context.after(async () => {
    await watches.close();
    view.dispose();
  });
  const status = (): string | undefined => parts.connections.state.reading?.rows[0]?.status;
  const failLoading = (): void => {
    loads = () => Promise.reject(new TypeError("canary"));
  };
  const read = offers.count(path);
  const readings = (): number => offers.count(path) - read;
  return {
    account,
    failLoading,
    logins,
    parts,
    readings,
    status,
    storage,
    notified,
    view,
    watched,
    watches,
    watching,
  };
}

describe("a window that watches connections", () => {
  it("reports a logged-out connection and updates its row", async (context) => {
    const { account, status, notified, watched } = await setUpWatching(context);
    await watched.pin(account.id, ["ma_1"]);
    await until("the fall of the number", () => notified.length > 0);
    assert.deepEqual(
      notified.map(({ account: { id }, connections }) => [id, connections.map((row) => row.id)]),
      [[account.id, ["ma_1"]]],
    );
    assert.equal(status(), "NEEDS_AUTH");
  });

  it("logs a failed notification without secrets and continues", async (context) => {
    const { account, failLoading, status, watched } = await setUpWatching(context);
    failLoading();
    await watched.pin(account.id, ["ma_1"]);
    await until("the row", () => status() === "NEEDS_AUTH");
    await until("the log", () => logged.some((line) => line.includes("watching: TypeError")));
    assert.ok(!logged.some((line) => line.includes("canary")));
  });

  it("doesn't update a connection's row while following the connection's login", async (context) => {
    const { account, logins, readings, status, watched } = await setUpWatching(context);
    logins.publish(loginSnapshot({ accountId: account.id, startedHere: false }));
    await watched.pin(account.id, ["ma_1"]);
    await until("the fetch", () => readings() > 0);
    await quiet();
    assert.equal(status(), "AUTHENTICATED");
  });

  it("updates a connection's row after its login has ended", async (context) => {
    const { account, logins, status, watched } = await setUpWatching(context);
    logins.publish(loginSnapshot({ accountId: account.id, startedHere: false, end: { kind: "loggedIn" } }));
    await watched.pin(account.id, ["ma_1"]);
    await until("the row", () => status() === "NEEDS_AUTH");
  });

  for (const [title, kind, reads] of [
    ["fetches the list again if a connection was deleted during its login", "gone", 1],
    ["doesn't fetch the list again after a successful login", "loggedIn", 0],
  ] as const)
    it(title, async (context) => {
      const { account, logins, readings } = await setUpWatching(context);
      logins.publish(loginSnapshot({ accountId: account.id, connection: {}, end: { kind } }));
      await quiet();
      assert.equal(readings(), reads);
    });

  it("watches a connection only once per login, even if the user stops watching", async (context) => {
    const { account, logins, watched } = await setUpWatching(context);
    const started = (): readonly string[] => [...watched.idsOf(account.id).started];
    const login = { accountId: account.id, connectionId: "ma_2" };
    logins.publish(loginSnapshot({ ...login, startedHere: false }));
    logins.publish(loginSnapshot({ ...login, phase: "starting" }));
    await watched.settled();
    assert.deepEqual(started(), []);
    logins.publish(loginSnapshot(login));
    await until("the connection", () => started().length > 0);
    assert.deepEqual(started(), ["ma_2"]);
    await watched.unwatch(account.id, ["ma_2"]);
    logins.publish(loginSnapshot(login));
    await quiet();
    await watched.settled();
    assert.deepEqual(started(), [], "nobody takes up again what its user has left");
    logins.publish(loginSnapshot({ ...login, key: "login_2" }));
    await until("the next login", () => started().length > 0);
  });

  it("doesn't poll while notifications are off, and resumes when they are turned on", async (context) => {
    const { account, readings, notified, watched } = await setUpWatching(context);
    configure("managedAuth.notices", { globalValue: "off" });
    await watched.pin(account.id, ["ma_1"]);
    await quiet();
    assert.equal(readings(), 0);
    configure("managedAuth.notices", { globalValue: "badge" });
    await until("the fall of the number", () => notified.length > 0);
  });

  it("treats a view that becomes visible as user activity", async (context) => {
    const { view, watching } = await setUpWatching(context);
    const [used, reschedule] = [
      context.mock.method(watching, "noteUse"),
      context.mock.method(watching, "reschedule"),
    ];
    view.show(true);
    assert.deepEqual([used.mock.callCount(), reschedule.mock.callCount()], [1, 1]);
  });

  it("stops listening and polling after it closes", async (context) => {
    const { account, logins, readings, view, watched, watches, watching } = await setUpWatching(context);
    await watches.close();
    const used = context.mock.method(watching, "noteUse");
    logins.publish(loginSnapshot({ accountId: account.id, connectionId: "ma_2" }));
    view.show(true);
    configure("managedAuth.notices", { globalValue: "all" });
    await quiet();
    assert.deepEqual([[...watched.idsOf(account.id).started], readings(), used.mock.callCount()], [[], 0, 0]);
  });
});
