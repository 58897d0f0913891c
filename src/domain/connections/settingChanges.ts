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

/** The settings that an edit changes, with drafts of their current and their wanted values. */
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
  one: AnswersTo<Id>,
  other: AnswersTo<Id>,
): boolean {
  return !connectionFields[setting].isSame(one[setting], other[setting]);
}

/** Returns the part of the update request for one setting, or `undefined` if the answer can't be sent. */
function settingUpdate<Id extends SettingId>(
  setting: Id,
  now: AnswersTo<Id>,
  then: AnswersTo<Id>,
): ManagedAuthUpdateRequest | undefined {
  return connectionFields[setting].update(then[setting], now[setting]);
}

/**
 * Returns the changes that make a connection's settings match the answers. A login page or list of allowed domains
 * without an answer is cleared. Any other setting without an answer stays unchanged, because no request can remove its
 * value. A credential can't be removed either. An answer with an unanswered follow-up question changes nothing.
 */
export function settingChanges(before: ManagedAuth, answers: ConnectionDraft): SettingChanges {
  const now = draftFromConnection(before);
  const changed = settingIds.filter((setting) => settingDiffers(setting, now, answers));
  const sendable = changed.filter((setting) => settingUpdate(setting, now, answers) !== undefined);
  return {
    settings: sendable,
    unsendable: changed.filter((setting) => !sendable.includes(setting)),
    current: now,
    wanted: settingIds.reduce((then, setting) => withPreservedParts(setting, now, then), answers),
  };
}

/** Adds to the answer the parts of the setting's current value that remain in effect after the update. */
function withPreservedParts<Id extends SettingId>(
  setting: Id,
  now: AnswersTo<Id>,
  answers: ConnectionDraft,
): ConnectionDraft {
  const answer = answers[setting];
  const { withPreserved: kept } = connectionFields[setting];
  if (answer === undefined || kept === undefined) return answers;
  return { ...answers, [setting]: kept(answer, now[setting]) };
}

/** Returns the update request with exactly the changed settings, or `undefined` if the answers change nothing. */
export function connectionUpdate(
  before: ManagedAuth,
  answers: ConnectionDraft,
): ManagedAuthUpdateRequest | undefined {
  const { current: now, settings: changed } = settingChanges(before, answers);
  return changed.length === 0 ? undefined : updateOfSettings(changed, now, answers);
}

/** Returns the update request for the given settings. Omits changes that the API has no way to make. */
export function updateOfSettings(
  settings: readonly SettingId[],
  now: ConnectionDraft,
  then: ConnectionDraft,
): ManagedAuthUpdateRequest {
  return settings.map((setting) => settingUpdate(setting, now, then) ?? {}).reduce(mergeRequestParts, {});
}

/**
 * Returns the settings that the user and another client have changed to different values. `base` is the connection
 * before both changes.
 */
export function conflictingSettings(
  base: ManagedAuth,
  now: ManagedAuth,
  wanted: ConnectionDraft,
): readonly SettingId[] {
  const [was, is] = [draftFromConnection(base), draftFromConnection(now)];
  return settingChanges(base, wanted).settings.filter(
    (setting) => settingDiffers(setting, was, is) && settingDiffers(setting, is, wanted),
  );
}

/**
 * Applies the user's changes to the current connection. The changes are the differences between `base` and the
 * answers. The settings in `left` keep the value that another client has set.
 */
export function rebaseAnswers(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: ConnectionDraft,
  left: readonly SettingId[] = [],
): ConnectionDraft {
  const kept = settingChanges(base, answers).settings.filter((setting) => !left.includes(setting));
  return replaceAnswers(kept, answers, draftFromConnection(now));
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
 * Resumes an interrupted edit. Applies the user's changes to the current connection or, if another client has changed
 * the same settings, to `base`. Omits answers with an unanswered follow-up question.
 */
export function resumeEdit(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: ConnectionDraft,
): { readonly base: ManagedAuth; readonly answers: ConnectionDraft } {
  const from = conflictingSettings(base, now, answers).length === 0 ? now : base;
  return { base: from, answers: rebaseAnswers(base, from, answers) };
}

/** Returns the settings that an update request contains, in the order of `settingIds`. */
export function settingsInUpdate({ browser = {}, ...rest }: ManagedAuthUpdateRequest): readonly SettingId[] {
  const given: Readonly<Record<string, unknown>> = { ...browser, ...rest };
  return settingIds.filter((setting) => given[setting] !== undefined);
}

/** Returns the settings that the connection should report after the request, as a draft. */
export function expectedAnswers(before: ManagedAuth, sent: ManagedAuthUpdateRequest): ConnectionDraft {
  const said = settingsInUpdate(sent).reduce<ConnectionDraft>(
    (answers, setting) => ({
      ...answers,
      [setting]: connectionFields[setting].expectedAfter?.(sent, before) ?? answers[setting],
    }),
    draftFromReported(sent),
  );
  return replaceAnswers(settingsInUpdate(sent), said, draftFromConnection(before));
}

/** Returns the settings that the connection doesn't report with the sent value, in the order of `settingIds`. */
export function unappliedSettings(
  sent: ManagedAuthUpdateRequest,
  after: ManagedAuth,
): readonly UnappliedField<SettingId>[] {
  const asked = expectedAnswers(after, sent);
  const found = draftFromConnection(after);
  return settingsInUpdate(sent)
    .map((setting) => ({ setting, is: compareSetting(setting, asked, found) }))
    .filter(({ is }) => is !== "same")
    .map(({ is, setting }) => ({ field: setting, isCertain: is === "different" }));
}

export function compareSetting<Id extends SettingId>(
  setting: Id,
  sent: AnswersTo<Id>,
  reported: AnswersTo<Id>,
): ComparisonResult {
  return connectionFields[setting].compare(sent[setting], reported[setting]);
}
