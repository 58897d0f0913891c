// What changing a connection is: which settings differ, what is sent for them, and what is found afterwards.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { answersIn, answersOf, type Draft, merged } from "../draft/draft.ts";
import type { Comparison } from "../resource/model.ts";
import { fields, type Setting, settings } from "./settings.ts";

/** A table *Setting · Now · Then*: what a setting is and what it becomes is the answer in either draft. */
export interface Changes {
  readonly settings: readonly Setting[];
  /** What the answers would change, and no request can say. */
  readonly unsendable: readonly Setting[];
  readonly now: Draft;
  readonly then: Draft;
}

/** Whether two drafts say something else of a setting. What one of them does not say is unlike all that can be said. */
export function differs<Id extends Setting>(
  setting: Id,
  one: Pick<Draft, Id>,
  other: Pick<Draft, Id>,
): boolean {
  return !fields[setting].isSame(one[setting], other[setting]);
}

/** What is sent for one setting; `undefined` where its answer cannot be sent. */
function partOf<Id extends Setting>(
  setting: Id,
  now: Pick<Draft, Id>,
  then: Pick<Draft, Id>,
): ManagedAuthUpdateRequest | undefined {
  return fields[setting].update(then[setting], now[setting]);
}

/**
 * What answers would change of a connection. A missing answer clears the login page and the allowed domains. Of the
 * others it changes nothing, for no change can say so, and neither can one take a credential away; nor does an answer
 * whose question is still open.
 */
export function changesOf(before: ManagedAuth, answers: Draft): Changes {
  const now = answersOf(before);
  const changed = settings.filter((setting) => differs(setting, now, answers));
  const sendable = changed.filter((setting) => partOf(setting, now, answers) !== undefined);
  return {
    settings: sendable,
    unsendable: changed.filter((setting) => !sendable.includes(setting)),
    now,
    then: settings.reduce((then, setting) => withKept(setting, now, then), answers),
  };
}

/** Answers with what a change of one leaves as it is. */
function withKept<Id extends Setting>(setting: Id, now: Pick<Draft, Id>, answers: Draft): Draft {
  const answer = answers[setting];
  const { withKept: kept } = fields[setting];
  return answer === undefined || kept === undefined
    ? answers
    : { ...answers, [setting]: kept(answer, now[setting]) };
}

/** The body that makes a connection as the answers say: exactly what they change, or `undefined` where that is nothing. */
export function editOf(before: ManagedAuth, answers: Draft): ManagedAuthUpdateRequest | undefined {
  const { now, settings: changed } = changesOf(before, answers);
  return changed.length === 0 ? undefined : requestFor(changed, now, answers);
}

/** The part of a change that is about these settings; what no request can say of them is left out. */
export function requestFor(those: readonly Setting[], now: Draft, then: Draft): ManagedAuthUpdateRequest {
  return those.map((setting) => partOf(setting, now, then) ?? {}).reduce(merged, {});
}

/**
 * The settings that the answers change and that somebody else has changed since, to something else than is wanted.
 * `base` is the connection that the answers began with.
 */
export function conflictsOf(base: ManagedAuth, now: ManagedAuth, wanted: Draft): readonly Setting[] {
  const [was, is] = [answersOf(base), answersOf(now)];
  return changesOf(base, wanted).settings.filter(
    (setting) => differs(setting, was, is) && differs(setting, is, wanted),
  );
}

/**
 * The answers as they are for the connection of now: what they changed of `base` is still changed, but for the settings
 * that are left to whoever else changed them; all else is as it is now.
 */
export function rebased(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: Draft,
  left: readonly Setting[] = [],
): Draft {
  const kept = changesOf(base, answers).settings.filter((setting) => !left.includes(setting));
  return withAnswers(kept, answers, answersOf(now));
}

/** The answers to these settings of one draft, and all else of the other. */
export function withAnswers(those: readonly Setting[], of: Draft, others: Draft): Draft {
  const ofThose: ReadonlySet<string> = new Set(those);
  return Object.fromEntries([
    ...Object.entries(others).filter(([field]) => !ofThose.has(field)),
    ...Object.entries(of).filter(([field]) => ofThose.has(field)),
  ]);
}

/**
 * An edit that was left, for the connection of now: it begins with that, unless somebody has changed the same meanwhile.
 * Answers whose question is still open are left out.
 */
export function resumed(
  base: ManagedAuth,
  now: ManagedAuth,
  answers: Draft,
): { readonly base: ManagedAuth; readonly answers: Draft } {
  const from = conflictsOf(base, now, answers).length === 0 ? now : base;
  return { base: from, answers: rebased(base, from, answers) };
}

/** The settings that a change sends, in their order. */
export function settingsIn({ browser = {}, ...rest }: ManagedAuthUpdateRequest): readonly Setting[] {
  const given: Readonly<Record<string, unknown>> = { ...browser, ...rest };
  return settings.filter((setting) => given[setting] !== undefined);
}

/** The answers for a connection once a change of it is carried out: what the change sends, and all else as it is. */
export function answersAfter(before: ManagedAuth, sent: ManagedAuthUpdateRequest): Draft {
  const said = settingsIn(sent).reduce<Draft>(
    (answers, setting) => ({
      ...answers,
      [setting]: fields[setting].after?.(sent, before) ?? answers[setting],
    }),
    answersIn(sent),
  );
  return withAnswers(settingsIn(sent), said, answersOf(before));
}

/** A setting that was sent and is not found; not `sure` where what is reported may be the same after all. */
export interface NotTaken {
  readonly setting: Setting;
  readonly sure: boolean;
}

/** What of a sent change the connection does not show afterwards, in the order of the settings. */
export function notTaken(sent: ManagedAuthUpdateRequest, after: ManagedAuth): readonly NotTaken[] {
  const asked = answersAfter(after, sent);
  const found = answersOf(after);
  return settingsIn(sent)
    .map((setting) => ({ setting, is: comparedSetting(setting, asked, found) }))
    .filter(({ is }) => is !== "same")
    .map(({ is, setting }) => ({ setting, sure: is === "different" }));
}

/** How a setting that is wanted, or was sent, stands beside what is reported. */
export function comparedSetting<Id extends Setting>(
  setting: Id,
  sent: Pick<Draft, Id>,
  reported: Pick<Draft, Id>,
): Comparison {
  return fields[setting].compare(sent[setting], reported[setting]);
}
