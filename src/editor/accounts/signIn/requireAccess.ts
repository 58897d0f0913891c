import type { Access } from "../service.ts";
import { accessTo } from "./accessTo.ts";
import { replaceToken } from "./replaceToken.ts";
import { signInHere } from "./signIn.ts";
import type { AccountParts } from "./useAccount.ts";

/**
 * The access that a command works with. Who is signed out, or whose token was refused, is asked to sign in
 * first, so that no command ends in front of a closed door; `undefined` when the user left.
 */
export async function requireAccess(parts: AccountParts, title: string): Promise<Access | undefined> {
  const { state } = parts.session;
  const active = state.kind === "signedIn" ? state.account : await signInHere(parts);
  if (active === undefined) return undefined;
  if ((await parts.service.isRejected(active)) && !(await replaceToken(parts, active))) return undefined;
  return accessTo(parts, active, title);
}
