// What changing a connection is: which settings differ, what is sent for them, and what is found afterwards.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { answersIn, answersOf, telemetryAfter } from "./answersOf.ts";
import { credentialField, proxyField, type Draft } from "../draft/draft.ts";
import { comparison, differs, settings, type Setting } from "./settings.ts";
import { telemetryChange, unknownIn } from "../draft/telemetry.ts";

/** A table *Setting · Now · Then*: what a setting is and what it becomes is the answer in either draft. */
export interface Changes {
  readonly settings: readonly Setting[];
  /** What the answers would change, and no request can say. */
  readonly unsendable: readonly Setting[];
  readonly now: Draft;
  readonly then: Draft;
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
    then: withUnknown(now, answers),
  };
}

/** What this version does not know of telemetry stays on, unless all of it ends. */
function withUnknown(now: Draft, answers: Draft): Draft {
  const unknown = unknownIn(now.telemetry);
  const { telemetry } = answers;
  return unknown.length === 0 || telemetry === undefined || telemetry.kind === "off"
    ? answers
    : { ...answers, telemetry: { ...telemetry, unknown: [...unknown] } };
}

/** The body that makes a connection as the answers say: exactly what they change, or `undefined` where that is nothing. */
export function editOf(before: ManagedAuth, answers: Draft): ManagedAuthUpdateRequest | undefined {
  const { now, settings: changed } = changesOf(before, answers);
  if (changed.length === 0) return undefined;
  return changed.reduce<ManagedAuthUpdateRequest>((body, setting) => {
    const part = partOf(setting, now, answers);
    const browser = part?.browser && { browser: { ...body.browser, ...part.browser } };
    return { ...body, ...part, ...browser };
  }, {});
}

/** What is sent for one setting; `undefined` where its answer cannot be sent. */
function partOf(setting: Setting, now: Draft, then: Draft): ManagedAuthUpdateRequest | undefined {
  switch (setting) {
    case "proxy": {
      const proxy = proxyField(then.proxy);
      if (proxy === "open") return undefined;
      return { browser: { proxy: proxy === "leaveOut" ? { mode: "default" } : proxy } };
    }
    case "credential": {
      const credential = credentialField(then.credential);
      return credential === "open" || credential === "leaveOut" ? undefined : { credential };
    }
    case "telemetry": {
      const telemetry =
        then.telemetry === undefined ? "open" : telemetryChange(now.telemetry, then.telemetry);
      return telemetry === "open" ? undefined : { browser: { telemetry } };
    }
    case "stealth":
      return then.stealth === undefined ? undefined : { browser: { stealth: then.stealth } };
    case "login_url":
      return { login_url: then.login_url ?? "" };
    case "allowed_domains":
      return { allowed_domains: then.allowed_domains ?? [] };
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
      return then[setting] === undefined ? undefined : { [setting]: then[setting] };
  }
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
  const mine = (field: string) => kept.some((setting) => setting === field);
  return Object.fromEntries([
    ...Object.entries(answersOf(now)).filter(([field]) => !mine(field)),
    ...Object.entries(answers).filter(([field]) => mine(field)),
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
  const given = new Map<string, unknown>(Object.entries({ ...browser, ...rest }));
  return settings.filter((setting) => given.get(setting) !== undefined);
}

/** The answers for a connection once a change of it is carried out: what the change sends, and all else as it is. */
export function answersAfter(before: ManagedAuth, sent: ManagedAuthUpdateRequest): Draft {
  const told: readonly string[] = settingsIn(sent);
  const telemetry = sent.browser?.telemetry;
  const merged = telemetry
    ? { ...sent, browser: { ...sent.browser, telemetry: telemetryAfter(before, telemetry) } }
    : sent;
  return Object.fromEntries([
    ...Object.entries(answersOf(before)).filter(([field]) => !told.includes(field)),
    ...Object.entries(answersIn(merged)).filter(([field]) => told.includes(field)),
  ]);
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
    .map((setting) => ({ setting, is: comparison(setting, asked, found) }))
    .filter(({ is }) => is !== "same")
    .map(({ is, setting }) => ({ setting, sure: is === "different" }));
}
