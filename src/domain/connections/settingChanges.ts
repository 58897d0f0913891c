// Changes of a connection: the differing settings, the request, and the comparison afterwards.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import {
  draftFromReported,
  draftFromConnection,
  type ConnectionDraft,
  mergeRequestParts,
} from "../draft/draft.ts";
import type { ComparisonResult } from "../resource/resourceModel.ts";
import { connectionFields, type SettingId, settingIds } from "./settings.ts";

/** Changed settings. The drafts have their current and their new values. */
export interface SettingChanges {
  readonly settings: readonly SettingId[];
  /** Changed settings that no request can express. */
  readonly unsendable: readonly SettingId[];
  readonly current: ConnectionDraft;
  readonly wanted: ConnectionDraft;
}

/** True if two drafts differ in a setting. A missing answer differs from every other. */
export function settingDiffers<Id extends SettingId>(
  setting: Id,
  one: Pick<ConnectionDraft, Id>,
  other: Pick<ConnectionDraft, Id>,
): boolean {
  return !connectionFields[setting].isSame(one[setting], other[setting]);
}

/** Returns the part of the request for one setting, or `undefined` if its answer can't be sent. */
function settingUpdate<Id extends SettingId>(
  setting: Id,
  now: Pick<ConnectionDraft, Id>,
  then: Pick<ConnectionDraft, Id>,
): ManagedAuthUpdateRequest | undefined {
  return connectionFields[setting].update(then[setting], now[setting]);
}

/**
 * Returns the changes from a connection to the answers. A missing answer clears the login page and the allowed
 * domains. For other settings, a missing answer changes nothing, because no request can express that. A credential
 * can't be removed either, and an answer with an unanswered follow-up step changes nothing.
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

/** Adds the parts of the current value that a change preserves. */
function withPreservedParts<Id extends SettingId>(
  setting: Id,
  now: Pick<ConnectionDraft, Id>,
  answers: ConnectionDraft,
): ConnectionDraft {
  const answer = answers[setting];
  const { withPreserved: kept } = connectionFields[setting];
  return answer === undefined || kept === undefined
    ? answers
    : { ...answers, [setting]: kept(answer, now[setting]) };
}

/** Returns the request with exactly the changes of the answers, or `undefined` if there are none. */
export function connectionUpdate(
  before: ManagedAuth,
  answers: ConnectionDraft,
): ManagedAuthUpdateRequest | undefined {
  const { current: now, settings: changed } = settingChanges(before, answers);
  return changed.length === 0 ? undefined : updateOfSettings(changed, now, answers);
}

/** Returns the request for these settings. Changes that no request can express are left out. */
export function updateOfSettings(
  those: readonly SettingId[],
  now: ConnectionDraft,
  then: ConnectionDraft,
): ManagedAuthUpdateRequest {
  return those.map((setting) => settingUpdate(setting, now, then) ?? {}).reduce(mergeRequestParts, {});
}

/**
 * Returns the settings that the answers change and that another client has changed to a different value meanwhile.
 * `base` is the connection on which the answers are based.
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
 * Applies the changes between `base` and the answers to the current connection, except for the settings in `left`,
 * which keep another client's value.
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

/** Takes the answers to `those` settings from one draft and all others from the other. */
export function replaceAnswers(
  those: readonly SettingId[],
  of: ConnectionDraft,
  others: ConnectionDraft,
): ConnectionDraft {
  const ofThose: ReadonlySet<string> = new Set(those);
  return Object.fromEntries([
    ...Object.entries(others).filter(([field]) => !ofThose.has(field)),
    ...Object.entries(of).filter(([field]) => ofThose.has(field)),
  ]);
}

/**
 * Resumes an edit. It is based on the current connection unless another client has changed the same settings. Answers
 * with an unanswered follow-up step are left out.
 */
export function resumeEdit(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: ConnectionDraft,
): { readonly base: ManagedAuth; readonly answers: ConnectionDraft } {
  const from = conflictingSettings(base, now, answers).length === 0 ? now : base;
  return { base: from, answers: rebaseAnswers(base, from, answers) };
}

/** Returns the settings of a request in their order. */
export function settingsInUpdate({ browser = {}, ...rest }: ManagedAuthUpdateRequest): readonly SettingId[] {
  const given: Readonly<Record<string, unknown>> = { ...browser, ...rest };
  return settingIds.filter((setting) => given[setting] !== undefined);
}

/** Returns the answers that a connection should have after a request. */
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

/** A setting whose sent value isn't reported. `isCertain` is false if the reported value may mean the same. */
export interface UnappliedSetting {
  readonly setting: SettingId;
  readonly isCertain: boolean;
}

/** Returns the sent settings that the connection doesn't report afterwards, in their order. */
export function unappliedSettings(
  sent: ManagedAuthUpdateRequest,
  after: ManagedAuth,
): readonly UnappliedSetting[] {
  const asked = expectedAnswers(after, sent);
  const found = draftFromConnection(after);
  return settingsInUpdate(sent)
    .map((setting) => ({ setting, is: compareSetting(setting, asked, found) }))
    .filter(({ is }) => is !== "same")
    .map(({ is, setting }) => ({ setting, isCertain: is === "different" }));
}

/** Compares the wanted or sent value of a setting with the reported one. */
export function compareSetting<Id extends SettingId>(
  setting: Id,
  sent: Pick<ConnectionDraft, Id>,
  reported: Pick<ConnectionDraft, Id>,
): ComparisonResult {
  return connectionFields[setting].compare(sent[setting], reported[setting]);
}
