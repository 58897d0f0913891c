import {
  version as vsCodeVersion,
  window,
  type Disposable,
  type Extension,
  type ExtensionContext,
  type Memento,
  type SecretStorage,
  type TreeDataProvider,
  type TreeView,
  type Uri,
} from "vscode";
import * as z from "zod/mini";
import { listDestinations } from "../../api/operations.ts";
import { AccountRegistry } from "../accounts/accounts.ts";
import { loginRunningKey, mcpServerKey } from "../accounts/storageKeys.ts";
import type { CommandId } from "../words/contributions.ts";
import { ConnectionsModel, ConnectionsCache } from "../catalogue/connectionsModel.ts";
import { ListModel, createResourceLists } from "../catalogue/listModel.ts";
import { ConnectionsTree } from "../sidebar/connectionsTree.ts";
import { DestinationsTree } from "../sidebar/destinationsTree.ts";
import { ResourcesTree } from "../sidebar/resourcesTree.ts";
import { EntitlementsModel } from "../catalogue/entitlementsModel.ts";
import { changesSince } from "../entitlements/entitlementsRow.ts";
import { removeTemporaryFiles } from "../../storage/files.ts";
import { isFromThisWindow } from "../kit/ofThisWindow.ts";
import { setContext } from "../kit/contextKeys.ts";
import { runGuarded } from "../kit/notify.ts";
import { AccountStore } from "../../storage/accountStore.ts";
import { Log } from "../kit/log.ts";
import { LoginManager } from "../logins/loginManager.ts";
import { McpServer } from "../mcp/server.ts";
import { OnFirstUse } from "./first/firstUse.ts";
import type { Core } from "./parts.ts";
import { PendingCreations } from "../connections/context/pendingCreations.ts";
import { SandboxRunner, type LaunchSandbox } from "../accounts/sandboxRunner.ts";
import { followFirstLook } from "../sandbox/firstLook.ts";
import { keepProjectNameCurrent } from "../catalogue/projectName.ts";
import { ClientFactory } from "../accounts/clientFactory.ts";
import { EntitlementsCache } from "../catalogue/entitlementsCache.ts";
import { WindowSession } from "../accounts/session.ts";
import { EntitlementsTree } from "../sidebar/entitlementsTree.ts";
import { WhoAmI } from "../catalogue/whoAmI.ts";
import { followExports } from "../resources/destinations/rows.ts";
import { watch } from "./watch.ts";
import type { Work } from "./work.ts";
import { isRow, commandArgumentsFor, selectionView } from "../sidebar/commandArguments.ts";
import type { SidebarNode } from "../sidebar/sidebarNode.ts";

/** The running extension. Built on first use, so that windows that don't need it start faster. */
export interface App extends Pick<Work, "callTool" | "describeTool" | "restorePanel"> {
  readonly tree: TreeDataProvider<SidebarNode>;
  readonly connectionsTree: TreeDataProvider<SidebarNode>;
  readonly destinationsTree: TreeDataProvider<SidebarNode>;
  readonly resourcesTree: TreeDataProvider<SidebarNode>;
  /**
   * Runs a command with the arguments that VS Code passes. These are the clicked row and the selected rows, or the
   * arguments that the extension has attached to a row or button.
   */
  run(command: CommandId, args?: unknown, selection?: readonly SidebarNode[]): Promise<void>;
  /** Handles a `vscode://` URI of this extension, most likely opened by a login page. */
  returned(uri: Uri): Promise<void>;
  /** Returns the objects through which the language features of connection files access the service. */
  fileParts(): Promise<Work["fileParts"]>;
  /** Disposes of everything. Resolves when all pending files are written and the sandbox has released its data. */
  dispose(): Promise<void>;
}

export type Context = Pick<ExtensionContext, "workspaceState" | "globalStorageUri" | "extensionUri"> & {
  readonly globalState: Memento;
  readonly extension: Pick<Extension<unknown>, "packageJSON">;
};

/** Key of the connections view's grouping in the global state, which all windows share. */
const groupingKey = "connectionsGrouping";
const rememberedCodeKey = "rememberedCode";

const extensionManifest = z.object({ version: z.string() });

/** Builds the tree and restores the window's account. The rest is loaded with the first command or result. */
export async function createApp(...inputs: AppInputs): Promise<App> {
  const owned: Disposable[] = [];
  try {
    return await buildApp(owned, ...inputs);
  } catch (fault) {
    // Dispose of the parts that were already built, because the next caller builds the app from the beginning.
    disposeReversed(owned);
    throw fault;
  }
}

