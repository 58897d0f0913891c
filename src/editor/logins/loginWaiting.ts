import type { ConnectionRef, LoginSnapshot } from "./loginSnapshot.ts";
import type { LoginManager } from "./loginManager.ts";

/** Reports logins and their changes. */
export type ObservableLogins = Pick<LoginManager, "of" | "onDidChange">;

/**
 * Waits until `look` returns a value or `otherwise` resolves. Calls `look` immediately and after each change of a
 * login. Aborts the signal that is passed to `otherwise` as soon as the result is no longer needed. Returns undefined
 * if cancelled.
 */
export async function waitForLoginChange<T>(
  logins: Pick<LoginManager, "onDidChange">,
  look: (changed?: LoginSnapshot) => T | undefined,
  signal: AbortSignal,
  otherwise?: (over: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const see = (changed?: LoginSnapshot): void => {
    const seen = look(changed);
    if (seen !== undefined) resolve(seen);
  };
  const leave = (): void => resolve(undefined);
  const over = new AbortController();
  const following = logins.onDidChange(see);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  see();
  void otherwise?.(over.signal).then(resolve);
  try {
    return await promise;
  } finally {
    over.abort();
    following.dispose();
    signal.removeEventListener("abort", leave);
  }
}

/** A connection, and the login manager that reports changes of its login. */
export interface LoginSource extends ConnectionRef {
  readonly logins: ObservableLogins;
}

/** The result of waiting: the login needs a person, has ended, or took too long. */
export type LoginWaitResult =
  { readonly kind: "asks" | "confirms" | "ended"; readonly login: LoginSnapshot } | { readonly kind: "late" };

/** Waits until a login needs a person, a login has ended, or `late` resolves. Returns undefined if cancelled. */
export async function waitUntilDecided(
  { accountId, connectionId, logins }: LoginSource,
  late: Promise<boolean>,
  signal: AbortSignal,
): Promise<LoginWaitResult | undefined> {
  return waitForLoginChange<LoginWaitResult>(
    logins,
    (login = logins.of(accountId, connectionId)) => {
      if (login?.accountId !== accountId || login.connectionId !== connectionId) return undefined;
      const kind = login.phase === "ended" ? login.phase : login.awaits;
      return kind && { kind, login };
    },
    signal,
    () => late.then((isLate) => (isLate ? { kind: "late" } : undefined)),
  );
}

/**
 * Returns true if a login that this user started waits for the user, or if the end of the login wasn't reported yet.
 */
export async function concernsUser(
  logins: Pick<LoginManager, "needsReport">,
  login: LoginSnapshot,
): Promise<boolean> {
  const { awaits, end, startedByUser } = login;
  return end === undefined ? startedByUser && awaits !== undefined : logins.needsReport(login);
}
