import { l10n } from "vscode";
import type { Disposable, TreeItem, TreeView } from "vscode";
import { selectingAmong } from "../../domain/deletion/destinationUse.ts";
import type { Session } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { DestinationsModel } from "../catalogue/listModel.ts";
import { needsUser } from "../catalogue/failures.ts";
import { setContext } from "../kit/contextKeys.ts";
import { treeItem } from "../kit/row.ts";
import { count } from "../words/numbers.ts";
import { paragraph } from "../words/sentences.ts";
import { ageLine, oldLine } from "./messages.ts";
import { rowOf } from "./node.ts";
import type { Node } from "./node.ts";
import { AccountTree } from "./tree.ts";

/** The telemetry destinations of the active account as a tree, each with the connections that select it. */
export class DestinationsTree extends AccountTree {
  readonly #model: DestinationsModel;
  readonly #connections: ConnectionsModel;

  constructor(session: Session, model: DestinationsModel, connections: ConnectionsModel) {
    super(session, model, connections);
    this.#model = model;
    this.#connections = connections;
  }

  /** Says how many there are, how old the rows are, where they are not of now, and what is missing from them. */
  describe(view: Pick<TreeView<Node>, "description" | "message">): Disposable {
    const update = (): void => {
      const { state } = this.#model;
      const { reading } = state;
      const rows = reading?.rows.length ?? 0;
      view.description = rows === 0 ? "" : count(rows);
      const above = [oldLine(state), ageLine(state), missing(reading?.unreadable ?? 0)];
      view.message = paragraph(above.filter((line) => line !== ""));
      const isEmpty = rows === 0 && reading?.more === false && reading.unreadable === 0;
      void setContext("managedAuth.noDestinations", isEmpty);
    };
    update();
    return this.#model.onDidChange(update);
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(rowOf(node));
  }

  protected rows(): Promise<readonly Node[]> {
    return this.rowsOnce(
      () => {
        // What selects them may come later, and may not come at all.
        void this.#connections.shown();
        return this.#model.shown();
      },
      () => this.#drawn(),
    );
  }

  #drawn(): readonly Node[] {
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
