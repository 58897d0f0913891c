import { isDeepStrictEqual } from "node:util";
import { l10n, window, type TreeItem, type TreeView } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { listPlace, needsPerson } from "../../domain/connections/connectionState.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Session } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import { needsUser } from "../catalogue/failures.ts";
import { openAttempts, type OpenAttempt } from "../connections/creation/attempts.ts";
import type { PendingCreations } from "../connections/context/pending.ts";
import { arranged, Grouping, type Arrangement, type ListedNode } from "../connections/listed/node.ts";
import { setContext } from "../kit/contextKeys.ts";
import { onDidChangeSetting, readSetting } from "../kit/settings.ts";
import { treeItem, setTooltip } from "../kit/row.ts";
import { BatchedScheduler } from "../kit/batchedScheduler.ts";
import type { Watched } from "../watching/watched.ts";
import { connectionsViewId } from "../words/contributions.ts";
import { count } from "../words/numbers.ts";
import { paragraph } from "../words/sentences.ts";
import { accountLine, ageLine, foundLine, missingLine, oldLine } from "./messages.ts";
import { childrenOf, rowOf, type Node } from "./node.ts";
import { AccountTree } from "./tree.ts";

type Attempts = Pick<PendingCreations, "open" | "openElsewhere" | "onDidChange">;
type ConnectionNode = Extract<ListedNode, { kind: "connection" }>;

/** What keeps the grouping that was chosen last. */
interface KeptGrouping {
  last(): unknown;
  keep(grouping: Grouping): PromiseLike<void>;
}

/** Rows that are drawn anew one by one at most: VS Code compares each with each. */
const mostSingleRows = 500;

/** The connections of the active account as a tree; empty without an account. */
export class ConnectionsTree extends AccountTree {
  readonly #model: ConnectionsModel;
  readonly #pending: Attempts;
  /** The rows by the id of their connection: VS Code knows each by its object. */
  #nodes = new Map<string, ConnectionNode>();
  /** Where each of them was drawn. */
  #places: readonly string[] = [];
  /** The attempts of unknown end that were drawn above them. */
  #attempts: readonly OpenAttempt[] = [];
  /** What stands beside them: as long as that and their places hold, only those are drawn anew that say something else. */
  #besides: unknown;
  readonly #scheduler = new BatchedScheduler();
  #arrangement: Arrangement = { grouping: "status", needingYou: false, text: "" };
  #grouping: KeptGrouping | undefined;
  #watched: Pick<Watched, "of"> | undefined;
  #describe = (): void => undefined;

