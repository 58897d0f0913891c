import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionLines, connectionName } from "../../catalogue/connectionWords.ts";
import { confirm, listed } from "../../kit/notify.ts";
import { withAside } from "../../words/sentences.ts";

/**
 * Asks once for all of them: what ends with them and what stays, which they are, and in which account; on top, where it is
 * not the user who wants it, who does.
 */
export async function confirmDeletion(
  connections: readonly ManagedAuth[],
  account: string,
  asker: readonly string[] = [],
): Promise<boolean> {
  const [first, ...others] = connections;
  if (first === undefined) return false;
  const several = others.length > 0;
  // An agent may have made up the names: in a sentence they could say something else.
  const isAgent = asker.length > 0;
  return confirm(
    several
      ? l10n.t("Delete {0} connections?", connections.length)
      : isAgent
        ? l10n.t("Delete a connection?")
        : l10n.t('Delete connection "{0}"?', display(connectionName(first))),
    [
      ...asker,
      ...(isAgent ? ["", ...connectionLines(first), ""] : []),
      ...loss(connections),
      l10n.t(
        "A running login ends. The profile, its cookies and a stored credential stay. You can't undo this.",
      ),
      "",
      ...(several
        ? [...listed(connections.map(named)), "", account]
        : [l10n.t("{0} · {1}", display(first.id), account)]),
    ].join("\n"),
    several ? l10n.t("Delete Connections ({0})", connections.length) : l10n.t("Delete"),
  );
}

/** Who is logged in, and will not be kept so. */
export function loss(connections: readonly ManagedAuth[]): readonly string[] {
  const alive = connections.filter(({ status }) => status === "AUTHENTICATED").length;
  if (alive === 0) return [];
  if (connections.length === 1) return [l10n.t("This connection is logged in and won't be kept logged in.")];
  return alive === 1
    ? [l10n.t("1 connection is logged in and won't be kept logged in.")]
    : [l10n.t("{0} connections are logged in and won't be kept logged in.", alive)];
}

/** A connection, and that it is logged in. */
export function named(connection: ManagedAuth): string {
  const name = display(connectionName(connection));
  return connection.status === "AUTHENTICATED" ? withAside(name, l10n.t("logged in")) : name;
}
