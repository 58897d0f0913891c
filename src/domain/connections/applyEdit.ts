import type { Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import {
  settingChanges,
  conflictingSettings,
  connectionUpdate,
  unappliedSettings,
  rebaseAnswers,
  type SettingChanges,
} from "./settingChanges.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import { applyChange, type ChangeOutcome, type ChangePorts, readChange } from "../resources/applyChange.ts";
import type { SettingId } from "./settings.ts";

export interface EditPorts extends ChangePorts<ManagedAuth, ManagedAuthUpdateRequest> {
  /**
   * Asks the user which of the conflicting settings to overwrite. Another client has changed these settings since the
   * edit began. Returns undefined if the user cancels the edit. Without this function, a conflict ends the edit.
   */
  readonly resolveConflict?: (conflict: SettingChanges) => Promise<readonly SettingId[] | undefined>;
}

export type ConnectionEditOutcome = ChangeOutcome<ManagedAuth, SettingId, ManagedAuthUpdateRequest>;

/**
 * Sends the settings in which the user's answers differ from `base`, and fetches the connection again to confirm the
 * change. Prompts the user if another client has changed the same settings since `base` was fetched. If the user
 * cancels that prompt, returns the conflict.
 */
export async function applyEdit(
  base: ManagedAuth,
  answers: ConnectionDraft,
  ports: EditPorts,
): Promise<ConnectionEditOutcome> {
  const outcome = await applyChange(
    {
      conflicts: (now) => conflictingSettings(base, now, answers),
      request: (now) => connectionUpdate(now, rebaseAnswers(base, now, answers)),
      unapplied: unappliedSettings,
    },
    ports,
  );
  if (outcome.kind !== "conflict") return outcome;
  const { fields, now } = outcome;
  const ownSettings = await ports.resolveConflict?.({ ...settingChanges(now, answers), settings: fields });
  if (ownSettings === undefined) return outcome;
  const concededSettings = fields.filter((setting) => !ownSettings.includes(setting));
  // The user has just seen the other client's values, so only later changes count as conflicts.
  return applyEdit(now, rebaseAnswers(base, now, answers, concededSettings), ports);
}

export function readAfterEdit(
  sent: ManagedAuthUpdateRequest,
  read: () => Promise<Outcome<ManagedAuth>>,
): Promise<ConnectionEditOutcome> {
  return readChange({ unapplied: unappliedSettings }, { sent }, read);
}