  constructor(session: Session, model: ConnectionsModel, pending: Attempts) {
    super(session, model);
    this.#model = model;
    this.#pending = pending;
    this.following.push(pending.onDidChange(() => void this.#followAttempts()));
  }

  /** The text that the connections hold that are shown; empty where all are. */
  get text(): string {
    return this.#arrangement.text;
  }

  /** Shows only the connections that need a person, or that hold a text: what is said of both stays until it is said anew. */
  async filter(change: Partial<Pick<Arrangement, "needingYou" | "text">>): Promise<void> {
    this.#arrange(change);
    const { needingYou, text } = this.#arrangement;
    await setContext("managedAuth.filtered", needingYou || text !== "");
    await this.#model.seek(text);
  }

  /** Puts connections together by their status, by their profile, or not at all. */
  async group(grouping: Grouping): Promise<void> {
    this.#arrange({ grouping });
    await Promise.all([setContext("managedAuth.grouping", grouping), this.#grouping?.keep(grouping)]);
  }

  /** Begins with the grouping that was chosen last, in any window, and has those kept that are chosen from now on. */
  keepGrouping(kept: KeptGrouping): void {
    this.#grouping = kept;
    const { data: grouping } = Grouping.safeParse(kept.last());
    if (grouping === undefined) return;
    this.#arrangement = { ...this.#arrangement, grouping };
    void setContext("managedAuth.grouping", grouping);
  }

  /** Marks the rows of connections that somebody wants to be told of, whichever window it was. */
  markWatched(watched: Pick<Watched, "of" | "onDidChange">): void {
    this.#watched = watched;
    this.following.push(watched.onDidChange(() => this.update()));
  }

  /** Says whose the rows are, how old, where they are not of now, and on the icon how many need a person. */
  describe(
    view: Pick<TreeView<Node>, "description" | "message" | "badge">,
    whoAmI?: Pick<WhoAmI, "known" | "onDidChange">,
  ): { readonly dispose: () => void } {
    const update = (): void => {
      const { state } = this.#model;
      const { reading } = state;
      const description = accountLine(this.session.state, whoAmI?.known);
      const above = [
        foundLine(this.#arrangement.text),
        oldLine(state),
        ageLine(state),
        missingLine(reading?.unreadable ?? 0),
      ];
      const message = paragraph(above.filter((line) => line !== ""));
      if (view.description !== description) view.description = description;
      if (view.message !== message) view.message = message;
      const mayCount = readSetting("managedAuth.notices") !== "off";
      const badge = mayCount ? badgeOf(reading?.rows ?? [], reading?.more === true) : undefined;
      if (!isDeepStrictEqual(view.badge, badge)) view.badge = badge;
      const isEmpty = reading?.rows.length === 0 && !reading.more && reading.unreadable === 0;
      void setContext("managedAuth.noConnections", isEmpty);
    };
    update();
    this.#describe = update;
    const following = [
      this.#model.onDidChange(update),
      onDidChangeSetting("managedAuth.notices", update),
      ...(whoAmI === undefined ? [] : [whoAmI.onDidChange(update)]),
    ];
    return { dispose: () => following.forEach((one) => void one.dispose()) };
  }

  /** VS Code asks for all rows at once, also for those that are not on screen. */
  getTreeItem(node: Node): TreeItem | Promise<TreeItem> {
    return this.#scheduler.run(() => treeItem(rowOf(node)));
  }

  /** Says more of a row that somebody points at. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    return setTooltip(item, rowOf(node));
  }

  /** The group of a row; VS Code asks before it reveals one. */
  getParent(node: Node): Node | undefined {
    return this.#arranged().find((row) => childrenOf(row).includes(node));
  }

  /** The row of a connection, or undefined if there is none or a filter hides the row: VS Code can't reveal that. */
  async row(id: string): Promise<Node | undefined> {
    await this.getChildren();
    const node = this.#nodes.get(id);
    return this.#arranged()
      .flatMap((row) => [row, ...childrenOf(row)])
      .find((row) => row === node);
  }

  /** Selects the row of a connection in the view, if it is shown there. The focus stays where it is. */
  async reveal(view: Pick<TreeView<Node>, "reveal">, id: string): Promise<void> {
    await this.#model.settled();
    const row = await this.row(id);
    if (row !== undefined) await view.reveal(row, { focus: false, select: true });
  }

  protected rows(): Promise<readonly Node[]> {
    return this.rowsOnce(
      async (account) => {
        const [, open] = await Promise.all([this.#model.shown(), this.#openAttempts(account)]);
        return open;
      },
      (open) => this.#drawn(open),
    );
  }

  #drawn(open: readonly OpenAttempt[]): readonly Node[] {
    // What an earlier window read is taken up without a word.
    this.#describe();
    const { failure, last, reading } = this.#model.state;
    const shown = reading ?? last;
    if (reading?.begun === true)
      void window.withProgress({ location: { viewId: connectionsViewId } }, () => this.#model.settled());
    this.#exchange(shown?.rows ?? []);
    this.#besides = this.#besidesNow();
    this.#attempts = open;
    const unknown = open.map((attempt): Node => ({ kind: "pending", attempt }));
    const now = new Date();
    this.#places = placesOf(shown?.rows ?? [], now);
    const rows = arranged([...this.#nodes.values()], this.#arrangement, now);
    // Old rows do without it, unless it is what leads to new ones.
    const isSaid = failure !== undefined && (shown === undefined || needsUser(failure));
    const failed: readonly Node[] = isSaid ? [{ kind: "unlisted", failure }] : [];
    const more: readonly Node[] =
      reading?.more === true && !reading.begun ? [{ kind: "more", read: reading.rows.length }] : [];
    return [...unknown, ...failed, ...rows, ...more];
  }

  /** Draws the attempts anew where others are open than before: of one that is being sent, a row says nothing. */
  async #followAttempts(): Promise<void> {
    const { state } = this.session;
    const open = state.kind === "signedOut" ? Promise.resolve([]) : this.#openAttempts(state.account);
    // Whoever asks for the rows is told why they cannot be read.
    const isSame = await open.then(
      (now) => isDeepStrictEqual(now, this.#attempts),
      () => false,
    );
    if (this.isAsked || !isSame) this.redraw();
  }

  #openAttempts(account: Account): Promise<readonly OpenAttempt[]> {
    return openAttempts(this.#pending, this.session, account);
  }

  /** Draws anew what says something else than before. */
  protected override update(): void {
    if (this.isAsked) return;
    const { last, reading } = this.#model.state;
    const rows = (reading ?? last)?.rows;
    if (rows === undefined || !this.#isInPlace(rows)) {
      this.redraw();
      return;
    }
    const pinned = this.#pinned();
    const changed = rows.flatMap((connection) => {
      const node = this.#nodes.get(connection.id);
      const leaving = this.#model.isLeaving(connection.id);
      const watched = pinned.has(connection.id);
      // The model keeps the object of a connection that has not changed.
      const isSame = node?.connection === connection && node.leaving === leaving && node.watched === watched;
      return node === undefined || isSame ? [] : [Object.assign(node, { connection, leaving, watched })];
    });
    if (changed.length > 0) this.redraw(changed.length > mostSingleRows ? undefined : changed);
  }

  /** Whether these have the places of the rows that were drawn, among the same others. */
  #isInPlace(rows: readonly ManagedAuth[]): boolean {
    return (
      isDeepStrictEqual(this.#besidesNow(), this.#besides) &&
      isDeepStrictEqual(placesOf(rows, new Date()), this.#places)
    );
  }

  #exchange(connections: readonly ManagedAuth[]): void {
    const pinned = this.#pinned();
    const byDomain = Map.groupBy(connections, ({ domain }) => domain);
    this.#nodes = new Map(
      connections.map((connection) => {
        const node = this.#nodes.get(connection.id) ?? { kind: "connection", connection };
        node.connection = connection;
        node.leaving = this.#model.isLeaving(connection.id);
        node.watched = pinned.has(connection.id);
        node.showsProfile = (byDomain.get(connection.domain)?.length ?? 0) > 1;
        return [connection.id, node];
      }),
    );
  }

  /** The connections that somebody wants to be told of. */
  #pinned(): ReadonlySet<string> {
    const { state } = this.session;
    const watched = state.kind === "signedIn" ? this.#watched?.of(state.account.id) : undefined;
    return watched?.pinned ?? new Set();
  }

  #arrange(change: Partial<Arrangement>): void {
    this.#arrangement = { ...this.#arrangement, ...change };
    this.#describe();
    this.redraw();
  }

  #arranged(): readonly ListedNode[] {
    return arranged([...this.#nodes.values()], this.#arrangement, new Date());
  }

  #besidesNow(): unknown {
    const { failure, reading } = this.#model.state;
    return { failed: failure?.kind, more: reading?.more === true && !reading.begun };
  }
}

/** What decides where each row stands, and whether the row says its profile. */
function placesOf(rows: readonly ManagedAuth[], now: Date): readonly string[] {
  return rows.map((row) => {
    const { group, order } = listPlace(row, now);
    return JSON.stringify([row.id, row.domain, row.profile_name, group, order]);
  });
}

/** How many connections need a person, of those that were read. */
function badgeOf(rows: readonly ManagedAuth[], more: boolean): TreeView<Node>["badge"] {
  const now = new Date();
  const value = rows.filter((row) => needsPerson(row, now)).length;
  if (value === 0) return undefined;
  const words =
    value === 1 ? l10n.t("1 connection needs you") : l10n.t("{0} connections need you", count(value));
  return { value, tooltip: more ? l10n.t("{0}, of {1} read", words, count(rows.length)) : words };
}
