import type { FollowedLogin } from "./followedLogin.ts";
import type { ToldLogin } from "./toldToWindows.ts";

/** Tells connections of all accounts apart. */
export const keyOf = (accountId: string, connectionId: string): string =>
  JSON.stringify([accountId, connectionId]);

/** Each connection's login that was taken up last. */
export function newestOf(told: Iterable<readonly ToldLogin[]>): ReadonlyMap<string, ToldLogin> {
  const newest = new Map<string, ToldLogin>();
  for (const login of [...told].flat()) {
    const key = keyOf(login.accountId, login.connectionId);
    const known = newest.get(key);
    if (known === undefined || known.takenAt < login.takenAt) newest.set(key, login);
  }
  return newest;
}

/** What is left of what a window told without the logins of some accounts, if anything is. */
export function without(isTheirs: (accountId: string) => boolean) {
  return (told: readonly ToldLogin[]): readonly ToldLogin[] | undefined => {
    const others = told.filter((login) => !isTheirs(login.accountId));
    return others.length === 0 ? undefined : others;
  };
}

/** One that another window follows. */
export function elsewhereOf(
  told: Pick<ToldLogin, "accountId" | "connectionId"> & Partial<ToldLogin>,
): FollowedLogin {
  const {
    accountId,
    connectionId,
    flow_expires_at,
    flow_status,
    flow_step,
    flow_type,
    key = "",
    phase,
  } = told;
  const flow = { flow_expires_at, flow_status, flow_step, flow_type };
  return {
    accountId,
    connectionId,
    key,
    startedHere: false,
    elsewhere: true,
    superseded: false,
    phase: phase ?? "starting",
    connection: flow_status === undefined ? undefined : { ...flow, id: connectionId },
    hostedUrl: undefined,
    contact: { kind: "live" },
    serviceAheadMs: 0,
    end: undefined,
  };
}

/** One that another window followed, which does not tell of it any more: whatever its end, it is read. */
export const leftOf = (login: FollowedLogin): FollowedLogin => ({
  ...login,
  phase: "ended",
  end: { kind: "stopped", why: "left" },
});
