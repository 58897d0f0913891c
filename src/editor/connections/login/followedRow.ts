import type { ManagedAuth } from "../../../api/schemas.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";

/** What a flow asks for, which another window's word on it does not tell. */
const asked = {
  fields: undefined,
  choices: undefined,
  discovered_fields: undefined,
  mfa_options: undefined,
  pending_sso_buttons: undefined,
  sign_in_options: undefined,
  interaction_id: undefined,
  external_action_message: undefined,
  website_error: undefined,
} as const satisfies Partial<ManagedAuth>;

/** A connection as it was read last, with what its login has come to since; `undefined` where neither is known. */
export function withLogin(
  known: ManagedAuth | undefined,
  { connection, elsewhere }: Pick<FollowedLogin, "connection" | "elsewhere">,
): ManagedAuth | undefined {
  if (connection === undefined) return known;
  // Another window tells where the login stands, and nothing else.
  return elsewhere ? { ...known, ...asked, ...connection } : connection;
}
