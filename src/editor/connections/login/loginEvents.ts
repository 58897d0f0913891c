import { systemClock } from "../../../api/clock.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import {
  type AnsweredPause,
  isAnswered,
  staleReadingMs,
  waitsForSameAnswer,
} from "../../../domain/login/loginPause.ts";
import type { LoginSnapshot } from "../../logins/loginSnapshot.ts";
import { type LoginSource, waitForLoginChange } from "../../logins/loginWaiting.ts";

/** The next event of a login that concerns the user: a question, a step to confirm or the end of the login. */
export type NextLoginEvent =
  | { readonly kind: "asks" | "confirms"; readonly connection: ManagedAuth; readonly key: string }
  | { readonly kind: "ended"; readonly login: LoginSnapshot }
  /** This window no longer tracks the login. */
  | { readonly kind: "unknown" };

/**
 * Waits until a login asks a question other than `answered`, or has ended. Returns undefined if aborted or after
 * `longestMs` milliseconds.
 */
export async function nextLoginEvent(
  place: LoginSource,
  answered: AnsweredPause | undefined,
  signal: AbortSignal,
  longestMs?: number,
): Promise<NextLoginEvent | undefined> {
  let known = answered;
  const look = (): NextLoginEvent | undefined => {
    if (known !== undefined && isChecking(place)) known = { ...known, checked: true };
    return currentEvent(place, known);
  };
  const { logins } = place;
  const ms = longestMs ?? staleReadingMs;
  return waitForLoginChange(logins, look, signal, async (over) => {
    if (!(await systemClock.sleep(ms, over)) || longestMs !== undefined) return undefined;
    known = known && { ...known, checked: true };
    return waitForLoginChange(logins, look, over);
  });
}

function currentEvent(place: LoginSource, answered: AnsweredPause | undefined): NextLoginEvent | undefined {
  const login = findFollowedLogin(place);
  if (login === undefined) return { kind: "unknown" };
  if (login.phase === "ended") return { kind: "ended", login };
  const { awaits: kind, connection, key } = login;
  if (kind === undefined || connection === undefined) return undefined;
  return answered !== undefined && isAnswered(answered, connection) ? undefined : { kind, connection, key };
}

/**
 * Sends the answer that a paused login is waiting for. `answered.checked` is true if the login was in the step
 * `SUBMITTING` at any time during the request.
 */
export async function submitAndObserve<T>(
  place: LoginSource,
  pause: ManagedAuth,
  send: () => Promise<T>,
): Promise<{ readonly outcome: T; readonly answered: AnsweredPause }> {
  let checked = false;
  const following = place.logins.onDidChange(() => (checked ||= isChecking(place)));
  try {
    const outcome = await send();
    return { outcome, answered: { pause, checked } };
  } finally {
    following.dispose();
  }
}

/**
 * Returns a signal that aborts when the login no longer waits for the same answer. While an answer from another
 * client is being checked, the form stays open, because the same question may return.
 */
export function abortOnChange(
  place: LoginSource,
  { connection: pause, key, kind }: Extract<NextLoginEvent, { readonly kind: "asks" | "confirms" }>,
): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const stop = new AbortController();
  const look = (): void => {
    const login = findFollowedLogin(place);
    const isSame = login?.key === key && login.phase !== "ended" && login.connection !== undefined;
    const isChecked = isSame && kind === "asks" && login.awaits === undefined;
    if (!isSame || (!isChecked && !waitsForSameAnswer(pause, login.connection))) stop.abort();
  };
  const following = place.logins.onDidChange(look);
  // The login may have changed before the listener was added.
  look();
  return { signal: stop.signal, dispose: () => void following.dispose() };
}

function isChecking(place: LoginSource): boolean {
  return findFollowedLogin(place)?.connection?.flow_step === "SUBMITTING";
}

function findFollowedLogin({ accountId, connectionId, logins }: LoginSource): LoginSnapshot | undefined {
  return logins.of(accountId, connectionId);
}
