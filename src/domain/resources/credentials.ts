import type { Credential } from "../../api/resourceSchemas.ts";
import type { TotpSettings } from "../login/totpSecret.ts";
import { type FieldModels, fieldsOf, type KeyedChanges, type ResourceModel } from "../resource/model.ts";

/** What is set of a credential. Most of it is secret: it lives in memory until it is sent. */
export interface CredentialValues {
  readonly name: string;
  readonly domain: string;
  readonly values: KeyedChanges;
  /** For one-time codes; empty where there is none. */
  readonly totp_secret: string;
  /** Whose sign-in the site is entered with; empty where it has its own. */
  readonly sso_provider: string;
}

/** How the one-time codes of a stored credential are made, as far as reported. */
export function totpSettingsOf({ totp_algorithm, totp_digits, totp_period }: Credential): TotpSettings {
  return { algorithm: totp_algorithm, digits: totp_digits, period: totp_period };
}

const { keyed, plain, secret } = fieldsOf<Credential, CredentialValues>();

/** Stored credentials. */
export const credentialModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
    domain: plain("domain", { reported: ({ domain }) => domain, createOnly: true }),
    values: keyed(
      ({ has_values, value_keys }) => value_keys ?? (has_values === false ? [] : undefined),
      /** Values are set one by one; those to remove go before. */
      (values, removed, live) => ({
        ...((live === undefined || Object.keys(values).length > 0) && { values }),
        ...(removed.length > 0 && { remove_value_keys: removed }),
      }),
    ),
    totp_secret: secret("totp_secret", ({ has_totp_secret }) => has_totp_secret),
    sso_provider: plain("sso_provider", { reported: ({ sso_provider }) => sso_provider, none: "" }),
  } satisfies FieldModels<Credential, CredentialValues>,
  unique: "name",
  /** Somebody else's of that name is most likely for another domain. */
  foundBy: ["name", "domain"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a stored credential by its name (§2.5). */
  usedBy: ({ name }, connections) => connections.filter(({ credential }) => credential?.name === name),
} satisfies ResourceModel<Credential, CredentialValues>;
