import type { CredentialProvider } from "../../api/resourceSchemas.ts";
import { type FieldModels, fieldsOf, type ResourceModel } from "../resource/model.ts";

/** What is set of a credential provider. Its token is secret: it lives in memory until it is sent. */
export interface ProviderValues {
  readonly name: string;
  readonly enabled: boolean;
  /** The lower, the sooner it is asked. */
  readonly priority: number;
  readonly token: string;
}

const { plain, secret } = fieldsOf<CredentialProvider, ProviderValues>();

/** Credential providers. */
export const providerModel = {
  fields: {
    name: plain("name", {
      reported: ({ name }) => name,
      /** 1Password is the one type that there is. */
      send: (name, live) => (live === undefined ? { provider_type: "onepassword", name } : { name }),
    }),
    enabled: plain("enabled", { reported: ({ enabled }) => enabled, editOnly: true }),
    priority: plain("priority", { reported: ({ priority }) => priority, editOnly: true }),
    /** There always is one, which no reply tells. */
    token: secret("token", () => true),
  } satisfies FieldModels<CredentialProvider, ProviderValues>,
  unique: "name",
  foundBy: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a provider by its name (§2.5). */
  usedBy: ({ name }, connections) => connections.filter(({ credential }) => credential?.provider === name),
} satisfies ResourceModel<CredentialProvider, ProviderValues>;

/** Providers as the service asks them: the lowest priority first, and by name where it is the same or not told. */
export function inOrder(providers: readonly CredentialProvider[]): readonly CredentialProvider[] {
  const placeOf = ({ priority }: CredentialProvider): number => priority ?? Number.MAX_SAFE_INTEGER;
  return providers.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1),
  );
}
