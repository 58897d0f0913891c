// Response schemas for resources that connections refer to. interface.md doesn't cover these resources, so every
// field is optional unless it is needed to select a resource.
import * as z from "zod/mini";
import {
  lenientSchema,
  lenientFlag,
  lenientInteger,
  lenientList,
  lenientText,
  lenientTexts,
  nonEmptyText,
} from "./lenient.ts";

/** A profile. Connections refer to profiles by name (interface.md §4.1) and can't use a profile without a name. */
export const Profile = z.looseObject({
  /**
   * Empty if the service returns no id. A profile without an id is usable, because a connection needs only the
   * profile's name.
   */
  id: z.catch(nonEmptyText, ""),
  ...lenientTexts("name", "created_at", "updated_at", "last_used_at"),
});
export type Profile = z.infer<typeof Profile>;

/**
 * A proxy. Connections refer to a proxy by id, because names aren't unique. Unknown fields are dropped, in case a
 * service returns the password.
 */
export const ProxyResource = z.object({
  id: nonEmptyText,
  ...lenientTexts("name", "type", "protocol", "status", "last_checked", "ip_address"),
  bypass_hosts: lenientList(z.string()),
  config: lenientSchema(
    z.object({
      ...lenientTexts("country", "state", "city", "zip", "asn", "host", "username"),
      port: lenientInteger,
      has_password: lenientFlag,
      has_ca_bundle: lenientFlag,
    }),
  ),
});
export type ProxyResource = z.infer<typeof ProxyResource>;

/** A proxy in the response to an operation on that proxy. The service guarantees only the `type` field. */
export const ProxyReply = z
  .object({ ...ProxyResource.shape, id: lenientText })
  .check(z.refine(({ id, type }) => id !== undefined || type !== undefined));
export type ProxyReply = z.infer<typeof ProxyReply>;

/**
 * A credential. The service never returns a credential's values, but may return the current one-time code. Unknown
 * fields are therefore dropped.
 */
export const Credential = z.object({
  id: nonEmptyText,
  name: nonEmptyText,
  ...lenientTexts("domain", "created_at", "updated_at", "sso_provider"),
  has_values: lenientFlag,
  has_totp_secret: lenientFlag,
  /** Parameters of one-time codes (service-facts.md §6). */
  totp_algorithm: lenientText,
  totp_digits: lenientInteger,
  totp_period: lenientInteger,
  /** Omitted from list responses. */
  value_keys: lenientList(z.string()),
});
export type Credential = z.infer<typeof Credential>;

/** A one-time code. Must be discarded when it is no longer displayed. */
export const OneTimeCode = z.object({ code: nonEmptyText, expires_at: lenientText });
export type OneTimeCode = z.infer<typeof OneTimeCode>;

/** A credential provider. Unknown fields are dropped, in case a service returns the token. */
export const CredentialProvider = z.object({
  id: nonEmptyText,
  name: nonEmptyText,
  ...lenientTexts("provider_type", "created_at", "updated_at"),
  enabled: lenientFlag,
  /** The service queries providers with lower numbers first. */
  priority: lenientInteger,
});
export type CredentialProvider = z.infer<typeof CredentialProvider>;

/** The result of a provider's test: the vaults that its token can access, or the reason why the token fails. */
export const CredentialProviderTest = z.object({
  success: z.boolean(),
  vaults: lenientList(z.object({ id: lenientText, name: nonEmptyText })),
  error: lenientText,
});
export type CredentialProviderTest = z.infer<typeof CredentialProviderTest>;

/** An item of a credential provider. Connections refer to an item by its `path` (interface.md §2.5). */
export const CredentialProviderItem = z.looseObject({
  path: nonEmptyText,
  ...lenientTexts("title", "vault_name"),
  urls: lenientList(z.string()),
});
export type CredentialProviderItem = z.infer<typeof CredentialProviderItem>;

/**
 * An OTLP destination. Connections refer to a destination by id or name (interface.md §2.6). Header values and unknown
 * fields are dropped, in case a service returns secrets. Older services don't report the state of exports. `last_error`
 * remains set after a successful export.
 */
export const OtlpDestination = z.object({
  id: nonEmptyText,
  ...lenientTexts("name", "endpoint", "description", "created_at", "updated_at"),
  ...lenientTexts("last_error", "last_error_at", "last_export_at"),
  /** Header names. */
  headers: lenientSchema(
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((headers) => Object.keys(headers)),
    ),
  ),
  consecutive_failures: lenientInteger,
});
export type OtlpDestination = z.infer<typeof OtlpDestination>;

/** A project. Archived projects can't be used. */
export const Project = z.looseObject({ id: nonEmptyText, ...lenientTexts("name", "status") });
export type Project = z.infer<typeof Project>;

/** An optional maximum. Null means unlimited. */
const lenientMaximum = lenientSchema(z.nullable(z.int()));

/** Usage and two limits of the organization's plan. The other limits are in the entitlements (interface.md §2.8). */
export const OrgLimits = z.looseObject({
  auth_connections_used: lenientInteger,
  concurrent_sessions_used: lenientInteger,
  max_stored_extensions: lenientMaximum,
  max_vaults: lenientMaximum,
  stored_extensions_used: lenientInteger,
  vaults_used: lenientInteger,
});
export type OrgLimits = z.infer<typeof OrgLimits>;

/**
 * The project to which a token or a request is limited. A null project means the whole organization. If the project is
 * missing, the scope is unknown.
 */
const ProjectScope = z.looseObject({ project_id: lenientSchema(z.nullable(nonEmptyText)) });

export const AuthContext = z.looseObject({
  authentication: lenientSchema(z.looseObject({ source: lenientText, credential_id: lenientText })),
  authorization: lenientSchema(
    z.looseObject({
      /** The project that the token is limited to. */
      credential_scope: lenientSchema(ProjectScope),
      /** The project in which this request ran. */
      effective_scope: lenientSchema(ProjectScope),
    }),
  ),
  organization: lenientSchema(z.looseObject({ id: lenientText })),
  principal: lenientSchema(z.looseObject({ id: lenientText, type: lenientText })),
});
export type AuthContext = z.infer<typeof AuthContext>;
