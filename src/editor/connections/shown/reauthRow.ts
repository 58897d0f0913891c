import { l10n } from "vscode";
import type { CardRow, CardValue } from "../../../card/card.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
import { joinSentences } from "../../words/sentences.ts";
import { onOff, renewalLabel } from "../settings/settingWords.ts";
import { reauthReason } from "./words/reauthWords.ts";

/**
 * Builds the row that shows whether automatic logins are allowed (`auto_reauth`) and possible (`can_reauth`), with the
 * reason (interface.md §2.1).
 */
export function reauthRow({ connection, isReauthAllowed }: ConnectionView): CardRow {
  const { auto_reauth, can_reauth, can_reauth_reason, health_checks } = connection;
  const reason = can_reauth_reason === undefined ? undefined : reauthReason(can_reauth_reason);
  const notes: string[] = [];
  if (auto_reauth === true && health_checks === false)
    notes.push(l10n.t("Only a health check starts an automatic login, and health checks are off."));
  if (reason?.sentence !== undefined) notes.push(reason.sentence);
  return {
    label: renewalLabel(),
    value: isReauthAllowed ? reauthValue(can_reauth, reason?.obstacle) : { text: onOff(false) },
    ...(notes.length > 0 && { note: joinSentences(notes) }),
    ...(reason?.isKnown === false && { volatile: true }),
  };
}

function reauthValue(can: boolean | undefined, lack: string | undefined): CardValue {
  if (can === true) return { text: l10n.t("Yes") };
  if (lack !== undefined) return { text: lack };
  return { text: can === undefined ? onOff(can) : l10n.t("Not yet") };
}
