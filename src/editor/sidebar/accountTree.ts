import { EventEmitter, type Disposable, type Event, type TreeDataProvider, type TreeItem } from "vscode";
import type { Account } from "../accounts/accounts.ts";
import type { WindowSession } from "../accounts/session.ts";
import { rememberRows } from "../kit/ofThisWindow.ts";
import { nodeChildren, type SidebarNode } from "./sidebarNode.ts";

export abstract class AccountTree implements TreeDataProvider<SidebarNode>, Disposable {
  protected readonly session: WindowSession;
  protected readonly subscriptions: { readonly dispose: () => unknown }[];
  readonly #changed = new EventEmitter<SidebarNode[] | undefined>();
  /**
   * Number of VS Code's pending requests for rows. A data change during a request needs no change event, because the
   * response contains the new data.
   */
  #pendingRequests = 0;
  /** True once VS Code has requested the rows for the first time. */
  #isShown = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: WindowSession, ...models: readonly { readonly onDidChange: Event<unknown> }[]) {
    this.session = session;
    this.subscriptions = models.map((model) => model.onDidChange(() => this.update()));
  }

  abstract getTreeItem(node: SidebarNode): TreeItem | Promise<TreeItem>;

  async getChildren(node?: SidebarNode): Promise<SidebarNode[]> {
    if (node !== undefined) return rememberRows(await this.childRows(node));
    this.#isShown = true;
    this.#pendingRequests++;
    try {
      return rememberRows(await this.rows());
    } finally {
      this.#pendingRequests--;
    }
  }

  dispose(): void {
    for (const disposable of this.subscriptions) disposable.dispose();
    this.#changed.dispose();
  }

  protected abstract rows(): Promise<readonly SidebarNode[]> | readonly SidebarNode[];

  protected childRows(node: SidebarNode): Promise<readonly SidebarNode[]> | readonly SidebarNode[] {
    return nodeChildren(node);
  }

  protected get isRequested(): boolean {
    return this.#pendingRequests > 0;
  }

  protected update(): void {
    if (!this.isRequested && this.#isShown) this.redraw();
  }

  protected redraw(nodes?: SidebarNode[]): void {
    this.#changed.fire(nodes);
  }

  /** Fetches the active account's data and returns its rows. Returns no rows if the window is signed out. */
  protected async rowsForAccount<Read>(
    read: (account: Account) => Promise<Read>,
    rows: (read: Read) => readonly SidebarNode[],
  ): Promise<readonly SidebarNode[]> {
    const { state } = this.session;
    if (state.kind === "signedOut") return [];
    const reading = await read(state.account);
    // Fetch again if the account or its token changed during the fetch.
    if (this.session.state === state) return rows(reading);
    return this.rowsForAccount(read, rows);
  }
}
