// The least a tree from the network can be: one bare fetch, then three rows that never change.
import { TreeItem, window, type ExtensionContext, type TreeDataProvider } from "vscode";

const rows: TreeDataProvider<string> = {
  getTreeItem: (label) => new TreeItem(label),
  async getChildren() {
    const response = await fetch(process.env["BENCH_TREE"] ?? "");
    await response.json();
    return ["First static row", "Second static row", "Third static row"];
  },
};

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(window.registerTreeDataProvider("benchStatic.tree", rows));
}
