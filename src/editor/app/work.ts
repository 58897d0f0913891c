import type {
  CancellationToken,
  LanguageModelToolResult,
  Uri,
  WebviewPanel,
  PreparedToolInvocation,
} from "vscode";
import { sandboxAccount } from "../accounts/accounts.ts";
import { requireAccess, explainLostToken, signInWindow } from "../accounts/signIn/signIn.ts";
import { runAsAccount, useAccount } from "../accounts/signIn/useAccount.ts";
import { TrustedHosts, LoginCallbacks } from "../connections/context/loginPages.ts";
import { loginInfoOfFetched } from "../connections/login/renderLoginPage.ts";
import { notifyLoggedOut, LoginSurfaces } from "../connections/login/loginSurfaces.ts";
import { LoginMemory } from "../connections/context/loginMemory.ts";
import { followHistories } from "../connections/history/commands.ts";
import { followOverviews } from "../connections/overview/commands.ts";
import { WeekStrips } from "../connections/week/weekStrips.ts";
import { fetchedName } from "../catalogue/listModel.ts";
import { TimelineFetcher } from "../catalogue/timelineFetcher.ts";
import { dismissAll } from "../connections/creation/dismissAttempts.ts";
import { type ConnectionEdits, DraftStore } from "../connections/context/drafts.ts";
import { updateAppliedPages } from "../files/applyFile.ts";
import { PlanComparisons } from "../files/comparison.ts";
import { FilePlans } from "../files/filePlans.ts";
import { showEntitlements } from "../entitlements/commands.ts";
import type { FilesContext } from "../files/planFile.ts";
import { runForUser, trackUser } from "../kit/userAttention.ts";
import { setFaultReporter, runGuarded, reportFault } from "../kit/notify.ts";
import { LinkOpener } from "../kit/openExternal.ts";
import type { ResultPageParts } from "../results/resultPage.ts";
import { createWithin } from "../resourceEngine/create.ts";
import { UnfinishedCreations, UnfinishedEdits } from "../resourceEngine/unfinished.ts";
import { credentials } from "../resources/credentials/credentials.ts";
import { destinations } from "../resources/destinations/destinations.ts";
import { OneTimeCodes } from "../resources/credentials/oneTimeCode.ts";
import { providers } from "../resources/providers/providers.ts";
import { checkProxyWithin } from "../resources/proxies/commands.ts";
import { followBrowsers } from "../resources/browsers/follow.ts";
import { proxies } from "../resources/proxies/proxies.ts";
import { ResultPanel } from "../results/panel.ts";
import { pressButton } from "../results/pressButton.ts";
import { ResultStore } from "../results/resultStore.ts";
import type { CommandId, ToolName } from "../words/contributions.ts";
import type { AccountConnections } from "../watching/connectionWatcher.ts";
import { allCommands } from "./commands.ts";
import type { Core, Parts } from "./parts.ts";

// Exported separately, so that opening a connection file in an untrusted workspace creates none of the other objects.
export { FileLanguageFeatures } from "../files/languageFeatures.ts";

