// The service's MCP server in a complete window: offered at activation and removed with its account.
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands, Uri } from "vscode";
import { AccountRegistry } from "../../../../src/editor/accounts/accounts.ts";
import { activate, deactivate } from "../../../../src/extension.ts";
import { contextKeys, mcpProviders, Memento, reset, SecretStorage } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

/** Activates the extension as VS Code does when an agent starts. `added` is true if the account has the server. */
async function activateForAgent(context: TestContext, added: boolean) {
  const subscriptions: { dispose(): unknown }[] = [];
  context.after(async () => {
    await deactivate();
    for (const one of subscriptions.splice(0)) one.dispose();
  });
  const storage = await temporaryDirectory(context);
  const [secrets, workspaceState, globalState] = [new SecretStorage(), new Memento(), new Memento()];
  const accounts = new AccountRegistry(secrets);
  const { id } = await accounts.add("Team", "https://api.onkernel.com", "sk_token_1");
  accounts.dispose();
  await workspaceState.update("account", id);
  const folder = join(storage, "mcp");
  await mkdir(folder);
  if (added) {
    await writeFile(join(folder, `${id}.json`), JSON.stringify({ v: 1 }));
    await globalState.update("mcpServer", true);
  }
  const read = context.mock.method(secrets, "get");
  activate({
    secrets,
    workspaceState,
    globalState,
    globalStorageUri: Uri.file(storage),
    extensionUri: Uri.file("/extension"),
    extension: { packageJSON: { version: "1.2.3" } },
    subscriptions,
    asAbsolutePath: (path) => path,
  });
  return { folder, globalState, read };
}

describe("a window activated by an agent", () => {
  it("offers the MCP server added earlier and removes the server on sign-out", async (context) => {
    const { folder, globalState } = await activateForAgent(context, true);
    await until("the MCP server to be offered", () => mcpProviders.size === 1, 5_000);
    await commands.executeCommand("managedAuth.signOut");
    assert.deepEqual(await readdir(folder), []);
    assert.equal(globalState.get("mcpServer"), undefined);
  });

  it("doesn't show the welcome view before it reads secret storage", async (context) => {
    const { read } = await activateForAgent(context, false);
    assert.equal(contextKeys.get("managedAuth.signedOut"), undefined);
    assert.equal(read.mock.callCount(), 0);
  });

  it("shows the welcome view until secret storage can be read", async (context) => {
    const { read } = await activateForAgent(context, false);
    read.mock.mockImplementation(() => Promise.reject(new Error("No keyring")));
    const run = async (): Promise<unknown> => commands.executeCommand("managedAuth.showLog");
    await assert.rejects(run, /No keyring/);
    assert.equal(contextKeys.get("managedAuth.signedOut"), true);
    read.mock.restore();
    await run();
    assert.equal(contextKeys.get("managedAuth.signedOut"), false);
  });

  it("doesn't read secret storage if no MCP server was added", async (context) => {
    const { read } = await activateForAgent(context, false);
    await new Promise(setImmediate);
    assert.equal(read.mock.callCount(), 0);
    await commands.executeCommand("managedAuth.showLog");
    assert.equal(mcpProviders.size, 0);
  });
});