type AppInputs = [
  context: Context,
  secrets: SecretStorage,
  launchSandbox: LaunchSandbox,
  views: {
    readonly connections: AppView & Pick<TreeView<SidebarNode>, "badge" | "reveal">;
    readonly destinations: AppView;
    readonly resources: AppView;
    readonly entitlements: AppView;
  },
];

type AppView = Pick<
  TreeView<SidebarNode>,
  "description" | "message" | "selection" | "visible" | "onDidChangeVisibility"
>;

function disposeReversed(owned: readonly Disposable[]): void {
  for (const disposable of owned.toReversed()) disposable.dispose();
}

/** Builds the app. Adds each disposable to `owned` immediately, so that the caller can dispose of it on failure. */
async function buildApp(
  owned: Disposable[],
  ...[context, secrets, launchSandbox, views]: AppInputs
): Promise<App> {
  const own = <T extends Disposable>(disposable: T): T => {
    owned.push(disposable);
    return disposable;
  };
  const remembered = (key: string) => ({
    last: () => context.globalState.get<unknown>(key),
    keep: (value: unknown) => context.globalState.update(key, value),
  });
  const { version } = extensionManifest.parse(context.extension.packageJSON);
  const storage = context.globalStorageUri.fsPath;
  const log = own(new Log());
  const accounts = own(new AccountRegistry(secrets));
  const session = own(new WindowSession(accounts, context.workspaceState, context.globalState));
  const sandbox = new SandboxRunner(launchSandbox);
  const service = own(new ClientFactory(accounts, session, sandbox, log, version));
  const store = new AccountStore(storage, async (id) => (await session.find(id)) !== undefined);
  const snapshots = new EntitlementsCache(store, (fault) => log.fault("snapshots", fault));
  const entitlements = own(new EntitlementsModel(session, service, snapshots, changesSince));
  const pending = own(new PendingCreations(store));
  const tree = own(new EntitlementsTree(session, entitlements));
  const cache = new ConnectionsCache(store, (fault) => log.fault("connections", fault));
  const connections = own(new ConnectionsModel(session, service, cache));
  const whoAmI = own(new WhoAmI(session, service));
  const logins = own(new LoginManager({ session, store, connections, log }));
  const mcpServer = own(
    new McpServer({
      accounts,
      session,
      store,
      vsCodeVersion,
      remember: (isAdded) => context.globalState.update(mcpServerKey, isAdded || undefined),
      failed: (fault) => log.fault("mcp", fault),
    }),
  );
  own(keepProjectNameCurrent({ connections, log, service, session }, () => work.get()));
  const wasRunning = context.workspaceState.get(loginRunningKey) === true;
  const remember = (isRunning: boolean): Thenable<void> =>
    context.workspaceState.update(loginRunningKey, isRunning || undefined);
  const connectionsTree = own(new ConnectionsTree(session, connections, pending));
  connectionsTree.keepGrouping(remembered(groupingKey));
  const destinations = own(new ListModel(session, service, listDestinations));
  const listed = createResourceLists(session, service, store);
  Object.values(listed).forEach(own);
  own(followExports({ connections, destinations, log }));
  const destinationsTree = own(new DestinationsTree(session, destinations, connections));
  const resourcesTree = own(new ResourcesTree(session, listed, connections, entitlements, views.resources));
  const { watched, watching, ...watches } = own(
    watch({
      ...{ connections, log, logins, service, session, store },
      view: views.connections,
      loadNotices: () => work.get(),
      remember,
    }),
  );
  connectionsTree.markWatched(watched);
  const shown = [
    { model: entitlements, view: views.entitlements },
    { model: connections, view: views.connections },
    { model: destinations, view: views.destinations },
    ...Object.values(listed).map((model) => ({ model, view: views.resources })),
  ];
  const reveal = (id: string) => log.logFailure("reveal", connectionsTree.reveal(views.connections, id));
  const core: Core = {
    accounts,
    session,
    sandbox,
    service,
    entitlements,
    connections,
    destinations,
    listed,
    tree,
    connectionsTree,
    pending,
    logins,
    mcpServer,
    whoAmI,
    watched,
    log,
    tokenReplaced: () => {
      for (const { model } of shown) if (model.state.failure?.kind === "unauthorized") void model.refresh();
    },
    store,
    revealConnection: async (id) => {
      if (views.connections.visible) await reveal(id);
    },
    version,
    environment: process.env,
    rememberedCode: remembered(rememberedCodeKey),
  };
  const work = new OnFirstUse(async () => {
    const { createWork } = await import("./work.ts");
    return createWork(core, context.extensionUri);
  });
  own(
    followFirstLook({
      ...{ connections, sandbox, session },
      show: (id) => {
        void runGuarded(log, "firstLook", async () => {
          await reveal(id);
          await (await work.get()).run("managedAuth.showConnection", { id, preserveFocus: true });
        });
      },
    }),
  );
  // Once a browser has been launched, load `work`, which shows the status bar item for launched browsers.
  own(listed.browsers.onDidChange(() => listed.browsers.launched.size > 0 && void work.get()));
  await session.restore(process.env["MANAGED_AUTH_SANDBOX"] === "1");
  void mcpServer.refresh();
  void watched.reload();
  // If the views are hidden, only this request finds a login that ran before the reload. The login may have ended.
  if (wasRunning)
    void runGuarded(log, "logins", () => Promise.all([remember(false), connections.displayState()]));
  if (session.state.kind === "signedOut" && session.state.lostLabel !== undefined)
    void runGuarded(log, "restore", async () => (await work.get()).explainLostToken());
  void runGuarded(log, "storage", async () => {
    await removeTemporaryFiles(storage);
    await log.logFailure("storage", store.prune());
    if ((await store.ids("results")).length > 0) await setContext("managedAuth.hasResults", true);
  });
  owned.push(
    accounts.onDidChange(async (accountId) => {
      // Delete the cached data, because the new token may belong to another organization.
      await Promise.all([snapshots.forget({ accountId }), cache.forget({ accountId })]);
      // Delete the files of signed-out accounts, because another window may have failed to delete all of them.
      await log.logFailure("account", store.prune());
      await log.logFailure("account", store.forgetSignedOut(accountId));
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      void runGuarded(log, "focus", () => session.recheck());
      void mcpServer.refresh();
      for (const { model, view } of shown)
        if (view.visible) void runGuarded(log, "focus", () => model.refreshIfStale());
    }),
    ...shown.map(({ model, view }) =>
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) void runGuarded(log, "view", () => model.refreshIfStale());
      }),
    ),
    tree.describe(views.entitlements),
    destinationsTree.describe(views.destinations),
    // Fetch the account's identity only after the connections, because no connection's row depends on it.
    connections.onDidChange(({ reading }) => {
      if (reading !== undefined) void log.logFailure("account", whoAmI.fetchOnce());
    }),
  );
  own(connectionsTree.describe(views.connections, whoAmI));
  return {
    tree,
    connectionsTree,
    destinationsTree,
    resourcesTree,
    run: (command, args, selection) =>
      runGuarded(log, command, async () => {
        watching.noteUse();
        const loadedWork = await work.get();
        // VS Code may pass null for a missing argument.
        const argument = args ?? undefined;
        // Arguments from another extension are untrusted. Run the command without them, as if the user had run it
        // from the Command Palette.
        if (argument !== undefined && !isFromThisWindow(argument)) return loadedWork.run(command, undefined);
        if (argument !== undefined && !isRow(argument)) return loadedWork.run(command, argument);
        // A keyboard shortcut passes no row, so the command acts on the selection. A menu passes the rows it applies
        // to.
        const selected = argument === undefined ? views[selectionView(command)].selection : selection;
        return loadedWork.run(command, commandArgumentsFor(command, argument, selected?.filter(isRow)));
      }),
    callTool: async (name, input, token) => (await work.get()).callTool(name, input, token),
    describeTool: async (name, input) => (await work.get()).describeTool(name, input),
    restorePanel: (panel, state) =>
      runGuarded(log, "restore", async () => (await work.get()).restorePanel(panel, state)),
    fileParts: async () => (await work.get()).fileParts,
    returned: (uri) => runGuarded(log, "return", async () => (await work.get()).returned(uri)),
    dispose: async () => {
      (await work.release())?.dispose();
      // Wait for pending writes before anything is disposed.
      await Promise.all([logins.close(), watches.close()]);
      disposeReversed(owned);
      await Promise.all([entitlements.comparedState().then(() => store.whenSettled()), sandbox.stop()]);
    },
  };
}
