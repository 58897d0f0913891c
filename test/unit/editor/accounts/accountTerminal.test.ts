// Tests the check of a terminal's environment variables. The check's commands run in a real `sh`.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type Account, sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { openAccountTerminal } from "../../../../src/editor/accounts/accountTerminal.ts";
import {
  env,
  extensions,
  ExtensionKind,
  undisposedItems,
  Message,
  reset,
  screen,
  shell,
  Terminal,
} from "../../../doubles/vscode.ts";

const skip = process.platform === "win32" && "no POSIX shell";
const team: Account = { kind: "service", id: "a1", label: "Team", baseUrl: "https://api.example" };
const variables = { KERNEL_BASE_URL: "https://api.example", KERNEL_API_KEY: "sk_team_1" };

beforeEach(reset);

describe("an account terminal", { skip }, () => {
  it("is transient and prints the account's name but not its token", async () => {
    await openAccountTerminal({ account: team, variables });
    const terminal = await screen.next(Terminal);
    assert.equal(terminal.options.isTransient, true);
    assert.equal(terminal.output, "This terminal uses: Team\n");
    assert.doesNotMatch(terminal.commands.join(), /sk_team_1/);
    assert.deepEqual(screen.rest, []);
    assert.deepEqual(undisposedItems(), []);
  });

  it("warns and runs no code if the shell sets another API key", async () => {
    shell.startUpFile = "export KERNEL_API_KEY=sk_other";
    const opening = openAccountTerminal({
      account: team,
      variables,
      run: { code: "echo ran", language: "bash" },
    });
    const terminal = await screen.next(Terminal);
    const notice = await screen.next(Message);
    await opening;
    assert.equal(notice.text, "This terminal doesn't use Team: its shell sets another address or key.");
    assert.equal(terminal.output, `${notice.text}\n`);
  });

  it("runs the code after checking the environment variables", async () => {
    const code = 'echo "$KERNEL_API_KEY" | tr a-z A-Z';
    await openAccountTerminal({ account: team, variables, run: { code, language: "bash" } });
    assert.equal((await screen.next(Terminal)).output, "This terminal uses: Team\nSK_TEAM_1\n");
  });

  it("types the account check into the terminal if shell integration is unavailable", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    shell.hasIntegration = false;
    const opening = openAccountTerminal({ account: team, variables });
    const terminal = await screen.next(Terminal);
    assert.deepEqual(terminal.commands, []);
    context.mock.timers.tick(5_000);
    await opening;
    assert.deepEqual(terminal.commands, [`sh -c 'eval "$MANAGED_AUTH_CHECK"'`]);
    assert.deepEqual(undisposedItems(), []);
  });

  it("stops waiting for the account check when the terminal is closed", async () => {
    shell.hasIntegration = false;
    const opening = openAccountTerminal({ account: team, variables });
    const terminal = await screen.next(Terminal);
    terminal.dispose();
    await opening;
    assert.deepEqual([terminal.commands, undisposedItems()], [[], []]);
  });

  for (const [kind, warns] of [
    ["UI", true],
    ["Workspace", false],
  ] as const)
    it(`warns in a remote window only if the extension runs locally: ${kind}`, async () => {
      env.remoteName = "ssh-remote";
      extensions.kind = ExtensionKind[kind];
      await openAccountTerminal({ account: sandboxAccount, variables });
      const terminal = await screen.next(Terminal);
      const text =
        "The sandbox runs on your computer. This terminal runs on another one, without access to it.";
      const messages = screen.rest.map((one) => one instanceof Message && one.text);
      assert.deepEqual([terminal.options.message, messages], warns ? [text, [text]] : [undefined, []]);
    });
});
