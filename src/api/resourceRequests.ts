// Request schemas for credentials, credential providers and profiles. interface.md doesn't cover these resources. The
// shapes are taken from the service's SDK, which specifies few limits.
import * as z from "zod/mini";
import { hasSomeValue } from "./schemas.ts";
import { nonEmptyText } from "./lenient.ts";

/** Non-empty text without lone surrogates, which would be sent as different characters. */
const wellFormedText = z.string().check(
  z.minLength(1),
  z.refine((value) => value.isWellFormed()),
);

const credentialDomain = wellFormedText.check(z.maxLength(253), z.regex(/^[^\s\p{Cc}/\\?#@:]*$/u));

/** The values of a credential by key, such as `username`. */
const credentialValues = z.record(wellFormedText, wellFormedText);

/** An authenticator secret in base32. Requests don't contain the algorithm, number of digits or period. */
const totpSecret = z.string().check(z.regex(/^[A-Z2-7]+$/));

export const CredentialCreateRequest = z.strictObject({
  name: wellFormedText,
  domain: credentialDomain,
  values: credentialValues,
  totp_secret: z.optional(totpSecret),
  sso_provider: z.optional(wellFormedText),
});
export type CredentialCreateRequest = z.infer<typeof CredentialCreateRequest>;

/**
 * Request to update a credential. Omitted fields stay unchanged. The service removes the keys in `remove_value_keys`
 * before it sets each key in `values`. An empty authenticator secret or SSO provider removes the current value. The
 * domain can't be changed.
 */
export const CredentialUpdateRequest = z
  .strictObject({
    name: z.optional(wellFormedText),
    values: z.optional(credentialValues),
    remove_value_keys: z.optional(z.array(wellFormedText)),
    totp_secret: z.optional(z.union([z.literal(""), totpSecret])),
    sso_provider: z.optional(z.union([z.literal(""), wellFormedText])),
  })
  .check(hasSomeValue);
export type CredentialUpdateRequest = z.infer<typeof CredentialUpdateRequest>;

/** Name of a provider. Must not be blank, because the service trims names. */
const providerName = z.string().check(z.refine((text) => text.trim() !== ""));

export const CredentialProviderCreateRequest = z.strictObject({
  provider_type: z.literal("onepassword"),
  name: providerName,
  token: nonEmptyText,
});
export type CredentialProviderCreateRequest = z.infer<typeof CredentialProviderCreateRequest>;

export const CredentialProviderUpdateRequest = z
  .strictObject({
    name: z.optional(providerName),
    enabled: z.optional(z.boolean()),
    /** The service queries providers with lower numbers first. */
    priority: z.optional(z.int()),
    token: z.optional(nonEmptyText),
  })
  .check(hasSomeValue);
export type CredentialProviderUpdateRequest = z.infer<typeof CredentialProviderUpdateRequest>;

/** In code points. */
export const maxProfileNameLength = 255;

const profileName = z
  .string()
  .check(
    z.refine((text) => text !== "" && Array.from(text).length <= maxProfileNameLength && text.isWellFormed()),
  );

/** Request to create a profile. The name is required, because connections can't use a profile without a name. */
export const ProfileCreateRequest = z.strictObject({ name: profileName });
export type ProfileCreateRequest = z.infer<typeof ProfileCreateRequest>;

export const ProfileRenameRequest = z.strictObject({ name: profileName });
export type ProfileRenameRequest = z.infer<typeof ProfileRenameRequest>;
