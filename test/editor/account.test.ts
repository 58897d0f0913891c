import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import * as vscode from "vscode";
import { until } from "../host/until.ts";
import { acceptUntil } from "./person.ts";

const token = "sk_in_host_canary";
const entitlements = JSON.stringify({
  features: { managed_auth: { enabled: true, max_connections: null } },
  limits: { max_concurrent_browsers: 5 },
  plan: { id: "FREE", effective_id: "FREE", is_trialing: false, status: "ACTIVE", trial_ends_at: null },
});

/** A fake service that records the path and token of each request. */
const seenRequests: { path: string; authorization: string }[] = [];
const server = createServer(({ headers, url = "" }, response) => {
  seenRequests.push({ path: url, authorization: headers.authorization ?? "" });
  const isAuthorized = url === "/org/entitlements" && headers.authorization === `Bearer ${token}`;
  response.writeHead(isAuthorized ? 200 : 404, { "content-type": "application/json" });
  response.end(isAuthorized ? entitlements : JSON.stringify({ code: "not_found", message: "Not here." }));
});

const count = (path: string): number => seenRequests.filter((one) => one.path === path).length;
const run = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

describe("account commands in the real extension host", () => {
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    process.env["KERNEL_API_KEY"] = token;
    process.env["KERNEL_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    delete process.env["KERNEL_API_KEY"];
    delete process.env["KERNEL_BASE_URL"];
    server.close();
    server.closeAllConnections();
  });

  it("add an account from environment variables", async () => {
    assert.equal(seenRequests.length, 0, "nothing is taken silently");
    const signedIn = run("managedAuth.signIn");
    // The row of the environment's token comes last, as does the row that confirms sending its token to another host.
    await acceptUntil("the token to be tried", () => count("/org/entitlements") > 0);
    await signedIn;
    await run("managedAuth.refreshEntitlements");
    assert.ok(
      count("/org/entitlements") >= 2,
      `the stored token was read back and sent ${JSON.stringify(seenRequests)}`,
    );
    assert.deepEqual(
      new Set(seenRequests.map(({ authorization }) => authorization)),
      new Set([`Bearer ${token}`]),
    );
  });

  it("copy nothing from a tree item that another extension passes", async () => {
    await run("managedAuth.entitlements.focus");
    await vscode.env.clipboard.writeText("before");
    await run("managedAuth.copyValue", { kind: "plan", plan: { id: "MADE_UP" } });
    assert.equal(await vscode.env.clipboard.readText(), "before");
  });

  it("reuse the open result panel when entitlements are shown again", async () => {
    await run("managedAuth.showEntitlements");
    const shown = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until("the result panel", () => shown().includes("Entitlements"));
    await run("managedAuth.showEntitlements");
    assert.equal(shown().filter((label) => label === "Entitlements").length, 1);
  });

  it("remove the account on sign-out", async () => {
    await run("managedAuth.signOut");
    const before = seenRequests.length;
    await run("managedAuth.refreshEntitlements");
    assert.equal(seenRequests.length, before, "nothing is sent for nobody");
  });
});

describe("the sandbox in the real extension host", () => {
  it("starts in a worker thread, serves the tree views and stops", async () => {
    await run("managedAuth.useSandbox");
    await run("managedAuth.refreshEntitlements");
    await run("managedAuth.showEntitlements");
    await until("the result panel", () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === "Entitlements")),
    );
    await run("managedAuth.signOut");
  });
});
