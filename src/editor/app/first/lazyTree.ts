import { EventEmitter } from "vscode";
import type { CancellationToken, Disposable, TreeDataProvider, TreeItem } from "vscode";

type Changed<Node> = Node | Node[] | undefined;

/** Stands in for the tree until the view is opened for the first time. */
export class LazyTree<Node> implements TreeDataProvider<Node>, Disposable {
  readonly #load: () => Promise<TreeDataProvider<Node>>;
  readonly #changed = new EventEmitter<Changed<Node>>();
  #following: Disposable | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<TreeDataProvider<Node>>) {
    this.#load = load;
  }

  async getChildren(node?: Node): Promise<Node[] | null | undefined> {
    return (await this.#tree()).getChildren(node);
  }

  async getTreeItem(node: Node): Promise<TreeItem> {
    return (await this.#tree()).getTreeItem(node);
  }

  async resolveTreeItem(item: TreeItem, node: Node, token: CancellationToken): Promise<TreeItem> {
    return (await (await this.#tree()).resolveTreeItem?.(item, node, token)) ?? item;
  }

  dispose(): void {
    this.#following?.dispose();
    this.#changed.dispose();
  }

  async #tree(): Promise<TreeDataProvider<Node>> {
    const tree = await this.#load();
    this.#following ??= tree.onDidChangeTreeData?.((changed) => this.#changed.fire(changed ?? undefined));
    return tree;
  }
}
