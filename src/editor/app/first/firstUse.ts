import {
  EventEmitter,
  type CancellationToken,
  type Disposable,
  type TreeDataProvider,
  type TreeItem,
} from "vscode";

/**
 * A value that is created on first use. If the creation fails, the current callers get the error and the next caller
 * retries.
 */
export class OnFirstUse<T> {
  readonly #create: () => Promise<T>;
  #value: Promise<T> | undefined;

  constructor(create: () => Promise<T>) {
    this.#create = create;
  }

  get(): Promise<T> {
    const value = (this.#value ??= this.#create());
    value.catch(() => {
      if (this.#value === value) this.#value = undefined;
    });
    return value;
  }

  /** Removes and returns the value, so that the caller can dispose of it. Returns undefined if there is no value. */
  async release(): Promise<T | undefined> {
    const value = this.#value;
    this.#value = undefined;
    return value?.catch(() => undefined);
  }
}

/** A tree that loads its implementation when the view is first shown. */
export class LazyTree<Node> implements TreeDataProvider<Node>, Disposable {
  readonly #load: () => Promise<TreeDataProvider<Node>>;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
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

  async getParent(node: Node): Promise<Node | null | undefined> {
    return (await this.#tree()).getParent?.(node);
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
