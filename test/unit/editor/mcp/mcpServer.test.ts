// Tests the service's own MCP server: its confirmation, its offer to VS Code, its start with the token, and its
// removal.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { lm, type CancellationToken, type McpHttpServerDefinition, type McpServerDefinition } from "vscode";
import { signOut } from "../../../../src/editor/accounts/signIn/commands.ts";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { mcpCommands } from "../../../../src/editor/mcp/commands.ts";
import { McpServer } from "../../../../src/editor/mcp/server.ts";
import { until } from "../../../host/until.ts";
import { contextKeys, mcpProviders, Message, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture, type CommandFixture } from "../../../support/commandFixture.ts";
import { column } from "../../../support/rows.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

const token = "sk_token_of_the_public_service";
const publicUrl = "https://api.onkernel.com";
const neverCancelled = {} as CancellationToken;

/** Opens a window with an account of the public service. */
async function openWithAccount(context: TestContext) {
  const { parts } = await commandFixture(context);
  const account = await parts.accounts.add("Kernel's", publicUrl, token);
  await parts.session.switchTo(account);
  return { parts, account };
}

const keyOfTheServer = (): unknown => contextKeys.get("managedAuth.mcpServer");

/** Returns the servers that VS Code is offered. The provider must respond synchronously. */
function provided(): readonly McpServerDefinition[] {
  const servers = mcpProviders.get("managedAuth.mcp")?.provideMcpServerDefinitions(neverCancelled) ?? [];
  assert.ok(Array.isArray(servers), "nothing is read for it");
  return servers;
}

/** Resolves a server as VS Code does before it starts the server. */
async function started(server: McpServerDefinition | undefined) {
  assert.ok(server);
  const provider = mcpProviders.get("managedAuth.mcp");
  return (await provider?.resolveMcpServerDefinition?.(server, neverCancelled)) as
    McpHttpServerDefinition | undefined;
}

/** Adds the server and confirms the dialog. */
async function add(parts: CommandFixture["parts"]): Promise<Message> {
  const adding = parts.start("managedAuth.addMcpServer");
  (await screen.next(Message)).choose("Add and Send the Token to mcp.onkernel.com");
  await adding;
  return screen.next(Message);
}

/** Creates the server of another window with the same account. */
function anotherWindow(
  context: TestContext,
  parts: CommandFixture["parts"],
  { remembered = [], vsCodeVersion = "1.139.1" }: { remembered?: boolean[]; vsCodeVersion?: string } = {},
): McpServer {
  const remember = (isAdded: boolean): Promise<void> => Promise.resolve(void remembered.push(isAdded));
  const server = new McpServer({
    ...parts,
    ...{ vsCodeVersion, remember, failed: assert.ifError },
  });
  context.after(() => server.dispose());
  return server;
}

