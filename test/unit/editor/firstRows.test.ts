// The first rows of a window: what they wait for, and what they do not.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { commands, TreeItem, Uri, window } from "vscode";
import { Accounts } from "../../../src/editor/accounts.ts";
import { createApp } from "../../../src/editor/app.ts";
import type { App } from "../../../src/editor/app.ts";
import { writeWhole } from "../../../src/editor/files.ts";
import { SecretAhead } from "../../../src/editor/secretAhead.ts";
import { until } from "../../host/until.ts";
import { Memento, reset, SecretStorage } from "../../doubles/vscode.ts";
import { temporaryDirectory } from "./temporary.ts";
import { Wire } from "./wire.ts";
import { origin } from "./workplace.ts";

beforeEach(reset);

const read = "GET /org/entitlements";
const entitlements = { features: {}, limits: {}, plan: { id: "FREE" } };

interface Begun {
  readonly app: App;
  readonly wire: Wire;
  readonly secrets: SecretStorage;
}

/** A window that is about to show its rows, as extension.ts builds it; `values` is what rows said in the last one. */
async function begin(context: TestContext, values: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const ended = Promise.withResolvers<App>();
  context.after(async () => (await ended.promise).dispose());
  const storage = await temporaryDirectory(context);
  const wire = new Wire(context);
  const [secrets, workspaceState] = [new SecretStorage(), new Memento()];
  const { id } = await new Accounts(secrets).add("Team", origin, "sk_token_1");
  await workspaceState.update("account", id);
  await writeWhole(
    join(storage, "entitlements", `${id}.json`),
    JSON.stringify({ v: 1, language: "en", values }),
  );
  const ahead = new SecretAhead(secrets);
  const app = await ahead.during(`account:${id}`, () =>
    createApp(
      {
        workspaceState,
        globalState: new Memento(),
        globalStorageUri: Uri.file(storage),
        extensionUri: Uri.file("/extension"),
        extension: { packageJSON: { version: "1.2.3" } },
      },
      ahead,
      () => Promise.reject(new Error("not needed")),
      window.createTreeView("view", {
        treeDataProvider: { getChildren: () => [], getTreeItem: () => new TreeItem("") },
      }),
    ),
  );
  ended.resolve(app);
  return { app, wire, secrets };
}

describe("the first rows", () => {
  it("cost one question to secret storage, which gives the account and its token", async (context) => {
    const { app, secrets, wire } = await begin(context);
    const get = context.mock.method(secrets, "get").mock;
    const rows = Promise.resolve(app.tree.getChildren());
    const call = await wire.next(read);
    assert.equal(call.token, "sk_token_1");
    assert.equal(get.callCount(), 0, "it was asked before the code was there, and not again");
    call.answer(200, entitlements);
    const group = (await rows)?.[1];
    assert.equal(wire.count("GET /org/limits"), 0, "what is used waits until the rows are there that say it");
    await setImmediate();
    await app.tree.getChildren(group);
    await wire.next("GET /org/limits");
    assert.equal(get.callCount(), 1, "the next operation asks for the token anew");
  });

  it("wait for no context key", async (context) => {
    const set = context.mock.method(commands, "executeCommand", () => new Promise(() => undefined));
    const { app, wire } = await begin(context);
    wire.serve(read, 200, entitlements);
    assert.equal((await app.tree.getChildren())?.length, 4);
    assert.deepEqual(set.mock.calls[0]?.arguments, ["setContext", "managedAuth.account", "service"]);
  });

  it("are not asked for again because of what they say already", async (context) => {
    const { app, wire } = await begin(context);
    let changes = 0;
    app.tree.onDidChangeTreeData?.(() => changes++);
    wire.serve(read, 200, entitlements);
    const rows = await app.tree.getChildren();
    assert.equal(changes, 0);
    await app.tree.getChildren(rows?.[1]);
    (await wire.next("GET /org/limits")).answer(200, { auth_connections_used: 3 });
    await until("what is used to be told", () => changes === 1);
  });

  it("say what they said before as soon as values are shown", async (context) => {
    const { app, wire } = await begin(context, { "plan/id": "HOBBYIST" });
    wire.serve(read, 200, entitlements);
    const rows = await app.tree.getChildren();
    const [plan] = (await app.tree.getChildren(rows?.[1])) ?? [];
    assert.ok(plan);
    assert.equal((await app.tree.getTreeItem(plan)).description, "FREE (was HOBBYIST)");
  });
});
