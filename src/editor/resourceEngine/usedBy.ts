import { l10n } from "vscode";
import type { Listing } from "../../api/listing.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Block, Value } from "../../card/card.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { Lists } from "../catalogue/lists.ts";
import { button } from "../results/buttons.ts";
import type { Effect } from "../results/buttonEffect.ts";
import { code, plain } from "../results/cardParts.ts";

/** The connections that use something, and whether they are all of them. */
export interface Users {
  readonly usedBy: readonly ManagedAuth[];
  readonly whole: boolean;
}

/** Those that use something, of connections as far as they could be read. */
export function usersAmong(
  { kind, rows, unreadable }: Listing<ManagedAuth>,
  using: (connections: readonly ManagedAuth[]) => readonly ManagedAuth[],
): Users {
  return { usedBy: using(rows), whole: kind === "complete" && unreadable === 0 };
}

/** Reads all connections. */
export function connectionsOf({ client }: Access, signal: AbortSignal): Promise<Listing<ManagedAuth>> {
  return new Lists(client).connections("", () => undefined, signal);
}

interface UsersWords {
  /** Said where no connection does. */
  readonly none: string;
  /** What stands beside each, under a title of its own; its ID otherwise. */
  readonly beside?: { readonly title: string; readonly of: (connection: ManagedAuth) => Value };
}

/** Which connections use something, and what shows each. */
export function usersBlock({ usedBy, whole }: Users, { beside, none }: UsersWords): Block<Effect> {
  const title = l10n.t("Used by");
  if (usedBy.length === 0) {
    const unknown = l10n.t("Unknown: some connections couldn't be read.");
    return { kind: "list", title, items: [{ text: whole ? none : unknown }] };
  }
  const more = l10n.t("More may exist: some connections couldn't be read.");
  return {
    kind: "table",
    title,
    columns: [l10n.t("Connection"), beside?.title ?? l10n.t("ID")],
    rows: usedBy.map((connection, index) => ({
      cells: [
        plain(display(connectionName(connection))),
        beside?.of(connection) ?? code(display(connection.id)),
      ],
      notes: whole || index < usedBy.length - 1 ? [] : [more],
      actions: [button(l10n.t("Show Connection"), "managedAuth.showConnection", { id: connection.id })],
    })),
  };
}