/** The parts that only commands and results need. Built when the first command or result needs them. */
export interface Work {
  /** Validates the arguments of a command and runs it. */
  run(command: CommandId, args: unknown): unknown;
  restorePanel(panel: WebviewPanel, state: unknown): Promise<void>;
  /** Calls a language model tool. The input is untrusted. */
  callTool(name: ToolName, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult>;
  /** Returns a description of the tool call, or undefined if VS Code's own description suffices. */
  describeTool(name: ToolName, input: unknown): Promise<PreparedToolInvocation | undefined>;
  /** Access to the service for the language features of connection files. */
  readonly fileParts: FilesContext;
  /** Handles a `vscode://` URI that a login page has opened to return to the editor. */
  returned(uri: Uri): Promise<void>;
  /** Warns if secret storage has lost the token of the window's account. */
  explainLostToken(): Promise<void>;
  notifyLoggedOut(loggedOut: AccountConnections): void;
  dispose(): void;
}

export function createWork(core: Core, extensionUri: Uri): Work {
  const { session, store } = core;
  const results = new ResultStore(store);
  setFaultReporter((fault) => {
    core.log.fault("message", fault);
    void reportFault(fault, () => core.log.show());
  });
  const user = trackUser();
  const page: Omit<ResultPageParts, "onStripsSeen" | "otherTitles"> = {
    extensionUri,
    session,
    press: (effect, result) => {
      const subject = effect.does === "run" ? effect.command : effect.does;
      return runForUser(() => runGuarded(core.log, subject, () => pressButton(parts, effect, result)));
    },
  };
  const panel = new ResultPanel(page, results);
  const drafts = new DraftStore(store);
  const edits: ConnectionEdits = new UnfinishedEdits(store);
  const creations = new UnfinishedCreations(store);
  const returns = new LoginCallbacks(store);
  const agreedHosts = new TrustedHosts(store);
  const timelines = new TimelineFetcher();
  const weekStrips = new WeekStrips({ ...core, panel, timelines });
  const filePlans = new FilePlans(core);
  const comparisons = new PlanComparisons();
  for (const { forget } of [panel.recent, weekStrips]) store.onForget(forget);
  const memory = new LoginMemory();
  const requiresAccess = { requireAccess: (title: string) => requireAccess(core, title) };
  const oneTimeCodes = new OneTimeCodes({
    ...requiresAccess,
    session,
    start: (...args) => parts.start(...args),
  });
  const parts: Parts = {
    ...core,
    ...requiresAccess,
    oneTimeCodes,
    drafts,
    edits,
    creations,
    opener: new LinkOpener(() => core.sandbox.runningOrigin(new AbortController().signal)),
    panel,
    results,
    weekStrips,
    filePlans,
    comparisons,
    returns,
    agreedHosts,
    memory,
    knowsLogin: (accountId, connection) =>
      loginInfoOfFetched({ connections: core.connections, memory }, accountId, connection),
    signIn: () => signInWindow(core),
    use: (account, title) => useAccount(core, account, title),
    fetchedName: (id) => fetchedName(core, id),
    showEntitlements: (feature) => showEntitlements(parts, { feature }),
    start: async (command, args, accountId) => {
      if (accountId === undefined) await commands[command].start(args);
      else await runAsAccount(core, accountId, () => commands[command].start(args));
    },
    createNew: (access) => ({
      destination: (frame) => createWithin(destinations(core), parts, access, frame, {}),
      provider: (frame) => createWithin(providers(core), parts, access, frame, {}),
      proxy: (frame) => createWithin(proxies(core), parts, access, frame, {}),
      checkProxy: (proxy, site, signal) => checkProxyWithin(access, proxy, site, signal),
      credential: (frame, { domain }) =>
        createWithin(credentials(core), parts, access, frame, domain === undefined ? {} : { domain }),
    }),
    sandboxChanged: () =>
      Promise.all([
        core.entitlements.refresh(),
        ...[core.connections, core.destinations, ...Object.values(core.listed)].map((model) =>
          model.refreshIfLoaded(),
        ),
      ]),
    sandboxReset: async () => {
      await panel.closeAccount({ accountId: sandboxAccount.id });
      await dismissAll(parts, { accountId: sandboxAccount.id });
    },
  };
  const commands = allCommands(parts);
  const surfaces = new LoginSurfaces(parts);
  const histories = followHistories(parts);
  const overviews = followOverviews(parts);
  const followedBrowsers = followBrowsers(parts);
  const applied = updateAppliedPages(parts);
  return {
    run: (command, args) => runForUser(() => commands[command].start(args)),
    callTool: async (name, input, token) => {
      const { callTool } = await import("../tools/tools.ts");
      return callTool(parts, name, input, token);
    },
    describeTool: async (name, input) => {
      const { describeToolCall: described } = await import("../tools/tools.ts");
      return described(parts, name, input);
    },
    restorePanel: (restored, state) => panel.restore(restored, state),
    fileParts: parts,
    returned: async (uri) => {
      const awaited = await returns.consume(uri);
      // Ignore forged or reused URIs and don't show a message.
      if (awaited === undefined) core.log.ignored("return");
      else core.logins.readNow(awaited.accountId, awaited.connectionId);
    },
    notifyLoggedOut: (loggedOut) => notifyLoggedOut(parts, loggedOut),
    explainLostToken: () => explainLostToken(core),
    dispose: () => {
      surfaces.dispose();
      histories.dispose();
      overviews.dispose();
      followedBrowsers.dispose();
      applied.dispose();
      weekStrips.dispose();
      filePlans.dispose();
      comparisons.dispose();
      timelines.dispose();
      oneTimeCodes.dispose();
      panel.dispose();
      user.dispose();
    },
  };
}
