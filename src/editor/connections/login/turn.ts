import { systemClock } from "../../../api/clock.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { questionOf } from "../../../domain/login/login.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import type { Logins } from "../../logins/logins.ts";
import { needOf, untilTold } from "../../logins/untilTold.ts";

/** What a login wants of the user next. */
export type Turn =
  | { readonly kind: "asks" | "confirms"; readonly connection: ManagedAuth }
  | { readonly kind: "ended"; readonly login: FollowedLogin }
  /** Nobody follows it here any more. */
  | { readonly kind: "unknown" };

/** Where a login is told of. */
export interface Place {
  readonly logins: Pick<Logins, "of" | "onDidChange">;
  readonly accountId: string;
  readonly connectionId: string;
}

/**
 * Waits until a login asks for something else than what was `answered`, or has ended; `undefined` once it need not, or has
 * waited for `longestMs`.
 */
export async function nextTurn(
  place: Place,
  answered: string | undefined,
  signal: AbortSignal,
  longestMs?: number,
): Promise<Turn | undefined> {
  return untilTold(
    place.logins,
    () => turnOf(place, answered),
    signal,
    longestMs === undefined ? undefined : (over) => systemClock.sleep(longestMs, over).then(() => undefined),
  );
}

function turnOf(place: Place, answered: string | undefined): Turn | undefined {
  const login = place.logins.of(place.accountId, place.connectionId);
  if (login === undefined) return { kind: "unknown" };
  if (login.phase === "ended") return { kind: "ended", login };
  const { connection, elsewhere } = login;
  // What another window follows is known by its step alone, without what it asks for.
  const kind = elsewhere ? undefined : needOf(login, Date.now());
  if (kind === undefined || connection === undefined) return undefined;
  return questionOf(connection) === answered ? undefined : { kind, connection };
}

/** A signal that aborts once a login asks for something else than `question`, or nothing any more. */
export function untilOtherwise(
  place: Place,
  question: string,
): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const stop = new AbortController();
  const following = place.logins.onDidChange(() => {
    const login = place.logins.of(place.accountId, place.connectionId);
    const { connection } = login ?? {};
    if (login === undefined || login.phase === "ended" || connection === undefined) stop.abort();
    else if (questionOf(connection) !== question) stop.abort();
  });
  return { signal: stop.signal, dispose: () => void following.dispose() };
}
