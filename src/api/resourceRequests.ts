// What credentials, credential providers and profiles may be, as they are sent. The document shows none of it: the shapes
// are those of the service's SDK, which states few bounds; nobody says for how long a provider's list of items is kept.
import * as z from "zod/mini";
import { hasSomeValue } from "./schemas.ts";
import { nonEmptyText } from "./lenient.ts";

/** A text that says something. One with half a character would be sent as another text. */
const wellFormedText = z.string().check(
  z.minLength(1),
  z.refine((value) => value.isWellFormed()),
);

const credentialDomain = wellFormedText.check(z.maxLength(253), z.regex(/^[^\s\p{Cc}/\\?#@:]*$/u));

/** By their keys, such as `username`. */
const credentialValues = z.record(wellFormedText, wellFormedText);

/** An authenticator secret in base32. Algorithm, digits and period of its codes are never sent. */
const totpSecret = z.string().check(z.regex(/^[A-Z2-7]+$/));

/** What creates a credential. */
export const CredentialCreateRequest = z.strictObject({
  name: wellFormedText,
  domain: credentialDomain,
  values: credentialValues,
  totp_secret: z.optional(totpSecret),
  sso_provider: z.optional(wellFormedText),
});
export type CredentialCreateRequest = z.infer<typeof CredentialCreateRequest>;

/**
 * What of a credential can be changed; its domain cannot. What is left out stays as it is: values are set one by one, and
 * those to remove go before. An empty secret or provider takes it away. Never empty.
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

/** The service trims it. */
const providerName = z.string().check(z.refine((text) => text.trim() !== ""));

/** What creates a credential provider. */
export const CredentialProviderCreateRequest = z.strictObject({
  provider_type: z.literal("onepassword"),
  name: providerName,
  token: nonEmptyText,
});
export type CredentialProviderCreateRequest = z.infer<typeof CredentialProviderCreateRequest>;

/** What of a credential provider can be changed; what is left out stays as it is. Never empty. */
export const CredentialProviderUpdateRequest = z
  .strictObject({
    name: z.optional(providerName),
    enabled: z.optional(z.boolean()),
    /** The lower, the sooner it is asked. */
    priority: z.optional(z.int()),
    token: z.optional(nonEmptyText),
  })
  .check(hasSomeValue);
export type CredentialProviderUpdateRequest = z.infer<typeof CredentialProviderUpdateRequest>;

/** A profile's name has no more characters. */
export const maxProfileNameLength = 255;

const profileName = z
  .string()
  .check(
    z.refine((text) => text !== "" && Array.from(text).length <= maxProfileNameLength && text.isWellFormed()),
  );

/** What creates a profile. One without a name could not be used by a connection. */
export const ProfileCreateRequest = z.strictObject({ name: profileName });
export type ProfileCreateRequest = z.infer<typeof ProfileCreateRequest>;

/** What gives a profile another name. */
export const ProfileRenameRequest = z.strictObject({ name: profileName });
export type ProfileRenameRequest = z.infer<typeof ProfileRenameRequest>;
