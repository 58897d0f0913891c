// Tests the dependencies of a window's first rows.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { commands, env, Uri } from "vscode";
import { AccountRegistry, type ServiceAccount } from "../../../../src/editor/accounts/accounts.ts";
import { createApp, type App } from "../../../../src/editor/app/app.ts";
import { JsonFolder } from "../../../../src/storage/jsonFolder.ts";
import type { SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { until } from "../../../host/until.ts";
import {
  contextKeys,
  focusWindow,
  Memento,
  Message,
  reset,
  screen,
  SecretStorage,
  View,
} from "../../../doubles/vscode.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { Wire } from "../../../support/wire.ts";
import { origin } from "../../../support/windowParts.ts";

beforeEach(reset);

const read = "GET /org/entitlements";
const entitlements = { features: {}, limits: {}, plan: { id: "FREE" } };

/** The entitlements that an earlier window stored an hour ago. */
const earlier = { features: { gpu: { enabled: true } }, limits: {}, plan: { id: "HOBBYIST" } };

interface OpenedWindow {
  readonly app: App;
  readonly view: View<SidebarNode>;
  readonly account: ServiceAccount;
  readonly storage: string;
  readonly wire: Wire;
  readonly secrets: SecretStorage;
}

/**
 * Opens a window as extension.ts builds it, before it shows its rows. `last` is stored as an earlier window's
 * reading.
 */
async function begin(context: TestContext, last?: object): Promise<OpenedWindow> {
  const ended = Promise.withResolvers<App>();
  context.after(async () => (await ended.promise).dispose());
  const storage = await temporaryDirectory(context);
  const wire = new Wire(context);
  const [secrets, workspaceState] = [new SecretStorage(), new Memento()];
  const account = await new AccountRegistry(secrets).add("Team", origin, "sk_token_1");
  const { id } = account;
  await workspaceState.update("account", id);
  if (last !== undefined) {
    const stored = { v: 2, readAt: Date.now() - 3_600_000, value: last };
    await new JsonFolder(storage, "entitlements").write(id, stored);
  }
  const view = new View<SidebarNode>();
  const connections = new View<SidebarNode>();
  const app = await createApp(
    {
      workspaceState,
      globalState: new Memento(),
      globalStorageUri: Uri.file(storage),
      extensionUri: Uri.file("/extension"),
      extension: { packageJSON: { version: "1.2.3" } },
    },
    secrets,
    () => Promise.reject(new Error("not needed")),
    {
      connections,
      destinations: new View<SidebarNode>(),
      resources: new View<SidebarNode>(),
      entitlements: view,
    },
  );
  ended.resolve(app);
  return { app, wire, secrets, view, account, storage };
}

const rowsOf = async ({ tree }: App): Promise<readonly SidebarNode[]> => (await tree.getChildren()) ?? [];

/** Returns the description of the plan's row. */
async function planRow(app: App): Promise<unknown> {
  const plan = (await rowsOf(app)).find((node) => node.kind === "plan");
  assert.ok(plan);
  return (await app.tree.getTreeItem(plan)).description;
}

/** Resolves once the rows show the service's response. */
async function settled({ app, view }: Pick<OpenedWindow, "app" | "view">): Promise<void> {
  await until("the rows of the answer", async () => {
    await rowsOf(app);
    return !view.message.includes("As of ");
  });
}

describe("the first rows of the Entitlements view", () => {
  it("are requested after a single read of the token", async (context) => {
    const { app, secrets, wire } = await begin(context);
    const get = context.mock.method(secrets, "get").mock;
    const rows = Promise.resolve(app.tree.getChildren());
    const call = await wire.next(read);
    assert.equal(call.token, "sk_token_1");
    assert.equal(get.callCount(), 1);
    call.answer(200, entitlements);
    const group = (await rows)?.[0];
    assert.equal(wire.count("GET /org/limits"), 0, "what is used waits until the rows are there that say it");
    await setImmediate();
    await app.tree.getChildren(group);
    await wire.next("GET /org/limits");
    assert.equal(get.callCount(), 2, "the next operation asks for the token anew");
  });

  it("are shown without waiting for VS Code to set a context key", async (context) => {
    const set = context.mock.method(commands, "executeCommand", () => new Promise(() => undefined));
    const { app, wire } = await begin(context);
    wire.serve(read, 200, entitlements);
    assert.equal((await app.tree.getChildren())?.length, 3);
    assert.deepEqual(set.mock.calls[0]?.arguments, ["setContext", "managedAuth.account", "service"]);
  });

  it("aren't rendered twice for the first response", async (context) => {
    const { app, wire } = await begin(context);
    let changes = 0;
    app.tree.onDidChangeTreeData?.(() => changes++);
    wire.serve(read, 200, entitlements);
    const rows = await app.tree.getChildren();
    assert.equal(changes, 0);
    await app.tree.getChildren(rows?.[0]);
    (await wire.next("GET /org/limits")).answer(200, { auth_connections_used: 3 });
    await until("the usage to be shown", () => changes === 1);
  });

  it("show previous values next to changed values at once", async (context) => {
    const { app, view, wire } = await begin(context, { ...earlier, features: {} });
    wire.serve(read, 200, entitlements);
    await app.tree.getChildren();
    await settled({ app, view });
    assert.equal(await planRow(app), "Free (was Hobbyist)");
  });
});

describe("the Entitlements view with stored entitlements", () => {
  it("shows stored entitlements with their age until the response arrives", async (context) => {
    const { app, view, wire } = await begin(context, earlier);
    let changes = 0;
    app.tree.onDidChangeTreeData?.(() => changes++);
    assert.equal(await planRow(app), "Hobbyist");
    assert.match(view.message, /^As of .+\.$/);
    assert.equal(view.description, "Hobbyist", "the header of the view says the plan");
    const call = await wire.next(read);
    assert.equal(wire.count("GET /org/limits"), 0);
    const before = changes;
    call.answer(200, entitlements);
    await until("the rows to be replaced", () => changes === before + 1);
    assert.equal(await planRow(app), "Free (was Hobbyist)");
    assert.deepEqual([view.message, view.description], ["", "Free"]);
    assert.equal(wire.count(read), 1);
  });

  it("uses the same row IDs for stored and fetched entitlements", async (context) => {
    const { app, view, wire } = await begin(context, earlier);
    const ids = async (): Promise<readonly unknown[]> =>
      Promise.all((await rowsOf(app)).map(async (row) => (await app.tree.getTreeItem(row)).id));
    const first = await ids();
    (await wire.next(read)).answer(200, { ...earlier, plan: { id: "FREE" } });
    await settled({ app, view });
    assert.deepEqual(await ids(), first);
  });

  it("sends its request before it reads stored entitlements", async (context) => {
    const { app, wire } = await begin(context, earlier);
    const reading = app.tree.getChildren();
    // The request must start within one turn of the event loop, before any file could be read.
    await Promise.race([wire.next(read), setImmediate().then(() => assert.fail("the request waited"))]);
    await reading;
  });

  it("shows an error row above the stored rows after a failed fetch", async (context) => {
    const { app, view, wire } = await begin(context, earlier);
    await rowsOf(app);
    (await wire.next(read)).answer(403, { code: "nope", message: "No." });
    await until("the failure to be shown", async () => (await rowsOf(app))[0]?.kind === "failure");
    assert.match(view.message, /^As of .+\.$/);
    assert.equal(await planRow(app), "Hobbyist");
  });

  it("hides stored rows after the token was replaced", async (context) => {
    const { account, app, secrets, storage, wire } = await begin(context, earlier);
    assert.equal(await planRow(app), "Hobbyist");
    await new AccountRegistry(secrets).replaceToken(account.id, "sk_token_2");
    const rows = rowsOf(app);
    wire.serve(read, 200, entitlements);
    await rows;
    assert.equal(await planRow(app), "Free");
    await app.dispose();
    assert.deepEqual(await new JsonFolder(storage, "entitlements").ids(), [account.id]);
  });

  it("deletes stored rows on sign-out in this or another window", async (context) => {
    const { account, app, secrets, storage, view } = await begin(context, earlier);
    assert.equal(await planRow(app), "Hobbyist");
    await new AccountRegistry(secrets).remove(account.id);
    await until("the rows to disappear", async () => (await rowsOf(app)).length === 0);
    assert.equal(view.description, "");
    await app.dispose();
    assert.deepEqual(await new JsonFolder(storage, "entitlements").ids(), []);
  });
});

describe("keybindings of the Entitlements view", () => {
  it("copy the selected rows", async (context) => {
    const { app, view } = await begin(context, earlier);
    const group = (await rowsOf(app)).find((node) => node.kind === "group");
    const plan = (await rowsOf(app)).at(-1);
    const [use] = (await app.tree.getChildren(group)) ?? [];
    assert.ok(plan && use);
    view.selection = [plan, use];
    for (const missing of [undefined, null]) {
      await app.run("managedAuth.copyValue", missing);
      assert.equal(await env.clipboard.readText(), "Plan: HOBBYIST\nConcurrent browsers: not reported");
      assert.equal((await screen.next(Message)).text, "Values copied", "where it is heard, too");
    }
    await app.run("managedAuth.copyValue", view.selection[0]);
    assert.equal(await env.clipboard.readText(), "HOBBYIST", "a row that is named goes first");
    assert.equal((await screen.next(Message)).text, "Value copied");
  });

  it("depend on a context key that is set only during a failure", async (context) => {
    const { app, wire } = await begin(context);
    const failed = (): unknown => contextKeys.get("managedAuth.failed");
    wire.serve(read, 403, { code: "nope", message: "No." });
    await rowsOf(app);
    assert.equal(failed(), true);
    wire.serve(read, 200, entitlements);
    await app.run("managedAuth.refreshEntitlements");
    assert.equal(failed(), false);
  });
});

describe("outdated rows in a view", () => {
  const minute = 60_000;

  /** Opens a window whose rows were read when the test's clock started. */
  async function open(context: TestContext): Promise<OpenedWindow> {
    const opened = await begin(context);
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    opened.wire.serve(read, 200, entitlements);
    await rowsOf(opened.app);
    return opened;
  }

  it("are fetched again when their view reopens after a minute", async (context) => {
    const { view, wire } = await open(context);
    context.mock.timers.tick(minute - 1);
    view.show(true);
    await setImmediate();
    assert.equal(wire.count(read), 1);
    context.mock.timers.tick(1);
    view.show(false);
    await setImmediate();
    assert.equal(wire.count(read), 1);
    view.show(true);
    await until("the second fetch", () => wire.count(read) === 2);
  });

  it("are fetched again when the window gains focus if visible and a minute old", async (context) => {
    const { view, wire } = await open(context);
    context.mock.timers.tick(minute);
    focusWindow(true);
    await setImmediate();
    assert.equal(wire.count(read), 1, "nobody sees them");
    view.show(true);
    await until("the second fetch", () => wire.count(read) === 2);
    focusWindow(false);
    focusWindow(true);
    await setImmediate();
    assert.equal(wire.count(read), 2, "it is not a minute yet");
    context.mock.timers.tick(minute);
    focusWindow(true);
    await until("the third fetch", () => wire.count(read) === 3);
  });

  it("aren't fetched until VS Code has requested rows for the first time", async (context) => {
    const { view, wire } = await begin(context);
    view.show(true);
    focusWindow(true);
    await setImmediate();
    assert.equal(wire.count(read), 0);
  });
});
