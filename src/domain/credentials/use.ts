import type { Credential } from "../../api/otherResources.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** The connections among these that refer to a stored credential, which they do by its name (§2.5). */
export function referringAmong(
  connections: readonly ManagedAuth[],
  { name }: Pick<Credential, "name">,
): readonly ManagedAuth[] {
  return connections.filter(({ credential }) => credential?.name === name);
}
