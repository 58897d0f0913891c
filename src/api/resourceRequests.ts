// What credentials, credential providers and profiles may be, as they are sent. The document shows none of it: the shapes
// are those of the service's SDK, which states few bounds; nobody says for how long a provider's list of items is kept.
import * as z from "zod/mini";
import { saysSomething } from "./schemas.ts";
import { text } from "./lenient.ts";

/** A text that says something. One with half a character would be sent as another text. */
const filled = z.string().check(
  z.minLength(1),
  z.refine((value) => value.isWellFormed()),
);

const domain = filled.check(z.maxLength(253), z.regex(/^[^\s\p{Cc}/\\?#@:]*$/u));

/** By their keys, such as `username`. */
const values = z.record(filled, filled);

/** An authenticator secret in base32. Algorithm, digits and period of its codes are never sent. */
const totpSecret = z.string().check(z.regex(/^[A-Z2-7]+$/));

/** What creates a credential. */
export const CredentialCreateRequest = z.strictObject({
  name: filled,
  domain,
  values,
  totp_secret: z.optional(totpSecret),
  sso_provider: z.optional(filled),
});
export type CredentialCreateRequest = z.infer<typeof CredentialCreateRequest>;

/**
 * What of a credential can be changed; its domain cannot. What is left out stays as it is: values are set one by one, and
 * those to remove go before. An empty secret or provider takes it away. Never empty.
 */
export const CredentialUpdateRequest = z
  .strictObject({
    name: z.optional(filled),
    values: z.optional(values),
    remove_value_keys: z.optional(z.array(filled)),
    totp_secret: z.optional(z.union([z.literal(""), totpSecret])),
    sso_provider: z.optional(z.union([z.literal(""), filled])),
  })
  .check(saysSomething);
export type CredentialUpdateRequest = z.infer<typeof CredentialUpdateRequest>;

/** The service trims it. */
const providerName = z.string().check(z.refine((text) => text.trim() !== ""));

/** What creates a credential provider. */
export const CredentialProviderCreateRequest = z.strictObject({
  provider_type: z.literal("onepassword"),
  name: providerName,
  token: text,
});
export type CredentialProviderCreateRequest = z.infer<typeof CredentialProviderCreateRequest>;

/** What of a credential provider can be changed; what is left out stays as it is. Never empty. */
export const CredentialProviderUpdateRequest = z
  .strictObject({
    name: z.optional(providerName),
    enabled: z.optional(z.boolean()),
    /** The lower, the sooner it is asked. */
    priority: z.optional(z.int()),
    token: z.optional(text),
  })
  .check(saysSomething);
export type CredentialProviderUpdateRequest = z.infer<typeof CredentialProviderUpdateRequest>;

/** A profile's name has no more characters. */
export const longestProfileName = 255;

const profileName = z
  .string()
  .check(
    z.refine((text) => text !== "" && Array.from(text).length <= longestProfileName && text.isWellFormed()),
  );

/** What creates a profile. One without a name could not be used by a connection. */
export const ProfileCreateRequest = z.strictObject({ name: profileName });
export type ProfileCreateRequest = z.infer<typeof ProfileCreateRequest>;

/** What gives a profile another name. */
export const ProfileRenameRequest = z.strictObject({ name: profileName });
export type ProfileRenameRequest = z.infer<typeof ProfileRenameRequest>;
