import { window } from "vscode";
import type { Extension, ExtensionContext, Memento, TreeDataProvider, TreeView, WebviewPanel } from "vscode";
import * as z from "zod/mini";
import { explainLostToken } from "./accountCommands.ts";
import { Accounts } from "./accounts.ts";
import { act } from "./actions.ts";
import type { CommandId } from "./commandIds.ts";
import { guarded, runCommand } from "./commands.ts";
import { Drafts } from "./drafts.ts";
import { EntitlementsModel } from "./entitlementsModel.ts";
import { removeUnfinished } from "./files.ts";
import { Log } from "./log.ts";
import { Opener } from "./opener.ts";
import type { Parts } from "./parts.ts";
import { PendingCreations } from "./pendingCreations.ts";
import { ResultPanel } from "./resultPanel.ts";
import { Results } from "./results.ts";
import { Sandbox } from "./sandbox.ts";
import type { LaunchSandbox } from "./sandbox.ts";
import { Service } from "./service.ts";
import { Snapshots } from "./snapshots.ts";
import { Session } from "./session.ts";
import { EntitlementsTree } from "./tree.ts";
import type { Node } from "./treeNodes.ts";

/** The extension at work. It is built on first use, so that a window that does not need it pays nothing. */
export interface App {
  readonly tree: TreeDataProvider<Node>;
  /** Runs a command on the rows it was called for; none from the palette. */
  run(command: CommandId, nodes: readonly Node[]): Promise<void>;
  restorePanel(panel: WebviewPanel, state: unknown): Promise<void>;
  /** Ends everything; resolves when the sandbox has let go of its data. */
  dispose(): Promise<void>;
}

/** What is used of the context that VS Code hands over. */
export type Context = Pick<
  ExtensionContext,
  "secrets" | "workspaceState" | "globalStorageUri" | "extensionUri"
> & {
  readonly globalState: Memento;
  readonly extension: Pick<Extension<unknown>, "packageJSON">;
};

const Manifest = z.object({ version: z.string() });

/** Builds everything and takes up the account this window worked as. */
export async function createApp(
  context: Context,
  launchSandbox: LaunchSandbox,
  view: TreeView<Node>,
): Promise<App> {
  const { version } = Manifest.parse(context.extension.packageJSON);
  const storage = context.globalStorageUri.fsPath;
  const log = new Log();
  const accounts = new Accounts(context.secrets);
  const session = new Session(accounts, context.workspaceState, context.globalState);
  const sandbox = new Sandbox(launchSandbox);
  const service = new Service(accounts, session, sandbox, log, version);
  const snapshots = new Snapshots(storage, (fault) => log.fault("snapshots", fault));
  const entitlements = new EntitlementsModel(session, service, snapshots);
  const pending = new PendingCreations(storage);
  const tree = new EntitlementsTree(session, entitlements, pending);
  const results = new Results(storage);
  const panel = new ResultPanel(context.extensionUri, results, (action, result, item) =>
    guarded({ log }, action, () => act(parts, action, result, item)),
  );
  const parts: Parts = {
    accounts,
    session,
    sandbox,
    service,
    entitlements,
    tree,
    drafts: new Drafts(storage),
    results,
    pending,
    panel,
    opener: new Opener(),
    log,
    version,
    windowState: context.workspaceState,
    environment: process.env,
  };
  await session.restore(process.env["MANAGED_AUTH_SANDBOX"] === "1");
  void guarded({ log }, "restore", () => explainLostToken(parts));
  void guarded({ log }, "storage", () => removeUnfinished(storage));
  const focused = window.onDidChangeWindowState((state) => {
    if (state.focused) void guarded({ log }, "focus", () => session.recheck());
  });
  const owned = [
    focused,
    log,
    accounts,
    session,
    service,
    entitlements,
    tree,
    pending,
    panel,
    tree.describe(view),
  ];
  return {
    tree,
    run: (command, nodes) => runCommand(parts, command, nodes),
    restorePanel: (restored, state) => guarded(parts, "restore", () => panel.restore(restored, state)),
    dispose: async () => {
      for (const one of owned.reverse()) one.dispose();
      await sandbox.stop();
    },
  };
}
