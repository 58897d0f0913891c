// The front door: registers what VS Code may ask for and builds the rest when it first does. See esbuild.mjs for
// what loads when.
import { commands, Uri, window } from "vscode";
import type { ExtensionContext } from "vscode";
import type { App, Context } from "./editor/app.ts";
import { commandIds, entitlementsViewId, resultPanelType } from "./editor/commandIds.ts";
import { LazyTree } from "./editor/lazyTree.ts";
import type { LaunchSandbox } from "./editor/sandbox.ts";
import type { Node } from "./editor/treeNodes.ts";

let built: Promise<App> | undefined;

/** Called by VS Code when a command, the view or a stored panel of the extension is first needed. */
export function activate(
  context: Context & Pick<ExtensionContext, "subscriptions" | "asAbsolutePath">,
): void {
  const app = (): Promise<App> => {
    built ??= build();
    // A failure to load is said where it happens; the next use tries again.
    built.catch(() => (built = undefined));
    return built;
  };
  const tree = new LazyTree(async () => (await app()).tree);
  const view = window.createTreeView<Node>(entitlementsViewId, {
    treeDataProvider: tree,
    canSelectMany: true,
  });

  const build = async (): Promise<App> => {
    const { createApp } = await import("./editor/app.ts");
    return createApp(context, launchSandbox, view);
  };
  const launchSandbox: LaunchSandbox = async (signal) => {
    const { launchSandbox: launch } = await import("./sandbox/launch.ts");
    return launch({
      directory: Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
      workerFile: context.asAbsolutePath("dist/sandbox.cjs"),
      signal,
    });
  };

  context.subscriptions.push(
    tree,
    view,
    window.registerWebviewPanelSerializer(resultPanelType, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await app()).restorePanel(panel, state),
    }),
    ...commandIds.map((id) =>
      commands.registerCommand(id, async (node?: Node, selected?: readonly Node[]) =>
        (await app()).run(id, selected ?? (node === undefined ? [] : [node])),
      ),
    ),
  );
}

/** Called by VS Code before the window closes; it waits for the promise, for five seconds at most. */
export async function deactivate(): Promise<void> {
  const app = await built?.catch(() => undefined);
  built = undefined;
  await app?.dispose();
}
