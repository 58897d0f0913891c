import { type Clock, systemClock } from "../../api/clock.ts";
import type { ConnectionRef, LoginSnapshot } from "../../domain/login/loginSnapshot.ts";
import type { LoginSnapshots } from "../catalogue/loginSnapshots.ts";

/** A connection, and the model that reports changes of its login. */
export interface LoginSource extends ConnectionRef {
  readonly connections: { readonly logins: LoginSnapshots };
  readonly clock?: Clock | undefined;
}

/**
 * Waits until `resultOf` returns a value. Calls `resultOf` immediately and after each change of a login. Returns
 * undefined if cancelled or after `ms` milliseconds.
 */
export async function waitForLogin<T>(
  { accountId, clock = systemClock, connectionId, connections }: LoginSource,
  resultOf: (login: LoginSnapshot | undefined) => T | undefined,
  signal: AbortSignal,
  ms?: number,
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const check = (): void => {
    const result = resultOf(connections.logins.of(accountId, connectionId));
    if (result !== undefined) resolve(result);
  };
  const leave = (): void => resolve(undefined);
  const following = connections.logins.onDidChange(check);
  const stopTimer = ms === undefined ? undefined : clock.timer(ms, leave);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  check();
  try {
    return await promise;
  } finally {
    stopTimer?.();
    following.dispose();
    signal.removeEventListener("abort", leave);
  }
}
