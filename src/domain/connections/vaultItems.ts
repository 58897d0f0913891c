import type { Entitlements } from "../../api/schemas.ts";
import type { CredentialAnswer } from "./settings.ts";

/**
 * True if vault items that are filled from a connection stop working when `then` replaces the connection's stored
 * credential.
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
