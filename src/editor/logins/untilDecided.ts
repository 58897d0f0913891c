import type { Clock } from "../../api/clock.ts";
import type { FollowedLogin } from "./followedLogin.ts";
import type { Logins } from "./logins.ts";
import { needOf, untilTold } from "./untilTold.ts";

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
  return untilTold<Decided>(
    logins,
    (login = logins.of(accountId, connectionId)) => {
      if (login?.accountId !== accountId || login.connectionId !== connectionId) return undefined;
      const kind = login.phase === "ended" ? login.phase : needOf(login, clock.now());
      return kind && { kind, login };
    },
    signal,
    () => late.then((isLate) => (isLate ? { kind: "late" } : undefined)),
  );
}
