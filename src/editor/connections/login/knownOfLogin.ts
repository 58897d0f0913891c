import type { ManagedAuth } from "../../../api/schemas.ts";
import { isOver } from "../../../domain/login/login.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import type { Logins } from "../../logins/logins.ts";
import type { LoginKnown } from "../shown/known.ts";
import type { LoginMemory } from "./memory.ts";
import { loginNotes } from "./loginWords.ts";

/** What the page of a connection tells of its login beside what the connection does. */
export function knownOf(login: FollowedLogin, connection: ManagedAuth, memory: LoginMemory): LoginKnown {
  const opened = memory.opened.has(login.key);
  const { end, phase } = login;
  const isLeft = end?.kind === "stopped" && end.why === "left";
  return {
    notes: loginNotes(login, connection, opened),
    opened: opened && phase !== "starting",
    following: isLeft ? "left" : phase === "ended" ? "no" : "here",
  };
}

/** The same for a connection that was just read: of a login that has ended it tells more than this window knows. */
export function knownOfRead(
  { logins, memory }: { readonly logins: Pick<Logins, "of">; readonly memory: LoginMemory },
  accountId: string,
  connection: ManagedAuth,
): LoginKnown | undefined {
  const login = logins.of(accountId, connection.id);
  if (login === undefined || isOver(connection)) return undefined;
  const hasEnded = login.end !== undefined && login.end.kind !== "stopped";
  return hasEnded ? undefined : knownOf(login, connection, memory);
}
