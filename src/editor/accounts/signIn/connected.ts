import type { Connection } from "../service.ts";
import { connectTo } from "./connectTo.ts";
import { replaceToken } from "./replaceToken.ts";
import type { ReplaceTokenParts } from "./replaceToken.ts";
import { signInHere } from "./signIn.ts";
import type { SignInParts } from "./signIn.ts";

/** What it takes to have a connection. */
export interface ConnectParts extends SignInParts, ReplaceTokenParts {}

/**
 * The connection that a command works with. Who is signed out, or whose token was refused, is asked to sign in
 * first, so that no command ends in front of a closed door; `undefined` when the user left.
 */
export async function connected(parts: ConnectParts, title: string): Promise<Connection | undefined> {
  const { state } = parts.session;
  const active = state.kind === "signedIn" ? state.account : await signInHere(parts);
  if (active === undefined) return undefined;
  if ((await parts.service.isRejected(active)) && !(await replaceToken(parts, active))) return undefined;
  return connectTo(parts, active, title);
}
