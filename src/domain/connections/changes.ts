// Changes of a connection: the differing settings, the request, and the comparison afterwards.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import {
  draftFromReported,
  draftFromConnection,
  type ConnectionDraft,
  mergeRequestParts,
} from "../draft/draft.ts";
import type { Comparison } from "../resource/model.ts";
import { fields, type Setting, settings } from "./settings.ts";

/** Changed settings. The drafts have their current and their new values. */
export interface Changes {
  readonly settings: readonly Setting[];
  /** Changed settings that no request can express. */
  readonly unsendable: readonly Setting[];
  readonly now: ConnectionDraft;
  readonly then: ConnectionDraft;
}

/** True if two drafts differ in a setting. A missing answer differs from every other. */
export function differs<Id extends Setting>(
  setting: Id,
  one: Pick<ConnectionDraft, Id>,
  other: Pick<ConnectionDraft, Id>,
): boolean {
  return !fields[setting].isSame(one[setting], other[setting]);
}

/** Returns the part of the request for one setting, or `undefined` if its answer can't be sent. */
function partOf<Id extends Setting>(
  setting: Id,
  now: Pick<ConnectionDraft, Id>,
  then: Pick<ConnectionDraft, Id>,
): ManagedAuthUpdateRequest | undefined {
  return fields[setting].update(then[setting], now[setting]);
}

/**
 * Returns the changes from a connection to the answers. A missing answer clears the login page and the allowed
 * domains. For other settings, a missing answer changes nothing, because no request can express that. A credential
 * can't be removed either, and an answer with an unanswered follow-up step changes nothing.
 */
export function changesOf(before: ManagedAuth, answers: ConnectionDraft): Changes {
  const now = draftFromConnection(before);
  const changed = settings.filter((setting) => differs(setting, now, answers));
  const sendable = changed.filter((setting) => partOf(setting, now, answers) !== undefined);
  return {
    settings: sendable,
    unsendable: changed.filter((setting) => !sendable.includes(setting)),
    now,
    then: settings.reduce((then, setting) => withKept(setting, now, then), answers),
  };
}

/** Adds the parts of the current value that a change preserves. */
function withKept<Id extends Setting>(
  setting: Id,
  now: Pick<ConnectionDraft, Id>,
  answers: ConnectionDraft,
): ConnectionDraft {
  const answer = answers[setting];
  const { withKept: kept } = fields[setting];
  return answer === undefined || kept === undefined
    ? answers
    : { ...answers, [setting]: kept(answer, now[setting]) };
}

/** Returns the request with exactly the changes of the answers, or `undefined` if there are none. */
export function editOf(before: ManagedAuth, answers: ConnectionDraft): ManagedAuthUpdateRequest | undefined {
  const { now, settings: changed } = changesOf(before, answers);
  return changed.length === 0 ? undefined : requestFor(changed, now, answers);
}

/** Returns the request for these settings. Changes that no request can express are left out. */
export function requestFor(
  those: readonly Setting[],
  now: ConnectionDraft,
  then: ConnectionDraft,
): ManagedAuthUpdateRequest {
  return those.map((setting) => partOf(setting, now, then) ?? {}).reduce(mergeRequestParts, {});
}

/**
 * Returns the settings that the answers change and that another client has changed to a different value meanwhile.
 * `base` is the connection on which the answers are based.
 */
export function conflictsOf(
  base: ManagedAuth,
  now: ManagedAuth,
  wanted: ConnectionDraft,
): readonly Setting[] {
  const [was, is] = [draftFromConnection(base), draftFromConnection(now)];
  return changesOf(base, wanted).settings.filter(
    (setting) => differs(setting, was, is) && differs(setting, is, wanted),
  );
}

/**
 * Applies the changes between `base` and the answers to the current connection, except for the settings in `left`,
 * which keep another client's value.
 */
export function rebased(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: ConnectionDraft,
  left: readonly Setting[] = [],
): ConnectionDraft {
  const kept = changesOf(base, answers).settings.filter((setting) => !left.includes(setting));
  return withAnswers(kept, answers, draftFromConnection(now));
}

/** Takes the answers to `those` settings from one draft and all others from the other. */
export function withAnswers(
  those: readonly Setting[],
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
export function resumed(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: ConnectionDraft,
): { readonly base: ManagedAuth; readonly answers: ConnectionDraft } {
  const from = conflictsOf(base, now, answers).length === 0 ? now : base;
  return { base: from, answers: rebased(base, from, answers) };
}

/** Returns the settings of a request in their order. */
export function settingsIn({ browser = {}, ...rest }: ManagedAuthUpdateRequest): readonly Setting[] {
  const given: Readonly<Record<string, unknown>> = { ...browser, ...rest };
  return settings.filter((setting) => given[setting] !== undefined);
}

/** Returns the answers that a connection should have after a request. */
export function answersAfter(before: ManagedAuth, sent: ManagedAuthUpdateRequest): ConnectionDraft {
  const said = settingsIn(sent).reduce<ConnectionDraft>(
    (answers, setting) => ({
      ...answers,
      [setting]: fields[setting].after?.(sent, before) ?? answers[setting],
    }),
    draftFromReported(sent),
  );
  return withAnswers(settingsIn(sent), said, draftFromConnection(before));
}

/** A setting whose sent value isn't reported. `sure` is false if the reported value may mean the same. */
export interface NotTaken {
  readonly setting: Setting;
  readonly sure: boolean;
}

/** Returns the sent settings that the connection doesn't report afterwards, in their order. */
export function notTaken(sent: ManagedAuthUpdateRequest, after: ManagedAuth): readonly NotTaken[] {
  const asked = answersAfter(after, sent);
  const found = draftFromConnection(after);
  return settingsIn(sent)
    .map((setting) => ({ setting, is: comparedSetting(setting, asked, found) }))
    .filter(({ is }) => is !== "same")
    .map(({ is, setting }) => ({ setting, sure: is === "different" }));
}

/** Compares the wanted or sent value of a setting with the reported one. */
export function comparedSetting<Id extends Setting>(
  setting: Id,
  sent: Pick<ConnectionDraft, Id>,
  reported: Pick<ConnectionDraft, Id>,
): Comparison {
  return fields[setting].compare(sent[setting], reported[setting]);
}
