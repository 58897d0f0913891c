// Resources of the service beside the three of the document: read so that users can pick instead of type. The
// document shows none of them, so everything but what a pick needs is optional.
import * as z from "zod/mini";
import { lenient, lenientOrNull, received, text } from "./lenient.ts";

/** A browser profile; one without a name cannot be referred to by a connection (§4.1 takes the name). */
export const Profile = received({
  name: lenient(text),
  last_used_at: lenient(z.string()),
});
export type Profile = z.infer<typeof Profile>;

/** A proxy. Names are not unique, so a pick is sent by id. */
export const Proxy = received({
  id: text,
  name: lenient(z.string()),
  type: lenient(z.string()),
  status: lenient(z.string()),
  last_checked: lenient(z.string()),
  config: lenient(
    received({
      country: lenient(z.string()),
      state: lenient(z.string()),
      city: lenient(z.string()),
      host: lenient(z.string()),
    }),
  ),
});
export type Proxy = z.infer<typeof Proxy>;

/** A stored credential. Its values never come back; a live one-time code may, so that nothing unknown is kept. */
export const Credential = z.object({
  name: text,
  domain: lenient(z.string()),
  has_totp_secret: lenient(z.boolean()),
  sso_provider: lenient(z.string()),
});
export type Credential = z.infer<typeof Credential>;

export const CredentialProvider = received({
  id: text,
  name: text,
  provider_type: lenient(z.string()),
  enabled: lenient(z.boolean()),
});
export type CredentialProvider = z.infer<typeof CredentialProvider>;

/** One item of a credential provider; `path` is what a connection refers to (§2.5). */
export const CredentialProviderItem = received({
  path: text,
  title: lenient(z.string()),
  vault_name: lenient(z.string()),
  urls: lenient(z.array(z.string())),
});
export type CredentialProviderItem = z.infer<typeof CredentialProviderItem>;

/** An OTLP destination (§2.6 refers to it by id or name). */
export const OtlpDestination = received({
  id: text,
  name: lenient(z.string()),
  endpoint: lenient(z.string()),
  description: lenient(z.string()),
  consecutive_failures: lenient(z.int()),
  last_error: lenient(z.string()),
});
export type OtlpDestination = z.infer<typeof OtlpDestination>;

/** What is used of what the plan allows. */
export const OrgLimits = received({
  auth_connections_used: lenient(z.int()),
  max_auth_connections: lenientOrNull(z.int()),
  concurrent_sessions_used: lenient(z.int()),
  max_concurrent_sessions: lenientOrNull(z.int()),
});
export type OrgLimits = z.infer<typeof OrgLimits>;
