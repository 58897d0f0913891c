// The sandbox's own commands: their progress and results.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands } from "vscode";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import type { Parts } from "../../../../src/editor/app/parts.ts";
import { SandboxRunner, type SandboxInstance } from "../../../../src/editor/accounts/sandboxRunner.ts";
import { cancelShownWait } from "../../../../src/editor/kit/questionHost.ts";
import {
  chooseSandboxPlan,
  openSandboxTerminal,
  resetSandbox,
  useSandbox,
} from "../../../../src/editor/sandbox/commands.ts";
import { ClientFactory } from "../../../../src/editor/accounts/clientFactory.ts";
import { scopeId } from "../../../../src/storage/scope.ts";
import { SandboxError } from "../../../../src/sandbox/sandboxError.ts";
import { Message, QuickPick, reset, screen, shell, Terminal, terminals } from "../../../doubles/vscode.ts";
import { requireAccess } from "../../../../src/editor/accounts/signIn/signIn.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { leave } from "../../../support/resourceFixture.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(() => {
  reset();
  commands.registerCommand("managedAuth.cancelWait", cancelShownWait);
});

/** A request to the sandbox that stays pending until the test or the user ends it. */
interface SandboxRequest {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<undefined>;
}

async function inSandbox(context: TestContext): Promise<{ parts: Parts; requests: SandboxRequest[] }> {
  const { parts } = await commandFixture(context);
  const requests: SandboxRequest[] = [];
  const ask = (name: string, signal: AbortSignal): Promise<undefined> => {
    const answer = Promise.withResolvers<undefined>();
    requests.push({ name, signal, answer });
    return answer.promise;
  };
  const running: SandboxInstance = {
    origin: "http://127.0.0.1:9",
    token: "sandbox-token",
    isNew: false,
    connect: () => Promise.reject(new Error("Nobody connects here")),
    plan: async (signal) => {
      await ask("plan", signal);
      return { plan: "FREE", is_trialing: false };
    },
    choosePlan: ({ plan }, signal) => ask(`choose ${plan}`, signal),
    reset: (signal, sample) => ask(sample, signal),
    alive: () => Promise.resolve(true),
    stop: () => Promise.resolve(),
  };
  const sandbox = new SandboxRunner(() => Promise.resolve(running));
  const { accounts, log, session } = parts;
  const service = new ClientFactory(accounts, session, sandbox, log, "1.2.3");
  context.after(() => service.dispose());
  await session.switchTo(sandboxAccount);
  const inside = { ...parts, sandbox, service };
  return { parts: { ...inside, requireAccess: (title) => requireAccess(inside, title) }, requests };
}

describe("a sandbox command", () => {
  it("shows progress and is cancelled by Esc", async (context) => {
    const { parts, requests } = await inSandbox(context);
    const command = resetSandbox(parts);
    (await screen.next(Message)).choose("Small");
    const shown = await screen.next(QuickPick);
    assert.deepEqual([shown.title, shown.busy], ["Reset Sandbox", true]);
    assert.equal(shown.placeholder, "Resetting the sandbox…");
    assert.equal(requests[0]?.signal.aborted, false);
    await leave(shown, command);
    assert.deepEqual(
      requests.map(({ name, signal }) => [name, signal.aborted]),
      [["small", true]],
    );
    assert.deepEqual(screen.rest, []);
  });

  for (const [label, sample, isUnseen] of [
    ["Small", "small", true],
    ["All Cases", "all", false],
    ["Empty", "empty", false],
  ] as const)
    it(`resets the sandbox to the sample ${label}`, async (context) => {
      const { parts, requests } = await inSandbox(context);
      const command = resetSandbox(parts);
      const question = await screen.next(Message);
      assert.deepEqual(question.buttons, ["Small", "All Cases", "Empty"]);
      question.choose(label);
      await screen.next(QuickPick);
      requests[0]?.answer.resolve(undefined);
      await command;
      assert.deepEqual(
        [requests.map(({ name }) => name), parts.sandbox.hasUnseenLogin],
        [[sample], isUnseen],
      );
    });

  it("resets nothing if no sample is chosen", async (context) => {
    const { parts, requests } = await inSandbox(context);
    const command = resetSandbox(parts);
    (await screen.next(Message)).choose(undefined);
    await command;
    assert.equal(requests.length, 0);
  });

  it("discards unconfirmed requests only after a successful reset", async (context) => {
    const { parts, requests } = await inSandbox(context);
    const request = { domain: "shop.example", profile_name: "buyer" };
    for (const id of [sandboxAccount.id, scopeId(sandboxAccount.id, "proj_1"), "another"])
      await parts.pending.markUnknown(await parts.pending.add(id, "http://127.0.0.1:9", request));
    const pendingCounts = async (): Promise<readonly number[]> =>
      Promise.all(
        [sandboxAccount.id, "another"].map(
          async (accountId) => (await parts.pending.listInScope({ accountId })).length,
        ),
      );
    const escaped = resetSandbox(parts);
    (await screen.next(Message)).choose("Small");
    await leave(await screen.next(QuickPick), escaped);
    assert.deepEqual(await pendingCounts(), [2, 1]);
    const command = resetSandbox(parts);
    (await screen.next(Message)).choose("Empty");
    await screen.next(QuickPick);
    requests[1]?.answer.resolve(undefined);
    await command;
    assert.deepEqual(await pendingCounts(), [0, 1]);
  });

  it("can be cancelled while the sandbox's plan is being read", async (context) => {
    const { parts, requests } = await inSandbox(context);
    const command = chooseSandboxPlan(parts);
    const shown = await screen.next(QuickPick);
    assert.equal(shown.placeholder, "Reading the plan…");
    await leave(shown, command);
    assert.deepEqual(
      requests.map(({ name, signal }) => [name, signal.aborted]),
      [["plan", true]],
    );
  });

  it("shows a warning with the reason if it fails", async (context) => {
    const { parts, requests } = await inSandbox(context);
    const command = resetSandbox(parts);
    (await screen.next(Message)).choose("Small");
    await screen.next(QuickPick);
    requests[0]?.answer.reject(new SandboxError("unreachable", "a raw English message"));
    await command;
    const { severity, text } = await screen.next(Message);
    assert.deepEqual(
      [severity, text],
      ["warning", "The sandbox couldn't complete the request. The sandbox is unresponsive."],
    );
  });
});

