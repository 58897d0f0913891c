import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ConnectionState } from "../../../domain/connectionState.ts";
import { display } from "../../../domain/display.ts";
import { connectionName, statusWords } from "../../catalogue/connectionWords.ts";
import { reauthReason } from "../shown/words/reauth.ts";
import { duration, moment } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";
import { stateWords } from "./words.ts";

/** What a row has no room for, as plain text: Markdown would fetch remote images on hover. */
export function tooltip(connection: ManagedAuth, state: ConnectionState, now: Date): string {
  const { can_reauth, can_reauth_reason, id } = connection;
  return [
    connectionName(connection),
    labelled(statusWords(connection.status), stateWords(state, now)),
    ...(state.kind === "loggedIn" ? [checks(connection, state.checkedAt)] : []),
    ...(can_reauth === undefined
      ? []
      : [labelled(l10n.t("Logs in again by itself"), can_reauth ? l10n.t("yes") : l10n.t("no"))]),
    ...(can_reauth_reason === undefined ? [] : [reauthReason(can_reauth_reason).sentence]),
    id,
  ]
    .map((line) => display(line))
    .join("\n");
}

function checks({ health_check_interval, health_checks }: ManagedAuth, at: Date | undefined): string {
  const last = at === undefined ? l10n.t("Not checked yet") : l10n.t("Checked {0}", moment(at));
  if (health_checks === false) return l10n.t("{0}, health checks are off", last);
  return health_check_interval === undefined
    ? last
    : l10n.t("{0}, every {1}", last, duration(health_check_interval));
}
