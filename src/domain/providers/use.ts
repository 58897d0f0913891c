import type { CredentialProvider } from "../../api/otherResources.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** The connections whose credential is at the provider of this name: they refer to it by that (§2.5). */
export function namingProvider(connections: readonly ManagedAuth[], name: string): readonly ManagedAuth[] {
  return connections.filter(({ credential }) => credential?.provider === name);
}

/** Providers as the service asks them: the lowest priority first, and by name where it is the same or not told. */
export function inOrder(providers: readonly CredentialProvider[]): readonly CredentialProvider[] {
  const of = ({ priority }: CredentialProvider): number => priority ?? Number.MAX_SAFE_INTEGER;
  return providers.toSorted((one, other) => of(one) - of(other) || (one.name < other.name ? -1 : 1));
}
