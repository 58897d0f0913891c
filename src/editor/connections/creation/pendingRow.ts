import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { rowId } from "../../kit/row.ts";
import type { Row } from "../../kit/row.ts";
import { moment } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";
import { attemptWords } from "./attempts.ts";
import type { OpenAttempt } from "./attempts.ts";

/** The row of an attempt to create a connection whose end is not known. */
export function pendingRow(attempt: OpenAttempt): Row {
  const { earlier, pending } = attempt;
  const at = moment(new Date(pending.startedAt));
  // Where the row is cut, this is what has to be seen.
  const label = earlier ? l10n.t("Unknown, from an earlier sign-in") : l10n.t("Result unknown");
  const [profile, domain] = attemptWords(pending);
  // As in the rows of connections, the site is what people look for.
  const value = `${domain} · ${profile}`;
  const sent = earlier
    ? l10n.t("Sent {0}. A check looks for the connection in the list of this account.", at)
    : l10n.t("Sent {0}. The connection may have been created: check to find out.", at);
  return {
    id: rowId("pending", pending.id),
    label,
    value,
    tooltip: [labelled(label, value), sent].join("\n"),
    icon: new ThemeIcon("question", new ThemeColor("list.warningForeground")),
    contextValue: "pending",
    below: "nothing",
  };
}
