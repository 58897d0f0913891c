import type { ManagedAuth } from "../../../api/schemas.ts";
import {
  type AnsweredPause,
  isAnswered,
  staleReadingMs,
  waitsForSameAnswer,
} from "../../../domain/login/loginPause.ts";
import type { LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import { type LoginSource, waitForLogin } from "../../logins/loginWaiting.ts";

/** The next login event that concerns the user: a question, a step to confirm or the end of the login. */
export type NextLoginEvent =
  | { readonly kind: "asks" | "confirms"; readonly connection: ManagedAuth; readonly key: string }
  | { readonly kind: "ended"; readonly login: LoginSnapshot }
  /** This window no longer tracks the login. */
  | { readonly kind: "unknown" };

/**
 * Waits until a login asks a question other than the one in `answered`, or until the login has ended. Returns
 * undefined if aborted or after `maxMs` milliseconds.
 */
export async function nextLoginEvent(
  source: LoginSource,
  answered: AnsweredPause | undefined,
  signal: AbortSignal,
  maxMs?: number,
): Promise<NextLoginEvent | undefined> {
  let answeredPause = answered;
  const findEvent = (login: LoginSnapshot | undefined): NextLoginEvent | undefined => {
    if (login === undefined) return { kind: "unknown" };
    if (login.phase === "ended") return { kind: "ended", login };
    const { awaits: kind, connection, key } = login;
    if (answeredPause !== undefined && isChecking(login)) answeredPause = { ...answeredPause, checked: true };
    if (kind === undefined || connection === undefined) return undefined;
    if (answeredPause !== undefined && isAnswered(answeredPause, connection)) return undefined;
    return { kind, connection, key };
  };
  const event = await waitForLogin(source, findEvent, signal, maxMs ?? staleReadingMs);
  if (event !== undefined || maxMs !== undefined) return event;
  answeredPause = answeredPause && { ...answeredPause, checked: true };
  return waitForLogin(source, findEvent, signal);
}

/**
 * Calls `send`, which sends the answer that a paused login is waiting for. In the result, `answered.checked` is true
 * if the login was in the step `SUBMITTING` at any time during the request.
 */
export async function submitAndObserve<T>(
  source: LoginSource,
  pause: ManagedAuth,
  send: () => Promise<T>,
): Promise<{ readonly outcome: T; readonly answered: AnsweredPause }> {
  let checked = false;
  const following = source.connections.logins.onDidChange(() => {
    checked ||= isChecking(source.connections.logins.of(source.accountId, source.connectionId));
  });
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
  source: LoginSource,
  { connection: pause, key, kind }: Extract<NextLoginEvent, { readonly kind: "asks" | "confirms" }>,
): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const stop = new AbortController();
  const check = (): void => {
    const login = source.connections.logins.of(source.accountId, source.connectionId);
    const isSame = login?.key === key && login.phase !== "ended" && login.connection !== undefined;
    const isChecked = isSame && kind === "asks" && login.awaits === undefined;
    if (!isSame || (!isChecked && !waitsForSameAnswer(pause, login.connection))) stop.abort();
  };
  const following = source.connections.logins.onDidChange(check);
  // The login may have changed before the listener was added.
  check();
  return { signal: stop.signal, dispose: () => void following.dispose() };
}

function isChecking(login: LoginSnapshot | undefined): boolean {
  return login?.connection?.flow_step === "SUBMITTING";
}
