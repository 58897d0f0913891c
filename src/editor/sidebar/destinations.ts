import { EventEmitter, l10n } from "vscode";
import type { Disposable, TreeDataProvider, TreeItem, TreeView } from "vscode";
import { selectingAmong } from "../../domain/deletion/destinationUse.ts";
import type { Session } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { DestinationsModel } from "../catalogue/listModel.ts";
import { needsUser } from "../catalogue/failures.ts";
import { setContext } from "../kit/contextKeys.ts";
import { rowsOfThisWindow } from "../kit/ofThisWindow.ts";
import { treeItem } from "../kit/row.ts";
import { count } from "../words/numbers.ts";
import { paragraph } from "../words/sentences.ts";
import { ageLine, oldLine } from "./messages.ts";
import { childrenOf, rowOf } from "./node.ts";
import type { Node } from "./node.ts";

/** The telemetry destinations of the active account as a tree, each with the connections that select it. */
export class DestinationsTree implements TreeDataProvider<Node>, Disposable {
  readonly #session: Session;
  readonly #model: DestinationsModel;
  readonly #connections: ConnectionsModel;
  readonly #changed = new EventEmitter<undefined>();
  readonly #following: readonly Disposable[];
  /** How often the rows are being asked for: these answers will hold what the models learn meanwhile. */
  #asked = 0;
  /** Whether anybody has looked at the rows. */
  #isShown = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, model: DestinationsModel, connections: ConnectionsModel) {
    this.#session = session;
    this.#model = model;
    this.#connections = connections;
    const update = (): void => {
      if (this.#asked === 0 && this.#isShown) this.#changed.fire(undefined);
    };
    this.#following = [model.onDidChange(update), connections.onDidChange(update)];
  }

  /** Says how many there are, how old the rows are, where they are not of now, and what is missing from them. */
  describe(view: Pick<TreeView<Node>, "description" | "message">): Disposable {
    let none: boolean | undefined;
    const update = (): void => {
      const { state } = this.#model;
      const { reading } = state;
      const rows = reading?.rows.length ?? 0;
      view.description = rows === 0 ? "" : count(rows);
      const above = [oldLine(state), ageLine(state), missing(reading?.unreadable ?? 0)];
      view.message = paragraph(above.filter((line) => line !== ""));
      const noneNow = rows === 0 && reading?.more === false && reading.unreadable === 0;
      if (noneNow !== none) void setContext("managedAuth.noDestinations", noneNow);
      none = noneNow;
    };
    update();
    return this.#model.onDidChange(update);
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(rowOf(node));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return rowsOfThisWindow(childrenOf(node));
    this.#isShown = true;
    this.#asked++;
    try {
      return rowsOfThisWindow(await this.#rows());
    } finally {
      this.#asked--;
    }
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }

  async #rows(): Promise<Node[]> {
    const { state } = this.#session;
    if (state.kind === "signedOut") return [];
    // What selects them may come later, and may not come at all.
    void this.#connections.shown();
    await this.#model.shown();
    // What was read belongs to another account, or to another token of it.
    if (this.#session.state !== state) return this.#rows();
    const { failure, reading } = this.#model.state;
    const isSaid = failure !== undefined && (reading === undefined || needsUser(failure));
    const failed: readonly Node[] = isSaid ? [{ kind: "destinationsUnlisted", failure }] : [];
    const known = this.#connections.state.reading;
    const users = selectingAmong(known?.rows ?? []);
    const whole = known !== undefined && !known.more && known.unreadable === 0;
    const rows = (reading?.rows ?? []).map((destination): Node => {
      return { kind: "destination", destination, usedBy: users(destination), whole };
    });
    return [...failed, ...rows];
  }
}

/** How many destinations are missing from the rows, as what the service says of them could not be read; else nothing. */
function missing(unreadable: number): string {
  if (unreadable === 0) return "";
  return unreadable === 1
    ? l10n.t("1 destination couldn't be read.")
    : l10n.t("{0} destinations couldn't be read.", count(unreadable));
}
