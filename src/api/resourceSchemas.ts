// Resources of the service beside the three of the document: read so that users can pick instead of type. The
// document shows none of them, so everything but what a pick needs is optional.
import * as z from "zod/mini";
import { lenient, lenientFlag, lenientInteger, lenientList, lenientText, nonEmptyText } from "./lenient.ts";

/** A browser profile; a connection can't use one without a name (§4.1 takes the name). */
export const Profile = z.looseObject({
  /** Empty where it is not told: a connection needs the name alone. */
  id: z.catch(nonEmptyText, ""),
  name: lenientText,
  created_at: lenientText,
  updated_at: lenientText,
  last_used_at: lenientText,
});
export type Profile = z.infer<typeof Profile>;

/**
 * A proxy. Names are not unique, so a pick is sent by id. The service tells no password; of one that did, nothing unknown
 * is kept.
 */
export const Proxy = z.object({
  id: nonEmptyText,
  name: lenientText,
  type: lenientText,
  protocol: lenientText,
  status: lenientText,
  last_checked: lenientText,
  ip_address: lenientText,
  bypass_hosts: lenientList(z.string()),
  config: lenient(
    z.object({
      country: lenientText,
      state: lenientText,
      city: lenientText,
      zip: lenientText,
      asn: lenientText,
      host: lenientText,
      port: lenientInteger,
      username: lenientText,
      has_password: lenientFlag,
      has_ca_bundle: lenientFlag,
    }),
  ),
});
export type Proxy = z.infer<typeof Proxy>;

/** A proxy in the answer to what was done with it: of all that the service tells, only the type is certain. */
export const ProxyReply = z
  .object({ ...Proxy.shape, id: lenientText })
  .check(z.refine(({ id, type }) => id !== undefined || type !== undefined));
export type ProxyReply = z.infer<typeof ProxyReply>;

/** A stored credential. Its values never come back; a live one-time code may, so that nothing unknown is kept. */
export const Credential = z.object({
  id: nonEmptyText,
  name: nonEmptyText,
  domain: lenientText,
  created_at: lenientText,
  updated_at: lenientText,
  has_values: lenientFlag,
  has_totp_secret: lenientFlag,
  /** How its one-time codes are made (service-facts.md §6). */
  totp_algorithm: lenientText,
  totp_digits: lenientInteger,
  totp_period: lenientInteger,
  sso_provider: lenientText,
  /** The names of its values; a list leaves them out. */
  value_keys: lenientList(z.string()),
});
export type Credential = z.infer<typeof Credential>;

/** A one-time code, and until when it is good: both live as long as they are shown. */
export const OneTimeCode = z.object({
  code: nonEmptyText,
  expires_at: lenientText,
});
export type OneTimeCode = z.infer<typeof OneTimeCode>;

/** A credential provider, without its token: the service gives none, so that nothing unknown is kept. */
export const CredentialProvider = z.object({
  id: nonEmptyText,
  name: nonEmptyText,
  provider_type: lenientText,
  enabled: lenientFlag,
  /** The lower, the sooner it is asked. */
  priority: lenientInteger,
  created_at: lenientText,
  updated_at: lenientText,
});
export type CredentialProvider = z.infer<typeof CredentialProvider>;

/** What a provider's token opens, or why it opens nothing. */
export const CredentialProviderTest = z.object({
  success: z.boolean(),
  vaults: lenientList(z.object({ id: lenientText, name: nonEmptyText })),
  error: lenientText,
});
export type CredentialProviderTest = z.infer<typeof CredentialProviderTest>;

/** One item of a credential provider; `path` is what a connection refers to (§2.5). */
export const CredentialProviderItem = z.looseObject({
  path: nonEmptyText,
  title: lenientText,
  vault_name: lenientText,
  urls: lenientList(z.string()),
});
export type CredentialProviderItem = z.infer<typeof CredentialProviderItem>;

/**
 * An OTLP destination (§2.6 refers to it by id or name), without the values of its headers: the service gives none, and
 * one that did would tell a secret. A service before the newest tells nothing of exports; errors stay after a success.
 */
export const OtlpDestination = z.object({
  id: nonEmptyText,
  name: lenientText,
  endpoint: lenientText,
  description: lenientText,
  /** Their names. */
  headers: lenient(
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((headers) => Object.keys(headers)),
    ),
  ),
  updated_at: lenientText,
  created_at: lenientText,
  consecutive_failures: lenientInteger,
  last_error: lenientText,
  last_error_at: lenientText,
  last_export_at: lenientText,
});
export type OtlpDestination = z.infer<typeof OtlpDestination>;

/** A project of the organization; in an archived one nothing works. */
export const Project = z.looseObject({
  id: nonEmptyText,
  name: lenientText,
  status: lenientText,
});
export type Project = z.infer<typeof Project>;

/** An optional maximum: null means unlimited. */
const lenientMaximum = lenient(z.nullable(z.int()));

/** What is used of what the plan allows; that is read with the entitlements (§2.8). */
export const OrgLimits = z.looseObject({
  auth_connections_used: lenientInteger,
  concurrent_sessions_used: lenientInteger,
  max_stored_extensions: lenientMaximum,
  max_vaults: lenientMaximum,
  stored_extensions_used: lenientInteger,
  vaults_used: lenientInteger,
});
export type OrgLimits = z.infer<typeof OrgLimits>;

/** The project of a scope; null stands for the whole organization, and is told apart from not being told. */
const ProjectScope = z.looseObject({
  project_id: z.catch(z.optional(z.nullable(nonEmptyText)), undefined),
});

/** What `GET /auth/context` tells of a token. */
export const AuthContext = z.looseObject({
  authentication: lenient(z.looseObject({ source: lenientText, credential_id: lenientText })),
  authorization: lenient(
    z.looseObject({
      /** Where the token may be used at all. */
      credential_scope: lenient(ProjectScope),
      /** Where this request was carried out. */
      effective_scope: lenient(ProjectScope),
    }),
  ),
  organization: lenient(z.looseObject({ id: lenientText })),
  principal: lenient(z.looseObject({ id: lenientText, type: lenientText })),
});
export type AuthContext = z.infer<typeof AuthContext>;
