import type { Entitlements } from "../../api/schemas.ts";
import type { CredentialAnswer } from "./settings.ts";

/**
 * True if vault items that are filled from a connection stop working when the connection's credential changes from
 * `now` to `then`. Such vault items need a stored credential.
 */
export function breaksVaultItems(
  entitlements: Entitlements | undefined,
  now: CredentialAnswer | undefined,
  then?: CredentialAnswer,
): boolean {
  return (
    entitlements?.features["vaults"]?.enabled === true && now?.kind === "stored" && then?.kind !== "stored"
  );
}
