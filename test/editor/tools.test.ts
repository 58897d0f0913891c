import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as vscode from "vscode";
import { toolNames } from "../../src/editor/words/contributions.ts";
import { patience, until } from "../host/until.ts";
import { simulateUser } from "./person.ts";
import { callTool, rightInputs, results, writeConnectionFile } from "./toolCalls.ts";

const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(command);

/** Tools that change something, each with an input that works in a fresh sandbox. */
const acting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  managed_auth_create_connection: { domain: "shop.example", profile_name: "in-host" },
  managed_auth_update_connection: { id: "ma_sandboxchat", record_session: true },
  managed_auth_delete_connection: { id: "ma_sandboxtravel" },
  managed_auth_delete_destination: { id_or_name: "otlp_sandboxselected" },
  managed_auth_apply_file: { path: "tools.managed-auth.jsonc" },
};
const reading = toolNames.filter((name) => acting[name] === undefined);
const secrets = /hosted_url|live_view_url|browser_session_id|handoff_code/;

describe("language model tools in the real extension host", () => {
  before(async () => {
    await writeConnectionFile("tools.managed-auth.jsonc", "of-a-file.example");
    await writeConnectionFile("refused.managed-auth.jsonc", "refused-file.example");
  });
  after(() => run("managedAuth.signOut"));

  it("are all registered and report that no account is signed in", async () => {
    await run("managedAuth.signOut");
    const registered = new Set(vscode.lm.tools.map(({ name }) => name));
    assert.deepEqual(
      toolNames.filter((name) => !registered.has(name)),
      [],
    );
    const anybody = simulateUser("agree");
    for (const name of toolNames)
      assert.match(await callTool(name, rightInputs[name] ?? {}), /^Not signed in/, name);
    anybody.leave();
    assert.deepEqual([anybody.dialogs, anybody.titles], [[], []]);
  });

  it("refuse invalid input, which VS Code doesn't validate", async () => {
    for (const name of toolNames) {
      const right = rightInputs[name] ?? {};
      const keys = Object.keys(right);
      for (const input of [
        { ...right, extra: 1 },
        { ...right, token: "sk_canary" },
        { ...right, ["x".repeat(100_000)]: 1 },
        ...keys.map((key) => ({ ...right, [key]: 7 })),
        ...keys.map((key) => ({ ...right, [key]: null })),
        ...keys.map((key) => ({ ...right, [key]: "x".repeat(100_000) })),
        ...keys.map((key) => Object.fromEntries(Object.entries(right).filter(([other]) => other !== key))),
      ])
        assert.match(await callTool(name, input), /^Not done: the input/, name);
    }
  });

  it("mention the sandbox in their results and report unknown IDs", async () => {
    await run("managedAuth.useSandbox");
    for (const name of reading) {
      const id = name === "managed_auth_ensure_logged_in" ? "ma_none" : "ma_sandboxcompliance";
      const right = rightInputs[name] ?? {};
      const answer = await callTool(name, "id" in right ? { id } : right);
      assert.match(answer, /^Account: "Sandbox"\. The sandbox runs on this computer/, name);
    }
    for (const name of toolNames.filter((one) => rightInputs[one]?.["id"] !== undefined))
      assert.match(
        await callTool(name, rightInputs[name] ?? {}),
        /This account has no connection with this ID/,
        name,
      );
    assert.match(
      await callTool("managed_auth_delete_destination", { id_or_name: "otlp_none" }),
      /This account has no telemetry destination with this ID or name/,
    );
  });

  it("change nothing if the account changes before the user agrees", async () => {
    for (const [name, input] of Object.entries(acting)) {
      const user = simulateUser("agree", () => run("managedAuth.signOut"));
      assert.match(await callTool(name, input).finally(user.leave), /^The account changed\./, name);
      await run("managedAuth.useSandbox");
    }
    const list = await callTool("managed_auth_list_connections", {});
    assert.doesNotMatch(list, /in-host/);
    assert.match(list, /airline\.example/);
  });

  it("change nothing if cancelled before the user agrees", async () => {
    for (const [name, input] of Object.entries(acting)) {
      const source = new vscode.CancellationTokenSource();
      const user = simulateUser("agree", async () => {
        source.cancel();
        await Promise.resolve();
      });
      await assert.rejects(callTool(name, input, source.token), name).finally(user.leave);
      // No other dialog can open while this one is open.
      await until("its dialog to be answered", user.hasAnswered);
      source.dispose();
    }
    assert.doesNotMatch(await callTool("managed_auth_list_connections", {}), /in-host/);
  });

  it("reject a call that is cancelled before it starts", async () => {
    for (const name of toolNames) {
      const source = new vscode.CancellationTokenSource();
      source.cancel();
      await assert.rejects(callTool(name, acting[name] ?? rightInputs[name] ?? {}, source.token));
      source.dispose();
    }
  });

  it("make the changes that the user confirms", async () => {
    const user = simulateUser("agree");
    const says: Readonly<Record<string, RegExp>> = {
      managed_auth_create_connection: /The connection was created/,
      managed_auth_update_connection: /The changes were saved/,
      managed_auth_delete_connection: /The connection was deleted/,
      managed_auth_delete_destination: /Not deleted.*Connections using the destination: 1\./s,
      managed_auth_apply_file: /Applied: 1 of 1\./,
    };
    for (const [name, input] of Object.entries(acting))
      assert.match(await callTool(name, input), says[name] ?? /$^/, name);
    assert.match(
      await callTool("managed_auth_create_connection", acting["managed_auth_create_connection"] ?? {}),
      /a connection for this profile and domain already exists/,
    );
    user.leave();
    assert.equal(user.dialogs.length, 5, "and asks nothing about what is there");
  });

  it("request only one login for two parallel calls", async () => {
    const { id } = await connection("shop.example");
    const user = simulateUser("agree");
    const both = await Promise.all([
      callTool("managed_auth_ensure_logged_in", { id }),
      callTool("managed_auth_ensure_logged_in", { id }),
    ]);
    assert.deepEqual(
      both.map((one) => /The user has (already )?been asked to log in\./.exec(one)?.[0]).sort(),
      ["The user has already been asked to log in.", "The user has been asked to log in."],
    );
    for (const answer of both) assert.doesNotMatch(answer, /https?:\/\//);
    assert.equal((await callTool("managed_auth_history", { id })).match(/"type":"login"/g)?.length, 1);
    assert.deepEqual(user.titles, [], "no list and no input opens by itself");
    await run("managedAuth.openWaitingQuestion");
    await until("the question", () => user.titles.length > 0);
    await run("workbench.action.closeQuickOpen");
    user.leave();
  });

  it("never return a login link or a token", () => {
    assert.ok(results.length > 100);
    assert.doesNotMatch(results.join("\n"), secrets);
    assert.doesNotMatch(results.join("\n"), /sk_canary|127\.0\.0\.1/);
  });
});

describe("an agent that needs a login", () => {
  after(() => run("managedAuth.signOut"));

  it("logs in after the user confirms and enters the requested values", async () => {
    await run("managedAuth.useSandbox");
    const user = simulateUser("agree");
    assert.match(
      await callTool("managed_auth_list_connections", { domain: "intranet.example" }),
      /Connections found: 0/,
    );
    const input = { domain: "intranet.example", profile_name: "agent" };
    assert.match(await callTool("managed_auth_create_connection", input), /The connection was created/);
    const { id } = await connection(input.domain);
    const opened = await callTool("managed_auth_ensure_logged_in", { id });
    assert.match(opened, /The user has been asked to log in\./);
    assert.deepEqual(user.titles, []);
    void run("managedAuth.openWaitingQuestion");
    let answer = "";
    const isLoggedIn = async (): Promise<boolean> => {
      const waiting = callTool("managed_auth_wait_for_login", { id });
      let done = false;
      void waiting.finally(() => (done = true));
      const answered = async (): Promise<boolean> => {
        await user.answer("canary-entered");
        return done;
      };
      // The tool itself waits for a while.
      await until("the user", answered, 3 * patience);
      answer = await waiting;
      return answer.includes("Logged in, as far as the service knows");
    };
    await until("the login", isLoggedIn, 3 * patience);
    assert.match(await callTool("managed_auth_ensure_logged_in", { id }), /Logged in, as far/);
    user.leave();
    assert.equal(user.dialogs.length, 1);
    assert.doesNotMatch(results.join("\n"), /canary-entered/);
    assert.doesNotMatch(results.join("\n"), secrets);
  });

  it("logs in with a stored credential without user input", async () => {
    const user = simulateUser("agree");
    const input = {
      domain: "reports.example",
      profile_name: "agent",
      credential: { name: "helpdesk-agent" },
    };
    assert.match(await callTool("managed_auth_create_connection", input), /The connection was created/);
    assert.match(
      await callTool("managed_auth_ensure_logged_in", { id: (await connection(input.domain)).id }),
      /Confirmed by a login just now\.\nLogged in, as far/,
    );
    user.leave();
    assert.deepEqual([user.dialogs.length, user.titles], [1, []]);
  });

  // This test is last, because a refused action isn't confirmed again for a minute.
  it("changes nothing if the user declines the tool's confirmation", async () => {
    const before = await callTool("managed_auth_list_connections", {});
    const user = simulateUser("refuse");
    for (const [name, input] of Object.entries({
      ...acting,
      managed_auth_create_connection: { domain: "refused.example", profile_name: "in-host" },
      managed_auth_update_connection: { id: "ma_sandboxchat", record_session: false },
      managed_auth_delete_connection: { id: "ma_sandboxchat" },
      managed_auth_apply_file: { path: "refused.managed-auth.jsonc" },
    }))
      assert.match(await callTool(name, input), /Not changed: the user refused/, name);
    user.leave();
    assert.deepEqual(
      user.dialogs.map(({ text }) => text),
      [
        "Create a connection?",
        "Change a connection?",
        "Delete a connection?",
        "Delete a telemetry destination?",
        "Apply this connection file?",
      ],
    );
    for (const [at, name] of [
      "Domain: refused.example",
      "Domain: chat.example",
      "Domain: chat.example",
      "Name: compliance-log",
      "Domain: refused-file.example",
    ].entries())
      assert.ok(user.dialogs[at]?.detail.split("\n").includes(name), name);
    for (const { detail } of user.dialogs) {
      assert.match(detail, /^Requested by an agent in this window\./);
      assert.match(detail, /Sandbox/);
    }
    assert.equal(await callTool("managed_auth_list_connections", {}), before);
  });
});

/** Finds the connection of a domain through the agent's tool. */
async function connection(domain: string): Promise<{ readonly id: string }> {
  const list = await callTool("managed_auth_list_connections", { domain });
  const [, id] = /"id":"([^"]+)"/.exec(list) ?? [];
  assert.ok(id, list);
  return { id };
}
