import { isDeepStrictEqual } from "node:util";
import { window, type TreeItem, type TreeView } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { listPosition } from "../../domain/connections/connectionState.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
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
import { joinSentences } from "../words/sentences.ts";
import {
  accountLine,
  ageLine,
  attentionBadge,
  filterLine,
  unreadableConnectionsLine,
  outdatedReasonLine,
} from "./viewMessages.ts";
import { nodeChildren, nodeRow, type SidebarNode } from "./sidebarNode.ts";
import { AccountTree } from "./accountTree.ts";
import { compact } from "../../domain/compact.ts";

type CreationAttempts = Pick<PendingCreations, "open" | "openElsewhere" | "onDidChange">;

/** Stores the grouping of the connections that was last chosen. */
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
  /** The position keys of the rendered rows. */
  #positions: readonly string[] = [];
  /** The attempts with an unknown result that are rendered above the connections. */
  #attempts: readonly OpenAttempt[] = [];
  /** The rows besides the connections. Only if these or the positions change is the whole tree refreshed. */
  #otherRows: unknown;
  readonly #scheduler = new BatchedScheduler();
  #arrangement: ViewArrangement = { grouping: "status", needingYou: false, text: "" };
  #grouping: GroupingStore | undefined;
  #watched: Pick<WatchedConnections, "idsOf"> | undefined;
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

  /** Shows only connections that need the user or contain a text. Filters that `change` omits stay unchanged. */
  async filter(change: { readonly needingYou?: boolean; readonly text?: string }): Promise<void> {
    this.#arrange(change);
    const { needingYou, text } = this.#arrangement;
    await setContext("managedAuth.filtered", needingYou || text !== "");
    await this.#model.search(text);
  }

  /** Groups connections by status, by profile or not at all. */
  async group(grouping: ConnectionGrouping): Promise<void> {
    this.#arrange({ grouping });
    await Promise.all([setContext("managedAuth.grouping", grouping), this.#grouping?.keep(grouping)]);
  }

  /** Restores the grouping that was last chosen in any window, and stores later choices. */
  keepGrouping(kept: GroupingStore): void {
    this.#grouping = kept;
    const { data: grouping } = ConnectionGrouping.safeParse(kept.last());
    if (grouping === undefined) return;
    this.#arrangement = { ...this.#arrangement, grouping };
    void setContext("managedAuth.grouping", grouping);
  }

  /** Marks the rows of connections that a user watches in any window. */
  markWatched(watched: Pick<WatchedConnections, "idsOf" | "onDidChange">): void {
    this.#watched = watched;
    this.subscriptions.push(watched.onDidChange(() => this.update()));
  }

  /**
   * Shows the account in the view's header, the age of outdated rows, and a badge with the number of connections that
   * need the user.
   */
  describe(
    view: Pick<TreeView<SidebarNode>, "description" | "message" | "badge">,
    whoAmI?: Pick<WhoAmI, "identity" | "onDidChange">,
  ): { readonly dispose: () => void } {
    const update = (): void => {
      const { state } = this.#model;
      const { reading } = state;
      const description = accountLine(this.session.state, whoAmI?.identity);
      const above = [
        filterLine(this.#arrangement.text),
        outdatedReasonLine(state),
        ageLine(state),
        unreadableConnectionsLine(reading?.unreadable ?? 0),
      ];
      const message = joinSentences(above.filter((line) => line !== ""));
      if (view.description !== description) view.description = description;
      if (view.message !== message) view.message = message;
      const mayCount = readSetting("managedAuth.notices") !== "off";
      const badge = mayCount ? attentionBadge(reading?.rows ?? [], reading?.more === true) : undefined;
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
    return { dispose: () => following.forEach((one) => void one.dispose()) };
  }

  /** Renders rows in batches, because VS Code requests all rows at once, even those that are off screen. */
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

  /** Returns a connection's row. Returns undefined if a filter hides the row, because VS Code can't reveal it. */
  async row(id: string): Promise<SidebarNode | undefined> {
    await this.getChildren();
    const node = this.#nodes.get(id);
    return this.#arranged()
      .flatMap((row) => [row, ...nodeChildren(row)])
      .find((row) => row === node);
  }

  /** Selects a connection's row without moving the focus. Retries once, because VS Code rejects if rows change. */
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
    // Update the header here, because restoring the rows that an earlier window cached emits no event.
    this.#describe();
    const { failure, cached, reading } = this.#model.state;
    const shown = reading ?? cached;
    if (reading?.isPartial === true)
      void window.withProgress({ location: { viewId: connectionsViewId } }, () => this.#model.untilIdle());
    this.#replaceNodes(shown?.rows ?? []);
    this.#otherRows = this.#currentOtherRows();
    this.#attempts = open;
    this.#positions = positionKeys(shown?.rows ?? [], new Date());
    // Don't show the failure above outdated rows, unless the user must act to get new rows.
    const isSaid = failure !== undefined && (shown === undefined || needsUser(failure));
    const hasMore = reading?.more === true && !reading.isPartial;
    return compact<SidebarNode>(
      ...open.map((attempt): SidebarNode => ({ kind: "pending", attempt })),
      isSaid && { kind: "unlisted", failure },
      ...this.#arranged(),
      hasMore && { kind: "more", read: reading.rows.length },
    );
  }

  /** Refreshes the rows of creation attempts if they have changed. An attempt that is being sent has no row. */
  async #followAttempts(): Promise<void> {
    const { state } = this.session;
    const open =
      state.kind === "signedOut"
        ? Promise.resolve([])
        : openAttempts(this.#pending, this.session, state.account);
    // Ignore a failed read. It is reported when the rows are requested.
    const isSame = await open.then(
      (now) => isDeepStrictEqual(now, this.#attempts),
      () => false,
    );
    if (this.isRequested || !isSame) this.redraw();
  }

  /** Refreshes the rows whose content has changed. */
  protected override update(): void {
    if (this.isRequested) return;
    const { cached, reading } = this.#model.state;
    const rows = (reading ?? cached)?.rows;
    if (rows === undefined || !this.#arePositionsUnchanged(rows)) {
      this.redraw();
      return;
    }
    const pinned = this.#watchedIds();
    const changed = rows.flatMap((connection) => {
      const node = this.#nodes.get(connection.id);
      const leaving = this.#model.isDeleting(connection.id);
      const watched = pinned.has(connection.id);
      // The model reuses the object of an unchanged connection.
      const isSame = node?.connection === connection && node.leaving === leaving && node.watched === watched;
      if (node === undefined || isSame) return [];
      return [Object.assign(node, { connection, leaving, watched })];
    });
    if (changed.length > 0) this.redraw(changed.length > maxSingleRefreshes ? undefined : changed);
  }

  /** True if the positions and the other rows are the same as when they were last rendered. */
  #arePositionsUnchanged(rows: readonly ManagedAuth[]): boolean {
    return (
      isDeepStrictEqual(this.#currentOtherRows(), this.#otherRows) &&
      isDeepStrictEqual(positionKeys(rows, new Date()), this.#positions)
    );
  }

  #replaceNodes(connections: readonly ManagedAuth[]): void {
    const pinned = this.#watchedIds();
    const byDomain = Map.groupBy(connections, ({ domain }) => domain);
    this.#nodes = new Map(
      connections.map((connection) => {
        const node = this.#nodes.get(connection.id) ?? { kind: "connection", connection };
        node.connection = connection;
        node.leaving = this.#model.isDeleting(connection.id);
        node.watched = pinned.has(connection.id);
        node.showsProfile = (byDomain.get(connection.domain)?.length ?? 0) > 1;
        return [connection.id, node];
      }),
    );
  }

  #watchedIds(): ReadonlySet<string> {
    const { state } = this.session;
    const watched = state.kind === "signedIn" ? this.#watched?.idsOf(state.account.id) : undefined;
    return watched?.pinned ?? new Set();
  }

  #arrange(change: Partial<ViewArrangement>): void {
    this.#arrangement = { ...this.#arrangement, ...change };
    this.#describe();
    this.redraw();
  }

  #arranged(): readonly ListedNode[] {
    return arrangeNodes([...this.#nodes.values()], this.#arrangement, new Date());
  }

  #currentOtherRows(): unknown {
    const { failure, reading } = this.#model.state;
    return { failed: failure?.kind, more: reading?.more === true && !reading.isPartial };
  }
}

/** Returns a key for each row that changes if the row moves or its profile is shown or hidden. */
function positionKeys(rows: readonly ManagedAuth[], now: Date): readonly string[] {
  return rows.map((row) => {
    const { group, order } = listPosition(row, now);
    return JSON.stringify([row.id, row.domain, row.profile_name, group, order]);
  });
}
