// All parts that commands need, with a service that responds immediately. Shown results are recorded, not rendered.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { TimelineFetcher } from "../../src/editor/catalogue/timelineFetcher.ts";
import { WeekStrips } from "../../src/editor/connections/week/weekStrips.ts";
import { TrustedHosts, LoginCallbacks } from "../../src/editor/connections/context/loginPages.ts";
import { loginInfoOfFetched } from "../../src/editor/connections/login/renderLoginPage.ts";
import type { LoginInfoLookup } from "../../src/editor/connections/context/context.ts";
import { LoginMemory } from "../../src/editor/connections/context/loginMemory.ts";
import { LinkOpener } from "../../src/editor/kit/openExternal.ts";
import { dismissAll } from "../../src/editor/connections/creation/dismissAttempts.ts";
import { type Account, sandboxAccount } from "../../src/editor/accounts/accounts.ts";
import { requireAccess, signInWindow } from "../../src/editor/accounts/signIn/signIn.ts";
import { runAsAccount, useAccount } from "../../src/editor/accounts/signIn/useAccount.ts";
import { allCommands } from "../../src/editor/app/commands.ts";
import type { Core, Parts } from "../../src/editor/app/parts.ts";
import { fetchedName } from "../../src/editor/catalogue/listModel.ts";
import type { ConnectionEdits } from "../../src/editor/connections/context/drafts.ts";
import { UnfinishedEdits } from "../../src/editor/resourceEngine/unfinished.ts";
import { showEntitlements } from "../../src/editor/entitlements/commands.ts";
import { LoginManager } from "../../src/editor/logins/loginManager.ts";
import { McpServer } from "../../src/editor/mcp/server.ts";
import type { Commands } from "../../src/editor/kit/command.ts";
import { WatchedConnections } from "../../src/editor/watching/watchedConnections.ts";
import { ResultPanel } from "../../src/editor/results/panel.ts";
import { OneTimeCodes } from "../../src/editor/resources/credentials/oneTimeCode.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import { SandboxRunner } from "../../src/editor/accounts/sandboxRunner.ts";
import { ConnectionsTree } from "../../src/editor/sidebar/connectionsTree.ts";
import { EntitlementsTree } from "../../src/editor/sidebar/entitlementsTree.ts";
import { PlanComparisons } from "../../src/editor/files/comparison.ts";
import { FilePlans } from "../../src/editor/files/filePlans.ts";
import { pageParts } from "./pages.ts";
import { Offers } from "./offers.ts";
import { signedInParts, type OfflineParts } from "./windowParts.ts";

class RecordingPanel extends ResultPanel {
  readonly all: CommandResult[] = [];
  readonly awayMessage: (string | undefined)[] = [];
  override async show(result: CommandResult, { awayMessage }: { awayMessage?: string } = {}): Promise<void> {
    this.all.push(result);
    this.awayMessage.push(awayMessage);
    await Promise.resolve();
  }
  readonly again: CommandResult[] = [];
  override async update(result: CommandResult): Promise<void> {
    this.again.push(result);
    await Promise.resolve();
  }
}

export interface CommandFixture {
  readonly parts: Parts & Pick<OfflineParts, "directory" | "settled">;
  readonly account: Account;
  readonly offers: Offers;
  /** Shown results, in order. */
  readonly shown: readonly CommandResult[];
  /** The notification of each result for a user who left the window. */
  readonly awayMessage: readonly (string | undefined)[];
  /** Results that replaced a shown page, in order. */
  readonly updated: readonly CommandResult[];
}

/** Keeps the last choice in memory. */
function inMemoryChoice(): Core["rememberedCode"] {
  let saved: unknown;
  return { last: () => saved, keep: (choice) => Promise.resolve(void (saved = choice)) };
}

/** Opens a window with the account "Team". */
export async function commandFixture(context: TestContext): Promise<CommandFixture> {
  // Close before the workplace removes its folder, because followed logins write files there.
  const followers: LoginManager[] = [];
  context.after(() => Promise.all(followers.map((each) => each.close())));
  const { account, ...fixture } = await signedInParts(context);
  const offers = new Offers(context);
  const { entitlements, results, session } = fixture;
  const panel = new RecordingPanel(pageParts({ session }), results);
  const tree = new EntitlementsTree(session, entitlements);
  const connectionsTree = new ConnectionsTree(session, fixture.connections, fixture.pending);
  const logins = new LoginManager({ ...fixture, log: { fault: (_, fault) => assert.ifError(fault) } });
  followers.push(logins);
  const watched = new WatchedConnections(fixture.store, assert.ifError);
  context.after(async () => {
    await watched.settled();
    watched.dispose();
  });
  const mcpServer = new McpServer({
    ...fixture,
    vsCodeVersion: "1.139.1",
    remember: () => Promise.resolve(),
    failed: assert.ifError,
  });
  const memory = new LoginMemory();
  const edits: ConnectionEdits = new UnfinishedEdits(fixture.store);
  const timelines = new TimelineFetcher();
  const weekStrips = new WeekStrips({ ...fixture, panel, timelines });
  for (const { forget } of [panel.recent, weekStrips]) fixture.store.onForget(forget);
  const filePlans = new FilePlans(fixture);
  const comparisons = new PlanComparisons();
  const core = {
    ...fixture,
    edits,
    filePlans,
    comparisons,
    panel,
    weekStrips,
    tree,
    connectionsTree,
    logins,
    watched,
    mcpServer,
    agreedHosts: new TrustedHosts(fixture.store),
    returns: new LoginCallbacks(fixture.store),
    memory,
    knowsLogin: (...args: Parameters<LoginInfoLookup>) => loginInfoOfFetched({ ...fixture, memory }, ...args),
    sandbox: new SandboxRunner(() => Promise.reject(new Error("The disk is full."))),
    opener: new LinkOpener(() => Promise.resolve(undefined)),
    version: "1.2.3",
    fetchedName: (id: string) => fetchedName(fixture, id),
    environment: {},
    rememberedCode: inMemoryChoice(),
    tokenReplaced: () => {
      if (entitlements.state.failure?.kind === "unauthorized") void entitlements.refresh();
    },
  };
  const oneTimeCodes = new OneTimeCodes({
    ...core,
    requireAccess: (title) => requireAccess(core, title),
    start: (...args) => parts.start(...args),
  });
  context.after(() => {
    const views = [tree, connectionsTree, weekStrips, timelines, filePlans, comparisons];
    for (const disposable of [mcpServer, ...views, oneTimeCodes]) disposable.dispose();
  });
  const commands: () => Commands = () => allCommands(parts);
  const parts: CommandFixture["parts"] = {
    ...core,
    requireAccess: (title) => requireAccess(core, title),
    oneTimeCodes,
    createNew: () => ({}),
    signIn: () => signInWindow(core),
    use: (account, title) => useAccount(core, account, title),
    showEntitlements: (feature) => showEntitlements(parts, { feature }),
    start: async (command, args, accountId) => {
      if (accountId === undefined) await commands()[command].start(args);
      else await runAsAccount(core, accountId, () => commands()[command].start(args));
    },
    sandboxChanged: () => entitlements.refresh(),
    sandboxReset: () => dismissAll(parts, { accountId: sandboxAccount.id }),
  };
  const { again: updated, all: shown, awayMessage } = panel;
  return { parts, account, offers, shown, awayMessage, updated };
}
