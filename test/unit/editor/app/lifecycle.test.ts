// Tests activation to deactivation. Everything acquired from VS Code is released, and pending work ends.
import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands, env, Uri, window } from "vscode";
import * as z from "zod/mini";
import { AccountRegistry, sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { createApp } from "../../../../src/editor/app/app.ts";
import type { SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { WatchedConnections } from "../../../../src/editor/watching/watchedConnections.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { until } from "../../../host/until.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import {
  contextKeys,
  undisposedItems,
  Memento,
  Message,
  QuickPick,
  reset,
  screen,
  SecretStorage,
  WebviewPanel,
  InputBox,
} from "../../../doubles/vscode.ts";
import { create, reply, review, steps } from "../../../support/creating.ts";
import { openWindow } from "../../../support/window.ts";
import { column } from "../../../support/rows.ts";

beforeEach(reset);

const Report = z.object({ libuv: z.array(z.object({ type: z.string() })) });

/** Returns the number of files and folders that this process watches. */
function watchCount(): number {
  const { libuv } = Report.parse(process.report.getReport());
  return libuv.filter(({ type }) => type === "fs_event").length;
}

describe("a failed activation", () => {
  it("releases all resources so that the next activation succeeds", async (context) => {
    const storage = await temporaryDirectory(context);
    const [secrets, workspaceState] = [new SecretStorage(), new Memento()];
    await workspaceState.update("account", "an-account");
    const treeDataProvider = { getChildren: () => [], getTreeItem: () => ({}) };
    const view = (name: string) =>
      window.createTreeView<SidebarNode>(`managedAuth.${name}`, { treeDataProvider });
    const views = {
      connections: view("connections"),
      destinations: view("destinations"),
      resources: view("resources"),
      entitlements: view("entitlements"),
    };
    const places = { globalStorageUri: Uri.file(storage), extensionUri: Uri.file("/extension") };
    const extension = { packageJSON: { version: "1.2.3" } };
    const start = () =>
      createApp(
        { ...places, extension, workspaceState, globalState: new Memento() },
        secrets,
        () => Promise.reject(new Error("No sandbox here")),
        views,
      );
    const before = { held: undisposedItems(), watched: watchCount() };
    const broken = context.mock.method(secrets, "get", () => Promise.reject(new Error("No keyring")));
    await assert.rejects(start(), /No keyring/);
    assert.deepEqual(undisposedItems(), before.held);
    await until("the folder to be released", () => watchCount() === before.watched, 2_000);
    broken.mock.restore();
    const app = await start();
    assert.notDeepEqual(undisposedItems(), before.held);
    await app.dispose();
    assert.deepEqual(undisposedItems(), before.held);
    for (const one of Object.values(views)) one.dispose();
  });
});

/** Opens a window and sends a creation. */
async function openAndCreate(context: TestContext) {
  const window = await openWindow(context);
  const command = commands.executeCommand("managedAuth.createConnection");
  for (const step of [...steps, review]) await reply(step);
  return { ...window, command, call: await window.wire.next(create) };
}

describe("a window that runs the extension", () => {
  it("releases all resources of VS Code and Node.js when it closes", async (context) => {
    const before = watchCount();
    const window = await openWindow(context);
    void commands.executeCommand("managedAuth.showEntitlements");
    await screen.next(WebviewPanel);
    const command = commands.executeCommand("managedAuth.createConnection");
    (await screen.next(InputBox)).escape();
    await command;
    // The window watches three folders: those of pending creations, watched connections and launched browsers.
    assert.equal(watchCount(), before + 3, "what is counted");
    assert.ok(
      undisposedItems().includes("a panel") && undisposedItems().includes("a command"),
      "what is counted",
    );
    assert.ok(undisposedItems().filter((name) => name === "a listener").length > 5, "what is counted");
    await window.close();
    assert.deepEqual(undisposedItems(), []);
    await until("the folder to be released", () => watchCount() === before, 2_000);
  });

  it("removes expired files of earlier windows and makes stored results available", async (context) => {
    let storage = "";
    await openWindow(context, async (folder) => {
      storage = folder;
      for (const [name, days] of [
        ["drafts/old.json", 1.01],
        ["drafts/young.json", 0.99],
        ["logins/old.json", 7.01],
        ["logins/young.json", 6.99],
        ["results/old.json", 7.01],
        ["results/young.json", 6.99],
        ["pending/old.json", 100],
      ] as const) {
        await mkdir(join(folder, dirname(name)), { recursive: true });
        await writeFile(join(folder, name), "{}");
        const at = new Date(Date.now() - days * 86_400_000);
        await utimes(join(folder, name), at, at);
      }
    });
    await until("results to be offered", () => contextKeys.get("managedAuth.hasResults") === true, 2_000);
    const files = (await readdir(storage, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
    assert.deepEqual(
      files.filter((name) => name.endsWith(".json") && !name.startsWith("entitlements")).sort(),
      ["drafts/young.json", "logins/young.json", "pending/old.json", "results/young.json"],
    );
  });

  it("removes stored data of accounts that no longer exist", async (context) => {
    let storage = "";
    await openWindow(context, async (folder) => {
      storage = folder;
      for (const name of ["connections", "entitlements", "watched", "watchedStates", "watchedFalls"]) {
        await mkdir(join(folder, name), { recursive: true });
        await writeFile(join(folder, name, "gone.json"), '{"accountId":"gone"}');
      }
    });
    await until(
      "all to go",
      async () => !(await readdir(storage, { recursive: true })).some((name) => name.endsWith("gone.json")),
    );
  });

  it("forgets an account's watched connections if another window signs out", async (context) => {
    let storage = "";
    const { account, secrets } = await openWindow(context, (folder) => {
      storage = folder;
      return Promise.resolve();
    });
    const watched = new WatchedConnections(new AccountStore(storage), assert.ifError);
    context.after(() => watched.dispose());
    for (const id of [account.id, sandboxAccount.id]) await watched.pin(id, ["ma_1"]);
    const elsewhere = new AccountRegistry(secrets);
    await elsewhere.remove(account.id);
    elsewhere.dispose();
    await until("it to be forgotten", async () => (await readdir(join(storage, "watched"))).length === 1);
    await watched.reload();
    assert.deepEqual([...watched.idsOf(sandboxAccount.id).pinned], ["ma_1"]);
  });

  it("drops in-memory data of an account if another window signs out", async (context) => {
    const { mock } = context.mock.method(AccountStore.prototype, "onForget");
    const { account, secrets } = await openWindow(context);
    const store: unknown = mock.calls[0]?.this;
    assert.ok(store instanceof AccountStore);
    const forgotten: object[] = [];
    store.onForget((scope) => Promise.resolve(void forgotten.push(scope)));
    const elsewhere = new AccountRegistry(secrets);
    await elsewhere.remove(account.id);
    elsewhere.dispose();
    await until("the account to be forgotten", () => forgotten.length > 0);
    assert.deepEqual(forgotten, [{ accountId: account.id }]);
  });

  it("aborts pending list requests when it closes", async (context) => {
    const window = await openWindow(context);
    void commands.executeCommand("managedAuth.deleteDestinations");
    await screen.next(QuickPick);
    const calls = await Promise.all(
      ["GET /telemetry/destinations", "GET /auth/connections"].map((path) => window.wire.next(path)),
    );
    const sent = window.wire.count("GET");
    await window.close();
    for (const { request, signal } of calls) assert.equal(signal.aborted, true, request);
    assert.equal(window.wire.count("GET"), sent, "nothing is asked again");
  });

  it("aborts a create request when it closes and stores its result as unknown", async (context) => {
    const { call, command, ...window } = await openAndCreate(context);
    assert.deepEqual(column(await window.pending(), "phase"), ["sending"]);
    await window.close();
    assert.equal(call.signal.aborted, true);
    await command;
    assert.deepEqual(column(await window.pending(), "phase"), ["unknown"]);
    assert.equal(window.wire.count(create), 1);
    assert.deepEqual(undisposedItems(), [], "no result is drawn in a window that no longer exists");
  });

  it("ignores a create response that arrives after it closes", async (context) => {
    const { call, command, ...window } = await openAndCreate(context);
    await window.close();
    call.answer(201, { id: "ma_1" });
    await command;
    assert.equal((await window.pending()).length, 1);
  });

  it("sends no further deletions after it closes", async (context) => {
    const window = await openWindow(context);
    const names = ["a", "b", "c", "d", "e", "f"];
    await env.clipboard.writeText(names.join("\n"));
    const command = commands.executeCommand("managedAuth.deleteDestinations");
    const pick = await screen.next(QuickPick);
    pick.press("Paste a List");
    await until("the list", () => pick.selectedItems.length === names.length);
    pick.enter();
    (await screen.next(Message)).choose("Delete Destinations (6)");
    await window.wire.next("DELETE");
    await window.close();
    await command;
    assert.equal(window.wire.count("DELETE"), 4);
  });
});
