import { connectionState } from "../../domain/connections/connectionState.ts";
import type { Clock } from "../../api/clock.ts";
import type { FollowedLogin } from "./followed.ts";
import type { Logins } from "./logins.ts";

/** The login of a connection, and by which clock. */
interface Watched {
  readonly logins: Pick<Logins, "of" | "onDidChange">;
  readonly clock: Clock;
  readonly accountId: string;
  readonly connectionId: string;
}

/** What a login has come to: it needs a person, or has ended, or took too long for either. */
export type Decided =
  { readonly kind: "asks" | "confirms" | "ended"; readonly login: FollowedLogin } | { readonly kind: "late" };

/** Waits until a login needs a person or has ended, and until it is `late` at most; `undefined` once it is called off. */
export async function untilDecided(
  { accountId, clock, connectionId, logins }: Watched,
  late: Promise<boolean>,
  signal: AbortSignal,
): Promise<Decided | undefined> {
  const { promise, resolve } = Promise.withResolvers<Decided | undefined>();
  const look = (login: FollowedLogin | undefined): void => {
    if (login?.accountId !== accountId || login.connectionId !== connectionId) return;
    const kind = kindOf(login, clock.now());
    if (kind !== undefined) resolve({ kind, login });
  };
  const leave = (): void => resolve(undefined);
  const following = logins.onDidChange(look);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  look(logins.of(accountId, connectionId));
  void late.then((isLate) => resolve(isLate ? { kind: "late" } : undefined));
  try {
    return await promise;
  } finally {
    following.dispose();
    signal.removeEventListener("abort", leave);
  }
}

function kindOf(login: FollowedLogin, now: number): "asks" | "confirms" | "ended" | undefined {
  const { connection, phase, serviceAheadMs } = login;
  if (phase === "ended") return "ended";
  if (phase === "starting" || connection === undefined) return undefined;
  const state = connectionState(connection, new Date(now + serviceAheadMs));
  if (state.kind !== "running") return undefined;
  const { kind } = state.progress;
  return kind === "asks" || kind === "confirms" ? kind : undefined;
}