describe("Add the Service's MCP Server", () => {
  it("explains the risks first and adds nothing if the user declines", async (context) => {
    const { account, parts } = await openWithAccount(context);
    const adding = parts.start("managedAuth.addMcpServer");
    const dialog = await screen.next(Message);
    const detail = dialog.options.detail ?? "";
    assert.equal(dialog.options.modal, true);
    assert.equal(dialog.text, "Add the service's MCP server for Kernel's?");
    for (const text of [
      "browsers",
      "one-time codes",
      "credentials",
      "projects and tokens",
      "You signed in at api.onkernel.com. VS Code sends your token to mcp.onkernel.com each time",
      `until you run "Remove the Service's MCP Server" or sign out`,
    ])
      assert.ok(detail.includes(text), `${text} in ${detail}`);
    dialog.choose(undefined);
    await adding;
    assert.deepEqual(
      [await parts.mcpServer.has(account.id), mcpProviders.size, keyOfTheServer(), screen.rest],
      [false, 0, undefined, []],
    );
  });

  it("offers one server, which gets the token only when started", async (context) => {
    const { parts } = await openWithAccount(context);
    assert.equal((await add(parts)).text, "Added the service's MCP server for Kernel's.");
    assert.equal(keyOfTheServer(), true);
    const [server, ...others] = provided() as McpHttpServerDefinition[];
    assert.deepEqual(
      [others, server?.label, server?.uri.toString(), server?.headers],
      [[], "Kernel (Kernel's)", "https://mcp.onkernel.com/mcp", {}],
    );
    const resolved = await started(server);
    assert.equal(resolved?.uri.toString(), "https://mcp.onkernel.com/mcp");
    assert.deepEqual(resolved.headers, { Authorization: `Bearer ${token}` });
    assert.deepEqual(column(provided() as McpHttpServerDefinition[], "headers"), [{}]);
    const folder = join(parts.directory, "mcp");
    for (const name of await readdir(folder))
      assert.ok(!(await readFile(join(folder, name), "utf8")).includes(token));
  });

  it("refuses an account with a URL other than the service's own", async (context) => {
    const { parts } = await openWithAccount(context);
    for (const [label, baseUrl] of [
      ["another host", "https://api.example.com"],
      ["a path", `${publicUrl}/v1`],
      ["a port", `${publicUrl}:8443`],
      ["a host that looks like it", "https://api.onkernel.com.example"],
    ] as const) {
      const other = await parts.accounts.add(label, baseUrl, "sk_token_2");
      await parts.session.switchTo(other);
      await parts.start("managedAuth.addMcpServer");
      await expectMessage("Only accounts at api.onkernel.com have an MCP server.");
      assert.equal(await parts.mcpServer.has(other.id), false, label);
    }
    assert.equal(mcpProviders.size, 0);
  });

  it("warns if VS Code doesn't support MCP servers", async (context) => {
    const { parts } = await openWithAccount(context);
    const original = { ...lm };
    Reflect.deleteProperty(lm, "registerMcpServerDefinitionProvider");
    context.after(() => Object.assign(lm, original));
    await parts.start("managedAuth.addMcpServer");
    assert.equal((await screen.next(Message)).text, "This VS Code can't add the MCP server. Update VS Code.");
  });

  it("offers removal if the server is already added", async (context) => {
    const { parts } = await openWithAccount(context);
    await add(parts);
    await parts.start("managedAuth.addMcpServer");
    (await expectMessage("Kernel's already has the service's MCP server.", ["Remove"])).choose("Remove");
    await until("it to be taken back", () => provided().length === 0, 5_000);
  });

  it("adds nothing if the account was signed out during the dialog", async (context) => {
    const { account, parts } = await openWithAccount(context);
    const adding = parts.start("managedAuth.addMcpServer");
    const dialog = await screen.next(Message);
    await parts.session.signOut();
    dialog.choose("Add and Send the Token to mcp.onkernel.com");
    await adding;
    await expectMessage("The account was signed out, so the MCP server wasn't added.");
    assert.equal(await parts.mcpServer.has(account.id), false);
    assert.equal(mcpProviders.size, 0);
  });
});

