import type { Entitlements } from "../../api/schemas.ts";
import type { CredentialAnswer } from "./settings.ts";

/**
 * True if vault items that are filled from a connection stop working when the connection's credential changes from
 * `current` to `wanted`. Such vault items need a stored credential.
 */
export function breaksVaultItems(
  entitlements: Entitlements | undefined,
  current: CredentialAnswer | undefined,
  wanted?: CredentialAnswer,
): boolean {
  return (
    entitlements?.features["vaults"]?.enabled === true &&
    current?.kind === "stored" &&
    wanted?.kind !== "stored"
  );
}
