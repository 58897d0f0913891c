import type { Entitlements } from "../../api/schemas.ts";
import type { CredentialAnswer } from "./settings.ts";

/**
 * True if vault items that take their values from a connection can become unavailable when its credential changes from
 * `current` to `wanted`, or when the connection is deleted. These items need a stored credential.
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
