import { l10n, type Disposable, type TreeItem } from "vscode";
import { indexBySelectedDestination } from "../../domain/resources/destinationUse.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { DestinationsModel } from "../catalogue/listModel.ts";
import { needsUser } from "../catalogue/failures.ts";
import { setContext } from "../kit/contextKeys.ts";
import { treeItem } from "../kit/row.ts";
import { formatCount } from "../words/formatting.ts";
import { joinSentences } from "../words/sentences.ts";
import { ageLine, outdatedReasonLine, type ViewHeader } from "./viewMessages.ts";
import { nodeRow, type SidebarNode } from "./sidebarNode.ts";
import { AccountTree } from "./accountTree.ts";
import { compact } from "../../domain/compact.ts";

/** The tree of the active account's telemetry destinations, with the connections that select each destination. */
export class DestinationsTree extends AccountTree {
  readonly #model: DestinationsModel;
  readonly #connections: ConnectionsModel;

  constructor(session: WindowSession, model: DestinationsModel, connections: ConnectionsModel) {
    super(session, model, connections);
    this.#model = model;
    this.#connections = connections;
  }

  /** Shows the numbers of readable and unreadable destinations in the view's header, and the age of outdated rows. */
  describe(view: ViewHeader): Disposable {
    const update = (): void => {
      const { state } = this.#model;
      const { reading } = state;
      const rows = reading?.rows.length ?? 0;
      view.description = rows === 0 ? "" : formatCount(rows);
      const above = [
        outdatedReasonLine(state),
        ageLine(state),
        unreadableDestinationsLine(reading?.unreadable ?? 0),
      ];
      view.message = joinSentences(above.filter((line) => line !== ""));
      const isEmpty = rows === 0 && reading?.more === false && reading.unreadable === 0;
      void setContext("managedAuth.noDestinations", isEmpty);
    };
    update();
    return this.#model.onDidChange(update);
  }

  getTreeItem(node: SidebarNode): TreeItem {
    return treeItem(nodeRow(node));
  }

  protected rows(): Promise<readonly SidebarNode[]> {
    return this.rowsForAccount(
      () => {
        // Don't wait for the connections, because fetching them may be slow or fail.
        void this.#connections.displayState();
        return this.#model.displayState();
      },
      () => this.#buildRows(),
    );
  }

  #buildRows(): readonly SidebarNode[] {
    const { failure, reading } = this.#model.state;
    const showsFailure = failure !== undefined && (reading === undefined || needsUser(failure));
    const connections = this.#connections.state.reading;
    const users = indexBySelectedDestination(connections?.rows ?? []);
    const isComplete = connections !== undefined && !connections.more && connections.unreadable === 0;
    const rows = (reading?.rows ?? []).map((destination): SidebarNode => {
      return { kind: "destination", destination, usedBy: users(destination), isComplete };
    });
    return compact<SidebarNode>(showsFailure && { kind: "destinationsUnlisted", failure }, ...rows);
  }
}

function unreadableDestinationsLine(unreadable: number): string {
  if (unreadable === 0) return "";
  if (unreadable === 1) return l10n.t("1 destination couldn't be read.");
  return l10n.t("{0} destinations couldn't be read.", formatCount(unreadable));
}
