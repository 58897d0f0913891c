import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/display.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { confirm, listed } from "../../kit/notify.ts";

/** Asks once for all of them, naming what goes, what ends with it and what stays; `place` is whose they are. */
export async function confirmDeletion(connections: readonly ManagedAuth[], place: string): Promise<boolean> {
  const [first, ...others] = connections;
  if (first === undefined) return false;
  const several = others.length > 0;
  const alive = connections.filter(({ status }) => status === "AUTHENTICATED").length;
  return confirm(
    several
      ? l10n.t("Delete {0} connections?", connections.length)
      : l10n.t('Delete the connection "{0}"?', display(connectionName(first))),
    [
      ...(several ? listed(connections.map(named)) : [display(first.id)]),
      l10n.t("From: {0}", place),
      "",
      ...(alive === 0
        ? []
        : [
            several
              ? l10n.t("{0} of them are logged in: nothing keeps them so any more.", alive)
              : l10n.t("It is logged in: nothing keeps it so any more."),
          ]),
      l10n.t(
        "A running login ends. The profile, its cookies and a stored credential stay. You can't undo this.",
      ),
    ].join("\n"),
    several ? l10n.t("Delete Connections ({0})", connections.length) : l10n.t("Delete"),
  );
}

function named(connection: ManagedAuth): string {
  const name = display(connectionName(connection));
  return connection.status === "AUTHENTICATED" ? l10n.t("{0} (logged in)", name) : name;
}
