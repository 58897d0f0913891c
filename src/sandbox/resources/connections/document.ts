// The format of an auth connection (interface.md §2.1). Every reply with a connection is validated against this
// schema.
import * as z from "zod/mini";
import { BrowserProxyConfig, BrowserTelemetry, CredentialReference } from "./connectionRequests.ts";

const filled = z.string().check(z.minLength(1));
const word = z.optional(z.nullable(z.string()));
const words = z.optional(z.string());
const flag = z.optional(z.boolean());
const instant = z.iso.datetime();

/** §2.7. */
const MfaType = z.enum(["sms", "call", "email", "totp", "push", "password", "switch"]);

/** §2.7. */
const Choice = z.strictObject({
  id: filled,
  type: z.enum([
    "mfa_method",
    "sso_provider",
    "sign_in_method",
    "auth_method",
    "identifier_method",
    "account",
    "other",
  ]),
  label: filled,
  context: word,
  description: word,
  display_text: word,
  masked_destination: word,
  mfa_type: z.optional(
    z.nullable(z.enum(["sms", "call", "email", "totp", "push", "password", "switch", "passkey", "other"])),
  ),
  observed_selector: word,
});
export type Choice = z.infer<typeof Choice>;

/** Interface.md §2.7, plus two properties of newer services: the reason for the question, and the keyboard to show. */
const Field = z.strictObject({
  id: filled,
  ref: filled,
  type: z.enum(["identifier", "password", "code", "totp_code", "totp_secret", "text"]),
  reason: z.optional(z.enum(["missing", "rejected"])),
  input_mode: z.optional(z.enum(["text", "email", "tel", "numeric"])),
  label: words,
  hint: words,
  observed_selector: word,
  replace_existing: flag,
  required: flag,
});
export type Field = z.infer<typeof Field>;

/** §2.7. */
const DiscoveredField = z.strictObject({
  name: filled,
  type: z.enum(["text", "email", "password", "tel", "number", "url", "code", "totp"]),
  label: filled,
  selector: filled,
  hint: words,
  placeholder: words,
  required: flag,
  linked_mfa_type: z.optional(z.nullable(MfaType)),
});

/** Fields of a running flow (interface.md §2.7). Null in a connection without a flow (§3). */
export const FlowFields = z.strictObject({
  browser_session_id: z.nullable(filled),
  choices: z.nullable(z.array(Choice)),
  discovered_fields: z.nullable(z.array(DiscoveredField)),
  error_code: z.nullable(filled),
  error_message: z.nullable(filled),
  external_action_message: z.nullable(filled),
  fields: z.nullable(z.array(Field)),
  flow_expires_at: z.nullable(instant),
  flow_status: z.nullable(z.enum(["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"])),
  flow_step: z.nullable(
    z.enum(["DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED"]),
  ),
  flow_type: z.nullable(z.enum(["LOGIN", "REAUTH"])),
  hosted_url: z.nullable(z.url()),
  /** Identifies the current question. Only newer services report this field. */
  interaction_id: z.optional(filled),
  live_view_url: z.nullable(z.url()),
  mfa_options: z.nullable(
    z.array(z.strictObject({ type: MfaType, label: filled, description: word, target: word })),
  ),
  pending_sso_buttons: z.nullable(
    z.array(z.strictObject({ selector: filled, provider: filled, label: filled })),
  ),
  sign_in_options: z.nullable(z.array(z.strictObject({ id: filled, label: filled, description: word }))),
  website_error: z.nullable(filled),
});
export type FlowFields = z.infer<typeof FlowFields>;

/** Settings that users choose. */
const settings = {
  allowed_domains: z.array(filled),
  auto_reauth: z.boolean(),
  browser: z.strictObject({
    stealth: z.boolean(),
    proxy: z.optional(BrowserProxyConfig),
    telemetry: z.optional(z.nullable(BrowserTelemetry)),
  }),
  credential: z.optional(CredentialReference),
  health_check_interval: z.int().check(z.minimum(300), z.maximum(86400)),
  health_checks: z.boolean(),
  login_url: z.optional(z.url()),
  record_session: z.boolean(),
  save_credentials: z.boolean(),
};
export const Settings = z.strictObject(settings);
export type Settings = z.infer<typeof Settings>;

/** Interface.md §2.1, including the deprecated fields. */
export const ManagedAuth = z.strictObject({
  ...FlowFields.shape,
  id: filled,
  profile_name: filled,
  domain: filled,
  status: z.enum(["AUTHENTICATED", "NEEDS_AUTH"]),
  ...settings,
  browser_telemetry: z.nullable(BrowserTelemetry),
  can_reauth: z.boolean(),
  can_reauth_reason: z.enum([
    "external_credential",
    "cua_has_credential",
    "has_credential",
    "viable_plans_found",
    "no_requirements_recorded",
    "requirements_satisfiable",
    "no_prior_successful_login",
    "no_credential",
    "no_viable_plans",
    "viable_plans_require_external_action",
    "requires_external_action",
    "requires_totp_without_secret",
    "requires_sms_code",
    "requires_email_code",
    "requires_customer_input",
  ]),
  last_auth_at: z.optional(instant),
  last_auth_check_at: z.optional(instant),
  post_login_url: z.optional(z.url()),
  proxy_id: z.optional(filled),
  sso_provider: z.nullable(filled),
});
export type ManagedAuth = z.infer<typeof ManagedAuth>;
