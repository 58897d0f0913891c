import type { CredentialCreateRequest, CredentialUpdateRequest } from "../../api/resourceRequests.ts";
import type { Credential } from "../../api/resourceSchemas.ts";
import type { TotpSettings } from "../login/totpSecret.ts";
import { bodyOf } from "./fieldRequests.ts";
import { type FieldModels, defineFields, type KeyedChanges, type ResourceModel } from "./resourceModel.ts";

/** The settings of a credential. Most values are secret and are kept only in memory, until they are sent. */
export interface CredentialValues {
  readonly name: string;
  readonly domain: string;
  readonly values: KeyedChanges;
  /** The secret that generates one-time codes. May be empty. */
  readonly totp_secret: string;
  /** The single sign-on provider. Empty for the site's own login form. */
  readonly sso_provider: string;
}

/** Returns the one-time code parameters that the service reports for a stored credential. */
export function totpSettingsOf({ totp_algorithm, totp_digits, totp_period }: Credential): TotpSettings {
  return { algorithm: totp_algorithm, digits: totp_digits, period: totp_period };
}

const { keyed, plain, secret } = defineFields<
  Credential,
  CredentialValues,
  CredentialCreateRequest,
  CredentialUpdateRequest
>();

export const credentialModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
    domain: plain("domain", { reported: ({ domain }) => domain, createOnly: true }),
    values: keyed(
      ({ has_values, value_keys }) => value_keys ?? (has_values === false ? [] : undefined),
      /** A request contains only the values to set and the keys to remove. The service removes keys first. */
      (values, removed, live) => ({
        ...((live === undefined || Object.keys(values).length > 0) && { values }),
        ...(removed.length > 0 && { remove_value_keys: removed }),
      }),
    ),
    totp_secret: secret("totp_secret", { reported: ({ has_totp_secret }) => has_totp_secret }),
    sso_provider: plain("sso_provider", { reported: ({ sso_provider }) => sso_provider, none: "" }),
  } satisfies FieldModels<Credential, CredentialValues>,
  createBody: bodyOf<CredentialValues, CredentialCreateRequest>({}),
  updateBody: bodyOf<CredentialValues, CredentialUpdateRequest>({}),
  uniqueField: "name",
  /** A credential with the same name that another client created most likely has another domain. */
  identifyingFields: ["name", "domain"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a stored credential by name (interface.md §2.5). */
  usedBy: ({ name }, connections) => connections.filter(({ credential }) => credential?.name === name),
} satisfies ResourceModel<Credential, CredentialValues>;
