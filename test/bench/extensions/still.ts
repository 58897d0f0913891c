// A minimal tree as a baseline: three rows that never change and need no request.
import { TreeItem, window, type ExtensionContext, type TreeDataProvider } from "vscode";

const rows: TreeDataProvider<string> = {
  getTreeItem: (label) => new TreeItem(label),
  getChildren: () => ["First still row", "Second still row", "Third still row"],
};

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(window.registerTreeDataProvider("benchStill.tree", rows));
}
