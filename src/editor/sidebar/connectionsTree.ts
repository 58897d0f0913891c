import { isDeepStrictEqual } from "node:util";
import { window, type TreeItem, type TreeView, type ViewBadge } from "vscode";
import { type ConnectionView, connectionView } from "../../domain/connections/connectionView.ts";
import type { WindowSession } from "../accounts/session.ts";
import { timeAtService, type ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import { needsUser } from "../catalogue/failures.ts";
import { openAttempts, type OpenAttempt } from "../connections/creation/openAttempts.ts";
import type { PendingCreations } from "../connections/context/pendingCreations.ts";
import {
  arrangeNodes,
  ConnectionGrouping,
  type ViewArrangement,
  type ListedConnectionNode,
  type ListedNode,
} from "../connections/listed/listedNodes.ts";
import { setContext } from "../kit/contextKeys.ts";
import { onDidChangeSetting, readSetting } from "../kit/settings.ts";
import { treeItem, setTooltip } from "../kit/row.ts";
import { BatchedScheduler } from "../kit/batchedScheduler.ts";
import type { WatchedConnections } from "../watching/watchedConnections.ts";
import { connectionsViewId } from "../words/contributions.ts";
import { accountLine, attentionBadge, connectionsMessage, type ViewHeader } from "./viewMessages.ts";
import { nodeChildren, nodeRow, type SidebarNode } from "./sidebarNode.ts";
import { AccountTree } from "./accountTree.ts";
import { compact } from "../../domain/compact.ts";

type CreationAttempts = Pick<PendingCreations, "open" | "openElsewhere" | "onDidChange">;

interface GroupingStore {
  last(): unknown;
  keep(grouping: ConnectionGrouping): PromiseLike<void>;
}

/** Maximum number of rows to refresh individually. VS Code compares each refreshed row with all others. */
const maxSingleRefreshes = 500;

/** The tree of the active account's connections. Empty without an account. */
export class ConnectionsTree extends AccountTree {
  readonly #model: ConnectionsModel;
  readonly #pending: CreationAttempts;
  /** Row objects by connection ID. They are reused, because VS Code identifies a row by its object. */
  #nodes = new Map<string, ListedConnectionNode>();
  /** Cache of the connection views, with the rows from which they were computed. */
  #viewed: { readonly rows: unknown; readonly views: readonly ConnectionView[] } | undefined;
  /** The layout of the rendered rows. The whole tree is refreshed only if the layout changes. */
  #renderedLayout: readonly unknown[] = [];
  /** The creation attempts with an unknown result. Their rows are rendered above the connections. */
  #attempts: readonly OpenAttempt[] = [];
  readonly #scheduler = new BatchedScheduler();
  #arrangement: ViewArrangement = { grouping: "status", needingYou: false, text: "" };
  #grouping: GroupingStore | undefined;
  #watched: WatchedConnections | undefined;
  #describe = (): void => undefined;

  constructor(session: WindowSession, model: ConnectionsModel, pending: CreationAttempts) {
    super(session, model);
    this.#model = model;
    this.#pending = pending;
    this.subscriptions.push(pending.onDidChange(() => void this.#followAttempts()));
  }

  /** The text that filters the connections. Empty if all connections are shown. */
  get text(): string {
    return this.#arrangement.text;
  }

  /**
   * Filters connections by text, and can omit connections that need no action by the user. Filters that `change`
   * doesn't contain stay unchanged.
   */
  async filter(change: { readonly needingYou?: boolean; readonly text?: string }): Promise<void> {
    this.#arrange(change);
    const { needingYou, text } = this.#arrangement;
    await setContext("managedAuth.filtered", needingYou || text !== "");
    await this.#model.search(text);
  }

  async group(grouping: ConnectionGrouping): Promise<void> {
    this.#arrange({ grouping });
    await Promise.all([setContext("managedAuth.grouping", grouping), this.#grouping?.keep(grouping)]);
  }

  /** Restores the grouping that was last chosen in any window, and stores later choices. */
  keepGrouping(store: GroupingStore): void {
    this.#grouping = store;
    const { data: grouping } = ConnectionGrouping.safeParse(store.last());
    if (grouping === undefined) return;
    this.#arrangement = { ...this.#arrangement, grouping };
    void setContext("managedAuth.grouping", grouping);
  }

  /** Marks the rows of connections that the user chose to watch in any window. Their logouts are reported. */
  markWatched(watched: WatchedConnections): void {
    this.#watched = watched;
    this.subscriptions.push(watched.onDidChange(() => this.update()));
  }

  /**
   * Shows the account and the age of outdated rows in the view's header. Shows a badge with the number of connections
   * that need an action by the user.
   */
  describe(
    view: ViewHeader & { badge?: ViewBadge | undefined },
    whoAmI?: WhoAmI,
  ): { readonly dispose: () => void } {
    const update = (): void => {
      const { reading } = this.#model.state;
      const description = accountLine(this.session.state, whoAmI?.identity);
      const message = connectionsMessage(this.#model.state, this.#arrangement.text);
      if (view.description !== description) view.description = description;
      if (view.message !== message) view.message = message;
      const mayCount = readSetting("managedAuth.notices") !== "off";
      const badge = mayCount
        ? attentionBadge(reading ? this.#views() : [], reading?.more === true)
        : undefined;
      if (!isDeepStrictEqual(view.badge, badge)) view.badge = badge;
      const isEmpty = reading?.rows.length === 0 && !reading.more && reading.unreadable === 0;
      void setContext("managedAuth.noConnections", isEmpty);
    };
    update();
    this.#describe = update;
    const following = compact(
      this.#model.onDidChange(update),
      onDidChangeSetting("managedAuth.notices", update),
      whoAmI?.onDidChange(update),
    );
    return { dispose: () => following.forEach((disposable) => void disposable.dispose()) };
  }

  /** Renders rows in batches, because VS Code requests all rows at once, including rows that are off screen. */
  getTreeItem(node: SidebarNode): TreeItem | Promise<TreeItem> {
    return this.#scheduler.run(() => treeItem(nodeRow(node)));
  }

  /** Adds the tooltip once the user hovers over a row. */
  resolveTreeItem(item: TreeItem, node: SidebarNode): TreeItem {
    return setTooltip(item, nodeRow(node));
  }

  /** Returns the group of a row. VS Code requests the group before it reveals a row. */
  getParent(node: SidebarNode): SidebarNode | undefined {
    return this.#arranged().find((findRow) => nodeChildren(findRow).includes(node));
  }

  /** Returns a connection's row. Returns undefined if a filter hides the row, because VS Code can't reveal it then. */
  async row(id: string): Promise<SidebarNode | undefined> {
    await this.getChildren();
    const node = this.#nodes.get(id);
    return this.#arranged()
      .flatMap((row) => [row, ...nodeChildren(row)])
      .find((row) => row === node);
  }

  /**
   * Selects a connection's row without moving the focus. Retries once, because VS Code rejects the call if rows
   * change in the meantime.
   */
  async reveal(view: Pick<TreeView<SidebarNode>, "reveal">, id: string): Promise<void> {
    const select = async (): Promise<void> => {
      await this.#model.untilIdle();
      const row = await this.row(id);
      if (row !== undefined) await view.reveal(row, { focus: false, select: true });
    };
    await select().catch(select);
  }

  protected rows(): Promise<readonly SidebarNode[]> {
    return this.rowsForAccount(
      async (account) => {
        const open = openAttempts(this.#pending, this.session, account);
        return (await Promise.all([open, this.#model.displayState()]))[0];
      },
      (open) => this.#buildRows(open),
    );
  }

  #buildRows(open: readonly OpenAttempt[]): readonly SidebarNode[] {
    const { failure, cached, reading } = this.#model.state;
    const shown = reading ?? cached;
    if (reading?.isPartial === true)
      void window.withProgress({ location: { viewId: connectionsViewId } }, () => this.#model.untilIdle());
    const views = this.#views();
    this.#replaceNodes(views);
    this.#attempts = open;
    this.#renderedLayout = this.#layoutOf(views);
    // Show a failure only if there are no outdated rows to show, or if the user must act to get new rows.
    const showsFailure = failure !== undefined && (shown === undefined || needsUser(failure));
    const hasMore = reading?.more === true && !reading.isPartial;
    return compact<SidebarNode>(
      ...open.map((attempt): SidebarNode => ({ kind: "pending", attempt })),
      showsFailure && { kind: "unlisted", failure },
      ...this.#arranged(),
      hasMore && { kind: "more", read: reading.rows.length },
    );
  }

  /** Refreshes the rows of creation attempts if they have changed. An attempt has no row while its request runs. */
  async #followAttempts(): Promise<void> {
    const { state } = this.session;
    const open =
      state.kind === "signedOut"
        ? Promise.resolve([])
        : openAttempts(this.#pending, this.session, state.account);
    // Also redraw the tree if the read fails, because VS Code then requests the rows, which show the failure.
    const isSame = await open.then(
      (now) => isDeepStrictEqual(now, this.#attempts),
      () => false,
    );
    if (this.isRequested || !isSame) this.redraw();
  }

  protected override update(): void {
    this.#viewed = undefined;
    if (this.isRequested) return;
    const { cached, reading } = this.#model.state;
    const views = this.#views();
    if ((reading ?? cached) === undefined || !areSame(this.#layoutOf(views), this.#renderedLayout)) {
      this.redraw();
      return;
    }
    const pinned = this.#watchedIds();
    const changed = views.flatMap((view) => {
      const { connection } = view;
      const node = this.#nodes.get(connection.id);
      const deleting = this.#model.isDeleting(connection.id);
      const watched = pinned.has(connection.id);
      // The model reuses the object of an unchanged connection, so comparing identities is enough.
      const isSame =
        node?.view.connection === connection && node.deleting === deleting && node.watched === watched;
      if (node === undefined || isSame) return [];
      return [Object.assign(node, { view, deleting, watched })];
    });
    if (changed.length > 0) this.redraw(changed.length > maxSingleRefreshes ? undefined : changed);
  }

  /** Returns the values that determine which rows exist, their order, and whether they show a profile. */
  #layoutOf(views: readonly ConnectionView[]): readonly unknown[] {
    const { failure, reading } = this.#model.state;
    const layout: unknown[] = [failure?.kind, reading?.more === true && !reading.isPartial];
    for (const { connection, urgency } of views)
      layout.push(connection.id, connection.domain, connection.profile_name, urgency);
    return layout;
  }

  /** Returns the views of the connections, computed once per change of the model. */
  #views(): readonly ConnectionView[] {
    const { cached, reading } = this.#model.state;
    const rows = (reading ?? cached)?.rows ?? [];
    if (this.#viewed?.rows !== rows) {
      const now = timeAtService(this.#model.state);
      this.#viewed = { rows, views: rows.map((row) => connectionView(row, now)) };
    }
    return this.#viewed.views;
  }

  #replaceNodes(views: readonly ConnectionView[]): void {
    const pinned = this.#watchedIds();
    const byDomain = Map.groupBy(views, ({ connection }) => connection.domain);
    this.#nodes = new Map(
      views.map((view) => {
        const { connection } = view;
        const node = this.#nodes.get(connection.id) ?? { kind: "connection", view };
        node.view = view;
        node.deleting = this.#model.isDeleting(connection.id);
        node.watched = pinned.has(connection.id);
        node.showsProfile = (byDomain.get(connection.domain)?.length ?? 0) > 1;
        return [connection.id, node];
      }),
    );
  }

  #watchedIds(): ReadonlySet<string> {
    const { state } = this.session;
    const watched = state.account && this.#watched?.idsOf(state.account.id);
    return watched?.pinned ?? new Set();
  }

  #arrange(change: Partial<ViewArrangement>): void {
    this.#arrangement = { ...this.#arrangement, ...change };
    this.#describe();
    this.redraw();
  }

  #arranged(): readonly ListedNode[] {
    return arrangeNodes([...this.#nodes.values()], this.#arrangement);
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
