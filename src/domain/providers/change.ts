import type { CredentialProvider } from "../../api/otherResources.ts";
import type { CredentialProviderUpdateRequest } from "../../api/providerRequests.ts";

/** Whether a provider is as a change wants it. Of a token nobody can tell. */
export function isCarriedOut(
  { enabled, name, priority, token }: CredentialProviderUpdateRequest,
  provider: CredentialProvider,
): boolean {
  return (
    token === undefined &&
    (enabled === undefined || provider.enabled === enabled) &&
    (priority === undefined || provider.priority === priority) &&
    (name === undefined || provider.name === name)
  );
}
