import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import * as vscode from "vscode";

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

const right: Readonly<Record<string, object>> = {
  managed_auth_show_connection: { id: "ma_none" },
  managed_auth_history: { id: "ma_none" },
  managed_auth_wait_for_login: { id: "ma_none" },
  managed_auth_ensure_logged_in: { id: "ma_none" },
  managed_auth_create_connection: { domain: "shop.example", profile_name: "in-host" },
  managed_auth_update_connection: { id: "ma_none", record_session: true },
  managed_auth_delete_connection: { id: "ma_none" },
  managed_auth_delete_destination: { id_or_name: "td_none" },
};
/** Those that open a login, or a dialog. */
const acting = /ensure|create|update|delete/;

/** Calls a tool as an agent does, and gives the text that the model reads. */
async function called(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

describe("tools for language models in the real host", () => {
  const extension = vscode.extensions.getExtension("agent-auth-tools.managed-auth");
  assert.ok(extension);
  const { contributes } = extension.packageJSON as Manifest;
  const names = contributes.languageModelTools.map(({ name }) => name);
  after(() => vscode.commands.executeCommand("managedAuth.signOut"));

  it("are all there, and say so where nobody is signed in", async () => {
    await vscode.commands.executeCommand("managedAuth.signOut");
    const known = new Set(vscode.lm.tools.map(({ name }) => name));
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    for (const name of names)
      assert.match(await called(name, right[name] ?? {}), /^Nobody is signed in/, name);
  });

  it("refuse what they do not take: VS Code hands it on", async () => {
    for (const name of names)
      for (const input of [
        { ...right[name], extra: 1 },
        { ...right[name], id: 7 },
        { id: "x".repeat(100_000) },
      ])
        assert.match(await called(name, input), /^Nothing was done: the input/, name);
  });

  it("answer as the sandbox, which they name", async () => {
    await vscode.commands.executeCommand("managedAuth.useSandbox");
    const list = await called("managed_auth_list_connections", { domain: "bank.example" });
    assert.match(list, /^Account: "Local Sandbox"\. It is a stand-in on this computer/);
    const [, id] = /"id":"([^"]+)","domain":"bank\.example"/.exec(list) ?? [];
    assert.ok(id, list);
    for (const name of names.filter((one) => !acting.test(one))) {
      const answer = await called(name, right[name] === undefined ? {} : { id });
      assert.match(answer, /^Account: "Local Sandbox"/, name);
      assert.doesNotMatch(answer, /hosted_url|live_view_url|browser_session_id|handoff_code/, name);
    }
    assert.match(
      await called("managed_auth_show_connection", { id: "ma_none" }),
      /There is no connection with this ID/,
    );
  });

  it("end when they are called off", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(called("managed_auth_list_connections", {}, source.token));
    source.dispose();
  });
});
