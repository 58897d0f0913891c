import type {
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest,
} from "../../api/resourceRequests.ts";
import type { CredentialProvider } from "../../api/resourceSchemas.ts";
import { bodyOf } from "./fieldRequests.ts";
import { type FieldModels, defineFields, type ResourceModel } from "./resourceModel.ts";

/** The settings of a credential provider. The token is secret and is kept only in memory, until it is sent. */
export interface ProviderValues {
  readonly name: string;
  readonly enabled: boolean;
  /** The service tries providers with lower numbers first. */
  readonly priority: number;
  readonly token: string;
}

const { plain, secret } = defineFields<
  CredentialProvider,
  ProviderValues,
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest
>();

export const providerModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
    enabled: plain("enabled", { reported: ({ enabled }) => enabled, editOnly: true }),
    priority: plain("priority", { reported: ({ priority }) => priority, editOnly: true }),
    /** Every provider has a token, which replies don't report. */
    token: secret("token", { reported: () => true }),
  } satisfies FieldModels<CredentialProvider, ProviderValues>,
  /** 1Password is the only provider type. */
  createBody: bodyOf<ProviderValues, CredentialProviderCreateRequest>({ provider_type: "onepassword" }),
  updateBody: bodyOf<ProviderValues, CredentialProviderUpdateRequest>({}),
  uniqueField: "name",
  identifyingFields: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a provider by name (interface.md §2.5). */
  usedBy: ({ name }, connections) => connections.filter(({ credential }) => credential?.provider === name),
} satisfies ResourceModel<CredentialProvider, ProviderValues>;

/** Sorts providers in the order in which the service tries them. The priority comes first, then the name. */
export function sortProviders(providers: readonly CredentialProvider[]): readonly CredentialProvider[] {
  const priorityOf = ({ priority }: CredentialProvider): number => priority ?? Number.MAX_SAFE_INTEGER;
  return providers.toSorted((a, b) => priorityOf(a) - priorityOf(b) || (a.name < b.name ? -1 : 1));
}
