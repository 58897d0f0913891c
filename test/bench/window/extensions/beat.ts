// The least a row can be that follows something: a word of a bare stream (BENCH_BEAT) beside its name.
import { EventEmitter, TreeItem, window } from "vscode";
import type { ExtensionContext, TreeDataProvider } from "vscode";

const changed = new EventEmitter<string>();
let word = "begun";

const rows: TreeDataProvider<string> = {
  onDidChangeTreeData: changed.event,
  getTreeItem(label) {
    const item = new TreeItem(label);
    item.id = label;
    item.description = word;
    return item;
  },
  getChildren: (row) => (row === undefined ? ["First beating row"] : []),
};

async function follow(signal: AbortSignal): Promise<void> {
  const response = await fetch(process.env["BENCH_BEAT"] ?? "", { signal });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    word = decoder.decode(chunk).trim();
    changed.fire("First beating row");
  }
}

export function activate(context: ExtensionContext): void {
  const stop = new AbortController();
  context.subscriptions.push(changed, window.createTreeView("benchBeat.tree", { treeDataProvider: rows }), {
    dispose: () => stop.abort(),
  });
  follow(stop.signal).catch(() => undefined);
}
