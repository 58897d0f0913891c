import { EventEmitter } from "vscode";
import type { Disposable, Event, TreeDataProvider, TreeItem } from "vscode";
import type { Account } from "../accounts/accounts.ts";
import type { Session } from "../accounts/session.ts";
import { rememberRows } from "../kit/ofThisWindow.ts";
import { childrenOf } from "./node.ts";
import type { Node } from "./node.ts";

/** A tree view of the active account's data. */
export abstract class AccountTree implements TreeDataProvider<Node>, Disposable {
  protected readonly session: Session;
  protected readonly following: Disposable[];
  readonly #changed = new EventEmitter<Node[] | undefined>();
  /** The number of pending requests for rows. Their responses will include any changes in the meantime. */
  #asked = 0;
  /** True once the rows were shown. */
  #isShown = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, ...models: readonly { readonly onDidChange: Event<unknown> }[]) {
    this.session = session;
    this.following = models.map((model) => model.onDidChange(() => this.update()));
  }

  abstract getTreeItem(node: Node): TreeItem | Promise<TreeItem>;

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return rememberRows(await this.below(node));
    this.#isShown = true;
    this.#asked++;
    try {
      return rememberRows(await this.rows());
    } finally {
      this.#asked--;
    }
  }

  dispose(): void {
    for (const one of this.following) one.dispose();
    this.#changed.dispose();
  }

  protected abstract rows(): Promise<readonly Node[]> | readonly Node[];

  protected below(node: Node): Promise<readonly Node[]> | readonly Node[] {
    return childrenOf(node);
  }

  protected get isAsked(): boolean {
    return this.#asked > 0;
  }

  protected update(): void {
    if (!this.isAsked && this.#isShown) this.redraw();
  }

  protected redraw(nodes?: Node[]): void {
    this.#changed.fire(nodes);
  }

  /** Returns the rows for the current account's data, or none without an account. */
  protected async rowsOnce<Read>(
    read: (account: Account) => Promise<Read>,
    rows: (read: Read) => readonly Node[],
  ): Promise<readonly Node[]> {
    const { state } = this.session;
    if (state.kind === "signedOut") return [];
    const known = await read(state.account);
    // Read again if the account or its token has changed meanwhile.
    return this.session.state === state ? rows(known) : this.rowsOnce(read, rows);
  }
}