describe("Use Sandbox", () => {
  /** Opens a window with an account of the service, and a sandbox whose start the test completes. */
  async function starting(context: TestContext) {
    const { parts, account } = await commandFixture(context);
    const launch = Promise.withResolvers<SandboxInstance>();
    let started: AbortSignal | undefined;
    const sandbox = new SandboxRunner((signal) => {
      started = signal;
      signal.addEventListener("abort", () => launch.reject(new Error("called off")));
      return launch.promise;
    });
    const { accounts, log, session } = parts;
    const service = new ClientFactory(accounts, session, sandbox, log, "1.2.3");
    context.after(() => service.dispose());
    const active = (): string => (session.state.kind === "signedIn" ? session.state.account.id : "nobody");
    const command = useSandbox({ ...parts, sandbox, service });
    return { account, active, command, launch, shown: await screen.next(QuickPick), start: () => started };
  }

  it("shows progress and keeps the current account if cancelled", async (context) => {
    const { account, active, command, shown, start } = await starting(context);
    assert.deepEqual(
      [shown.title, shown.placeholder, shown.busy],
      ["Use Sandbox", "Starting the sandbox…", true],
    );
    shown.escape();
    assert.equal(await command, false);
    assert.equal(active(), account.id);
    assert.equal(start()?.aborted, true);
    assert.deepEqual(screen.rest, []);
  });

  it("reports a failed start and keeps the current account", async (context) => {
    const { account, active, command, launch } = await starting(context);
    launch.reject(new SandboxError("unreachable", "a raw English message"));
    assert.equal(await command, false);
    assert.equal(active(), account.id);
    const { severity, text } = await screen.next(Message);
    assert.deepEqual([severity, text.startsWith("The sandbox didn't start. ")], ["warning", true]);
  });
});

describe("Open Sandbox Terminal", () => {
  it("opens a transient terminal with URL and key as environment variables", async (context) => {
    const { parts } = await inSandbox(context);
    await openSandboxTerminal(parts);
    const terminal = await screen.next(Terminal);
    const { env, isTransient, name } = terminal.options;
    assert.deepEqual([name, isTransient], ["Sandbox", true]);
    assert.equal(env?.["KERNEL_BASE_URL"], "http://127.0.0.1:9");
    assert.equal(env["KERNEL_API_KEY"], "sandbox-token");
    assert.equal(terminal.output, "This terminal uses: Sandbox\n");
    assert.deepEqual(screen.rest, []);
  });

  it("warns if a shell start-up file sets another URL or key", async (context) => {
    const { parts } = await inSandbox(context);
    shell.startUpFile = "KERNEL_API_KEY=sk_real";
    const opening = openSandboxTerminal(parts);
    const terminal = await screen.next(Terminal);
    (await expectMessage(/^This terminal doesn't use Sandbox: /, ["Close Terminal"])).choose(
      "Close Terminal",
    );
    await opening;
    assert.ok(terminal.exitStatus);
  });

  it("opens no terminal unless the window uses the sandbox", async (context) => {
    const { parts } = await commandFixture(context);
    const opening = openSandboxTerminal(parts);
    (await screen.next(Message)).choose(undefined);
    await opening;
    assert.deepEqual(terminals, []);
  });
});