describe("the service's MCP server", () => {
  it("can't be started after the user has removed it", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await add(parts);
    const [server] = provided();
    await parts.start("managedAuth.removeMcpServer");
    assert.equal((await screen.next(Message)).text, "Removed the service's MCP server.");
    assert.deepEqual(
      [provided(), await started(server), await parts.mcpServer.has(account.id), keyOfTheServer()],
      [[], undefined, false, false],
    );
    await parts.start("managedAuth.removeMcpServer");
    assert.equal((await screen.next(Message)).text, "This account has no MCP server to remove.");
  });

  it("is removed when its own account signs out, but not when another account does", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await add(parts);
    const other = await parts.accounts.add("Other", publicUrl, "sk_token_2");
    await parts.session.switchTo(other);
    await add(parts);
    await parts.session.switchTo(account);
    await signOut(parts);
    assert.deepEqual(
      [await parts.mcpServer.has(account.id), await parts.mcpServer.has(other.id)],
      [false, true],
    );
    await parts.mcpServer.refresh();
    assert.deepEqual(provided(), []);
  });

  it("is offered and started only for the window's account", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await add(parts);
    const [server] = provided();
    for (const other of [sandboxAccount, await parts.accounts.add("Other", publicUrl, "sk_token_2")]) {
      await parts.session.switchTo(other);
      await parts.mcpServer.refresh();
      assert.deepEqual(provided(), []);
      assert.equal(await started(server), undefined);
    }
    await parts.session.switchTo(account);
    await parts.mcpServer.refresh();
    assert.equal(provided().length, 1);
  });

  it("isn't started without a token or after removal in another window", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await add(parts);
    const [server] = provided();
    const tokenReads = context.mock.method(parts.accounts, "token", () => Promise.resolve(undefined));
    assert.equal(await started(server), undefined, "without a token");
    tokenReads.mock.restore();
    await anotherWindow(context, parts).remove(account.id);
    assert.equal(await started(server), undefined, "taken back");
    assert.equal(provided().length, 1, "this window has not looked again");
  });

  it("is also offered in windows that open later", async (context) => {
    const { account, parts } = await openWithAccount(context);
    const remembered: boolean[] = [];
    await parts.mcpServer.add(account);
    parts.mcpServer.dispose();
    assert.equal(mcpProviders.size, 0);
    const next = anotherWindow(context, parts, { remembered });
    await next.refresh();
    assert.equal(provided().length, 1);
    await next.remove(account.id);
    await next.add(account);
    assert.deepEqual(remembered, [false, true]);
  });

  it("changes its version and restarts when the token is replaced", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await add(parts);
    const [before] = provided() as McpHttpServerDefinition[];
    let changes = 0;
    const changed = mcpProviders
      .get("managedAuth.mcp")
      ?.onDidChangeMcpServerDefinitions?.(() => void (changes += 1));
    context.after(() => void changed?.dispose());
    await parts.mcpServer.refresh();
    assert.deepEqual([provided(), changes], [[before], 0], "nothing has changed");
    await parts.accounts.replaceToken(account.id, "sk_another_token");
    await until("VS Code to be told", () => changes === 1, 5_000);
    const [after, ...others] = provided() as McpHttpServerDefinition[];
    assert.deepEqual([others, after?.headers], [[], {}]);
    assert.notEqual(after?.version, before?.version);
    const resolved = await started(after);
    assert.deepEqual(
      [resolved?.headers, resolved?.version],
      [{ Authorization: "Bearer sk_another_token" }, after?.version],
    );
  });

  for (const [vsCodeVersion, isOffered] of [
    ["1.110.0", false],
    ["1.124.2", false],
    ["1.125.0-insider", true],
    ["1.125.0", true],
    ["2.0.0", true],
  ] as const)
    it(`is offered only to VS Code 1.125 and newer: ${vsCodeVersion}`, async (context) => {
      const { account, parts } = await openWithAccount(context);
      await parts.mcpServer.add(account);
      parts.mcpServer.dispose();
      const server = anotherWindow(context, parts, { vsCodeVersion });
      await server.refresh();
      assert.deepEqual(
        [mcpProviders.size, keyOfTheServer(), server.hindrance],
        isOffered ? [1, true, undefined] : [0, true, "tooOld"],
      );
    });

  it("is withdrawn with an explanation if VS Code's version is unsafe", async (context) => {
    const { account, parts } = await openWithAccount(context);
    await parts.mcpServer.add(account);
    const [server] = provided();
    parts.mcpServer.dispose();
    const mcpServer = anotherWindow(context, parts, { vsCodeVersion: "1.124.9" });
    await mcpServer.refresh();
    assert.equal(mcpProviders.size, 0);
    assert.ok(server);
    await mcpCommands({ ...parts, mcpServer })["managedAuth.addMcpServer"].start({});
    await expectMessage("The MCP server needs VS Code 1.125 or newer. Update VS Code.");
  });
});
