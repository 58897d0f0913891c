import { compact } from "../../domain/compact.ts";
import { l10n } from "vscode";
import type { Listing } from "../../api/listing.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { TableCell, TableRow, CardValue } from "../../card/card.ts";
import { display } from "../../domain/text/display.ts";
import { distinctNames } from "../../domain/text/names.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import { connectionName } from "../catalogue/connectionLabels.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { commandButton, copyIdButton, type ButtonAction, type ResultBlock } from "../results/buttons.ts";
import { joinWithCommas } from "../words/sentences.ts";

/** The connections that use a resource. `isComplete` is true if the list is complete. */
export interface Users {
  readonly usedBy: readonly ManagedAuth[];
  readonly isComplete: boolean;
}

/** Selects the connections that use a resource from a fetched list of connections. */
export function usersAmong(
  { kind, rows, unreadable }: Listing<ManagedAuth>,
  using: (connections: readonly ManagedAuth[]) => readonly ManagedAuth[],
): Users {
  return { usedBy: using(rows), isComplete: kind === "complete" && unreadable === 0 };
}

export function connectionsOf({ client }: AccountAccess, signal: AbortSignal): Promise<Listing<ManagedAuth>> {
  return new PickerLists(client).connections("", () => undefined, signal);
}

export function moreUsersNote(): string {
  return l10n.t("More may exist: some connections couldn't be read.");
}

interface UsersWords {
  /** Text to show if no connection uses the resource. */
  readonly unused: string;
  /** An additional column, whose value is computed from the row's connection. */
  readonly column?: { readonly title: string; readonly of: (connection: ManagedAuth) => CardValue };
}

export function connectionLinks(connections: readonly ManagedAuth[]): TableCell<ButtonAction> {
  const names = distinctNames(
    connections.map((connection) => ({ id: connection.id, name: display(connectionName(connection)) })),
  );
  return {
    text: joinWithCommas(names),
    links: connections.map(({ id }, index) => ({
      ...commandButton(names[index] ?? id, "managedAuth.showConnection", { id }),
      hint: id,
    })),
  };
}

/** Returns one table row per connection. Connections with the same name get distinguishable labels. */
export function connectionRows(
  connections: readonly ManagedAuth[],
  details: (connection: ManagedAuth, index: number) => Partial<TableRow<ButtonAction>>,
): readonly TableRow<ButtonAction>[] {
  const { links = [] } = connectionLinks(connections);
  return connections.map((connection, index) => {
    const { cells = [], notes = [], ...rest } = details(connection, index);
    const ownLinks = links.slice(index, index + 1);
    return {
      cells: [{ text: joinWithCommas(ownLinks.map(({ label }) => label)), links: ownLinks }, ...cells],
      notes,
      copy: copyIdButton(connection.id),
      ...rest,
    };
  });
}

export function usersBlock({ usedBy, isComplete }: Users, { column, unused }: UsersWords): ResultBlock {
  const title = l10n.t("Used by");
  if (usedBy.length === 0) {
    const unknown = l10n.t("Unknown: some connections couldn't be read.");
    return { kind: "list", title, items: [{ text: isComplete ? unused : unknown }] };
  }
  return {
    kind: "table",
    title,
    columns: compact(l10n.t("Connection"), column?.title),
    rows: connectionRows(usedBy, (connection, index) => ({
      cells: compact(column?.of(connection)),
      notes: isComplete || index < usedBy.length - 1 ? [] : [moreUsersNote()],
    })),
  };
}
