// A baseline for a tree of many connections: the same number of rows with the same content, without requests.
import { commands, EventEmitter, ThemeColor, ThemeIcon, TreeItem, window } from "vscode";
import type { ExtensionContext, TreeDataProvider } from "vscode";

const changed = new EventEmitter<undefined>();
let requested = Promise.withResolvers<undefined>();

const rows: TreeDataProvider<string> = {
  onDidChangeTreeData: changed.event,
  getTreeItem: rowOf,
  getChildren() {
    requested.resolve(undefined);
    return Array.from({ length: 10_000 }, (_, index) => `ma_${index}`);
  },
};

function rowOf(id: string): TreeItem {
  const domain = `${id.replace("_", "-")}.example.com`;
  const item = new TreeItem(domain);
  item.id = id;
  item.description = `checked Feb 3 · profile-${id}`;
  item.tooltip = `profile-${id} on ${domain}\nLogged in\nChecked Feb 3, 10:15 AM, every hour\n${id}`;
  item.iconPath = new ThemeIcon("pass-filled", new ThemeColor("charts.green"));
  item.contextValue = "connection";
  item.accessibilityInformation = { label: `profile-${id} on ${domain}: checked Feb 3` };
  item.command = { command: "benchRows.refresh", title: "Show", arguments: [{ id }] };
  return item;
}

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(
    changed,
    window.createTreeView("benchRows.tree", { treeDataProvider: rows }),
    commands.registerCommand("benchRows.refresh", async () => {
      requested = Promise.withResolvers();
      changed.fire(undefined);
      await requested.promise;
    }),
  );
}
