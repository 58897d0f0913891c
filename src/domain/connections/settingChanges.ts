// Functions for changing a connection's settings. They find the settings that differ, build the request, and check
// the connection after the change.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import {
  draftFromReported,
  draftFromConnection,
  type ConnectionDraft,
  mergeRequestParts,
  type AnswersTo,
} from "../draft/draft.ts";
import type { UnappliedField } from "../resources/applyChange.ts";
import type { ComparisonResult } from "../resources/resourceModel.ts";
import { connectionFields, type SettingId, settingIds } from "./settings.ts";

/** The settings that an edit changes, and drafts with their current and wanted values. */
export interface SettingChanges {
  readonly settings: readonly SettingId[];
  /** Changed settings that can't be sent, because the API has no way to make the change. */
  readonly unsendable: readonly SettingId[];
  readonly current: ConnectionDraft;
  readonly wanted: ConnectionDraft;
}

/** True if two drafts have different answers for a setting. A missing answer differs from every other answer. */
export function settingDiffers<Id extends SettingId>(
  setting: Id,
  a: AnswersTo<Id>,
  b: AnswersTo<Id>,
): boolean {
  return !connectionFields[setting].isSame(a[setting], b[setting]);
}

/** Returns the part of the update request for one setting, or `undefined` if the answer can't be sent. */
function settingUpdate<Id extends SettingId>(
  setting: Id,
  current: AnswersTo<Id>,
  wanted: AnswersTo<Id>,
): ManagedAuthUpdateRequest | undefined {
  return connectionFields[setting].update(wanted[setting], current[setting]);
}

/**
 * Returns the changes that make a connection's settings match the answers. A login page or list of allowed domains
 * without an answer is cleared. Any other setting without an answer stays unchanged, because no request can remove its
 * value. A credential can't be removed, even by the answer `none`. An answer with an unanswered follow-up question
 * changes nothing.
 */
export function settingChanges(before: ManagedAuth, answers: ConnectionDraft): SettingChanges {
  const current = draftFromConnection(before);
  const changed = settingIds.filter((setting) => settingDiffers(setting, current, answers));
  const sendable = changed.filter((setting) => settingUpdate(setting, current, answers) !== undefined);
  return {
    settings: sendable,
    unsendable: changed.filter((setting) => !sendable.includes(setting)),
    current,
    wanted: settingIds.reduce((merged, setting) => withPreservedParts(setting, current, merged), answers),
  };
}

/** Adds to the answer the parts of the setting's current value that remain in effect after the update. */
function withPreservedParts<Id extends SettingId>(
  setting: Id,
  current: AnswersTo<Id>,
  answers: ConnectionDraft,
): ConnectionDraft {
  const answer = answers[setting];
  const { withPreserved } = connectionFields[setting];
  if (answer === undefined || withPreserved === undefined) return answers;
  return { ...answers, [setting]: withPreserved(answer, current[setting]) };
}

/** Returns the update request with exactly the changed settings, or `undefined` if the answers change nothing. */
export function connectionUpdate(
  before: ManagedAuth,
  answers: ConnectionDraft,
): ManagedAuthUpdateRequest | undefined {
  const { current, settings: changed } = settingChanges(before, answers);
  return changed.length === 0 ? undefined : updateOfSettings(changed, current, answers);
}

/** Returns the update request for the given settings. Omits changes that the API has no way to make. */
export function updateOfSettings(
  settings: readonly SettingId[],
  current: ConnectionDraft,
  wanted: ConnectionDraft,
): ManagedAuthUpdateRequest {
  return settings.map((id) => settingUpdate(id, current, wanted) ?? {}).reduce(mergeRequestParts, {});
}

/**
 * Returns the settings that the user and another client have changed to different values. `base` is the connection
 * before both changes.
 */
export function conflictingSettings(
  base: ManagedAuth,
  current: ManagedAuth,
  wanted: ConnectionDraft,
): readonly SettingId[] {
  const [baseAnswers, currentAnswers] = [draftFromConnection(base), draftFromConnection(current)];
  return settingChanges(base, wanted).settings.filter(
    (id) => settingDiffers(id, baseAnswers, currentAnswers) && settingDiffers(id, currentAnswers, wanted),
  );
}

/**
 * Applies the user's changes to the current connection. The changes are the differences between `base` and the
 * answers. The settings in `conceded` keep the value that another client has set.
 */
export function rebaseAnswers(
  base: ManagedAuth,
  current: ManagedAuth,
  answers: ConnectionDraft,
  conceded: readonly SettingId[] = [],
): ConnectionDraft {
  const applied = settingChanges(base, answers).settings.filter((setting) => !conceded.includes(setting));
  return replaceAnswers(applied, answers, draftFromConnection(current));
}

/** Returns the draft `base`, but with the answers from the draft `source` for the given settings. */
export function replaceAnswers(
  settings: readonly SettingId[],
  source: ConnectionDraft,
  base: ConnectionDraft,
): ConnectionDraft {
  const replaced: ReadonlySet<string> = new Set(settings);
  return Object.fromEntries([
    ...Object.entries(base).filter(([field]) => !replaced.has(field)),
    ...Object.entries(source).filter(([field]) => replaced.has(field)),
  ]);
}

/**
 * Resumes an interrupted edit. `base` is the connection as it was when the edit began. Applies the user's changes to
 * the current connection or, if another client has changed the same settings, to `base`. Omits answers with an
 * unanswered follow-up question.
 */
export function resumeEdit(
  base: ManagedAuth,
  current: ManagedAuth,
  answers: ConnectionDraft,
): { readonly base: ManagedAuth; readonly answers: ConnectionDraft } {
  const newBase = conflictingSettings(base, current, answers).length === 0 ? current : base;
  return { base: newBase, answers: rebaseAnswers(base, newBase, answers) };
}

/** Returns the settings that an update request contains, in the order of `settingIds`. */
export function settingsInUpdate({ browser = {}, ...rest }: ManagedAuthUpdateRequest): readonly SettingId[] {
  const fields: Readonly<Record<string, unknown>> = { ...browser, ...rest };
  return settingIds.filter((setting) => fields[setting] !== undefined);
}

/** Returns the settings that the connection should report after the request, as a draft. */
export function expectedAnswers(before: ManagedAuth, sent: ManagedAuthUpdateRequest): ConnectionDraft {
  const sentAnswers = settingsInUpdate(sent).reduce<ConnectionDraft>(
    (answers, setting) => ({
      ...answers,
      [setting]: connectionFields[setting].expectedAfter?.(sent, before) ?? answers[setting],
    }),
    draftFromReported(sent),
  );
  return replaceAnswers(settingsInUpdate(sent), sentAnswers, draftFromConnection(before));
}

/** Returns the settings that the connection doesn't report with the sent value, in the order of `settingIds`. */
export function unappliedSettings(
  sent: ManagedAuthUpdateRequest,
  after: ManagedAuth,
): readonly UnappliedField<SettingId>[] {
  const expected = expectedAnswers(after, sent);
  const actual = draftFromConnection(after);
  return settingsInUpdate(sent)
    .map((setting) => ({ setting, comparison: compareSetting(setting, expected, actual) }))
    .filter(({ comparison }) => comparison !== "same")
    .map(({ comparison, setting }) => ({ field: setting, isCertain: comparison === "different" }));
}

export function compareSetting<Id extends SettingId>(
  setting: Id,
  sent: AnswersTo<Id>,
  reported: AnswersTo<Id>,
): ComparisonResult {
  return connectionFields[setting].compare(sent[setting], reported[setting]);
}
