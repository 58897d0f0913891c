// Registers commands, views and providers. The rest of the extension is loaded on first use. See esbuild.mjs for the
// bundles.
import { readdir } from "node:fs/promises";
import { commands, languages, lm, Uri, window, workspace } from "vscode";
import type { ExtensionContext, TextDocument, TreeItem } from "vscode";
import type { App, Context } from "./editor/app/app.ts";
import {
  commandIds,
  connectionFiles,
  connectionsViewId,
  destinationsViewId,
  entitlementsViewId,
  resourcesViewId,
  resultPanelType,
  toolNames,
  welcomeViewId,
} from "./editor/words/contributions.ts";
import { firstAccountId, loginRunningKey, mcpServerKey, signedOutId } from "./editor/accounts/storageKeys.ts";
import { setContext } from "./editor/kit/contextKeys.ts";
import { LazyTree, OnFirstUse } from "./editor/app/first/firstUse.ts";
import type { LaunchSandbox } from "./editor/accounts/sandboxRunner.ts";
import type { FileLanguageFeatures } from "./editor/files/languageFeatures.ts";
import type { SidebarNode } from "./editor/sidebar/sidebarNode.ts";

let fileHelp: OnFirstUse<FileLanguageFeatures> | undefined;
let lazyApp: OnFirstUse<App> | undefined;

/** Called by VS Code after startup, or earlier if a command, a view or a restored panel needs the extension. */
export function activate(
  context: Context & Pick<ExtensionContext, "secrets" | "subscriptions" | "asAbsolutePath">,
): void {
  const build = async (): Promise<App> => {
    const { createApp } = await import("./editor/app/app.ts");
    return createApp(context, context.secrets, launchSandbox, views).catch((fault: unknown) => {
      // Show the welcome view instead of the account's views. VS Code doesn't request rows from failed views again.
      void setContext("managedAuth.signedOut", true);
      throw fault;
    });
  };
  const launchSandbox: LaunchSandbox = async (signal) => {
    const { launchSandbox: launch } = await import("./sandbox/run/launch.ts");
    return launch({
      directory: Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
      workerFile: context.asAbsolutePath("dist/sandbox.cjs"),
      sample: "small",
      signal,
    });
  };
  const first = (lazyApp = new OnFirstUse(build));
  const help = (fileHelp = new OnFirstUse(async () => {
    const { FileLanguageFeatures: Help } = await import("./editor/app/work.ts");
    return new Help(async () => (await first.get()).fileParts());
  }));
  // Load the language features only for connection files, because most documents are other files.
  const helpWith = (document: TextDocument): void => {
    if (languages.match([...connectionFiles], document) > 0) void help.get();
  };
  workspace.textDocuments.forEach(helpWith);
  const tree = new LazyTree(async () => (await first.get()).tree);
  const connectionsTree = new LazyTree(async () => (await first.get()).connectionsTree);
  const destinationsTree = new LazyTree(async () => (await first.get()).destinationsTree);
  const resourcesTree = new LazyTree(async () => (await first.get()).resourcesTree);
  // An empty view that is shown until an account exists. When VS Code requests the view's rows, the app is loaded and
  // looks for a stored account.
  const welcome = window.createTreeView<TreeItem>(welcomeViewId, {
    treeDataProvider: { getTreeItem: (row) => row, getChildren: async () => (await first.get(), []) },
  });
  const views = {
    connections: window.createTreeView<SidebarNode>(connectionsViewId, {
      treeDataProvider: connectionsTree,
      canSelectMany: true,
    }),
    destinations: window.createTreeView<SidebarNode>(destinationsViewId, {
      treeDataProvider: destinationsTree,
      canSelectMany: true,
    }),
    resources: window.createTreeView<SidebarNode>(resourcesViewId, {
      treeDataProvider: resourcesTree,
      canSelectMany: true,
    }),
    entitlements: window.createTreeView<SidebarNode>(entitlementsViewId, {
      treeDataProvider: tree,
      canSelectMany: true,
    }),
  };

  context.subscriptions.push(
    welcome,
    tree,
    connectionsTree,
    destinationsTree,
    resourcesTree,
    views.connections,
    views.destinations,
    views.resources,
    views.entitlements,
    workspace.onDidOpenTextDocument(helpWith),
    window.registerWebviewPanelSerializer(resultPanelType, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await first.get()).restorePanel(panel, state),
    }),
    window.registerUriHandler({ handleUri: async (uri) => (await first.get()).returned(uri) }),
    ...commandIds.map((id) =>
      commands.registerCommand(id, async (pressedOrTold?: unknown, selection?: readonly SidebarNode[]) =>
        (await first.get()).run(id, pressedOrTold, selection),
      ),
    ),
    ...toolNames.map((name) =>
      lm.registerTool(name, {
        prepareInvocation: async ({ input }) => (await first.get()).describeTool(name, input),
        invoke: async ({ input }, token) => (await first.get()).callTool(name, input, token),
      }),
    ),
  );
  // VS Code creates the account's views before activation. If an account is stored, assume that it still exists, so
  // that these views stay until the account is restored.
  const accountId = firstAccountId(context.workspaceState, context.globalState) ?? signedOutId;
  if (accountId === signedOutId) void setContext("managedAuth.signedOut", true);
  // Load the app now if an agent may need the MCP server even though no view is open, or if a login may be waiting for
  // the user.
  if (context.globalState.get(mcpServerKey) === true || context.workspaceState.get(loginRunningKey) === true)
    void first.get();
  // Load the app if a browser that the extension launched may be running. Each such browser has a file in this folder.
  void readdir(Uri.joinPath(context.globalStorageUri, "browsers").fsPath).then(
    (files) => (files.length > 0 ? first.get() : undefined),
    () => undefined,
  );
}

/** Called by VS Code before the window closes. VS Code waits at most five seconds for the promise. */
export async function deactivate(): Promise<void> {
  (await fileHelp?.release())?.dispose();
  await (await lazyApp?.release())?.dispose();
}
