import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { mayRenew } from "../../../domain/connections/connectionState.ts";
import type { ConnectionState } from "../../../domain/connections/connectionState.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionName, statusWords } from "../../catalogue/connectionWords.ts";
import { moment } from "../../words/numbers.ts";
import { labelled } from "../../words/sentences.ts";
import { reauthReason } from "../shown/words/reauth.ts";
import { every, onOff, settingLabel } from "../shown/words/settings.ts";
import { deadlineWords, stateWords } from "./words.ts";

/** What a row has no room for, as plain text: Markdown would fetch remote images on hover. */
export function tooltip(connection: ManagedAuth, state: ConnectionState, now: Date): string {
  return [
    connectionName(connection),
    ...(state.kind === "loggedIn"
      ? [statusWords(connection.status), checks(connection, state.checkedAt)]
      : [labelled(statusWords(connection.status), stands(state, now))]),
    ...renewal(connection),
    connection.id,
  ]
    .map((line) => display(line))
    .join("\n");
}

function stands(state: ConnectionState, now: Date): string {
  return [stateWords(state, now), deadlineWords(state, now)].filter((part) => part !== undefined).join(", ");
}

function checks({ health_check_interval, health_checks }: ManagedAuth, at: Date | undefined): string {
  const last = at === undefined ? l10n.t("Not checked yet") : l10n.t("Checked {0}", moment(at));
  if (health_checks === false) return l10n.t("{0}, health checks are off", last);
  return health_check_interval === undefined ? last : l10n.t("{0}, {1}", last, every(health_check_interval));
}

/** Whether it logs in again by itself, and why not. */
function renewal(connection: ManagedAuth): readonly string[] {
  if (!mayRenew(connection)) return [labelled(settingLabel("auto_reauth"), onOff(false))];
  const { can_reauth, can_reauth_reason } = connection;
  const reason = can_reauth_reason === undefined ? undefined : reauthReason(can_reauth_reason);
  const does = can_reauth === undefined ? undefined : can_reauth ? l10n.t("Yes") : l10n.t("No");
  const answer = reason?.lack ?? does;
  return [
    ...(answer === undefined ? [] : [labelled(settingLabel("auto_reauth"), answer)]),
    ...(reason?.sentence === undefined ? [] : [reason.sentence]),
  ];
}
