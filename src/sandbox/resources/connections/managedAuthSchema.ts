// Schema of an auth connection in replies (interface.md §2.1). Every reply that contains a connection is validated
// against this schema.
import * as z from "zod/mini";
import {
  BrowserProxyConfig,
  BrowserTelemetry,
  flagSettings,
  SandboxCredentialReference,
} from "./connectionRequests.ts";

const nonEmptyString = z.string().check(z.minLength(1));
const nullishString = z.optional(z.nullable(z.string()));
const optionalString = z.optional(z.string());
const optionalFlag = z.optional(z.boolean());
const isoDateTime = z.iso.datetime();

/** Schema of `MFAType` (interface.md §2.7). */
const MfaType = z.enum(["sms", "call", "email", "totp", "push", "password", "switch"]);

/** Schema of `ManagedAuthChoice` (interface.md §2.7). */
const SandboxChoice = z.strictObject({
  id: nonEmptyString,
  type: z.enum([
    "mfa_method",
    "sso_provider",
    "sign_in_method",
    "auth_method",
    "identifier_method",
    "account",
    "other",
  ]),
  label: nonEmptyString,
  context: nullishString,
  description: nullishString,
  display_text: nullishString,
  masked_destination: nullishString,
  mfa_type: z.optional(
    z.nullable(z.enum(["sms", "call", "email", "totp", "push", "password", "switch", "passkey", "other"])),
  ),
  observed_selector: nullishString,
});
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** Schema of `ManagedAuthField` (interface.md §2.7). Only newer services report `reason` and `input_mode`. */
const SandboxField = z.strictObject({
  id: nonEmptyString,
  ref: nonEmptyString,
  type: z.enum(["identifier", "password", "code", "totp_code", "totp_secret", "text"]),
  reason: z.optional(z.enum(["missing", "rejected"])),
  input_mode: z.optional(z.enum(["text", "email", "tel", "numeric"])),
  label: optionalString,
  hint: optionalString,
  observed_selector: nullishString,
  replace_existing: optionalFlag,
  required: optionalFlag,
});
export type SandboxField = z.infer<typeof SandboxField>;

/** Schema of `DiscoveredField` (interface.md §2.7). */
const SandboxDiscoveredField = z.strictObject({
  name: nonEmptyString,
  type: z.enum(["text", "email", "password", "tel", "number", "url", "code", "totp"]),
  label: nonEmptyString,
  selector: nonEmptyString,
  hint: optionalString,
  placeholder: optionalString,
  required: optionalFlag,
  linked_mfa_type: z.optional(z.nullable(MfaType)),
});

/** Fields of a running flow (interface.md §2.7). All are null if the connection has no flow (§3). */
export const FlowFields = z.strictObject({
  browser_session_id: z.nullable(nonEmptyString),
  choices: z.nullable(z.array(SandboxChoice)),
  discovered_fields: z.nullable(z.array(SandboxDiscoveredField)),
  error_code: z.nullable(nonEmptyString),
  error_message: z.nullable(nonEmptyString),
  external_action_message: z.nullable(nonEmptyString),
  fields: z.nullable(z.array(SandboxField)),
  flow_expires_at: z.nullable(isoDateTime),
  flow_status: z.nullable(z.enum(["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"])),
  flow_step: z.nullable(
    z.enum(["DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED"]),
  ),
  flow_type: z.nullable(z.enum(["LOGIN", "REAUTH"])),
  hosted_url: z.nullable(z.url()),
  /** Identifies the question that the login currently asks. Only newer services report this field. */
  interaction_id: z.optional(nonEmptyString),
  live_view_url: z.nullable(z.url()),
  mfa_options: z.nullable(
    z.array(
      z.strictObject({
        type: MfaType,
        label: nonEmptyString,
        description: nullishString,
        target: nullishString,
      }),
    ),
  ),
  pending_sso_buttons: z.nullable(
    z.array(z.strictObject({ selector: nonEmptyString, provider: nonEmptyString, label: nonEmptyString })),
  ),
  sign_in_options: z.nullable(
    z.array(z.strictObject({ id: nonEmptyString, label: nonEmptyString, description: nullishString })),
  ),
  website_error: z.nullable(nonEmptyString),
});
export type FlowFields = z.infer<typeof FlowFields>;

/** The settings of a connection that a user can change. */
const settingsShape = {
  ...flagSettings,
  allowed_domains: z.array(nonEmptyString),
  browser: z.strictObject({
    stealth: z.boolean(),
    proxy: z.optional(BrowserProxyConfig),
    telemetry: z.optional(z.nullable(BrowserTelemetry)),
  }),
  credential: z.optional(SandboxCredentialReference),
  health_check_interval: z.int().check(z.minimum(300), z.maximum(86400)),
  login_url: z.optional(z.url()),
};
export const SandboxConnectionSettings = z.strictObject(settingsShape);
export type SandboxConnectionSettings = z.infer<typeof SandboxConnectionSettings>;

/** Schema of `ManagedAuth` (interface.md §2.1), including the deprecated fields. */
export const SandboxManagedAuth = z.strictObject({
  ...FlowFields.shape,
  id: nonEmptyString,
  profile_name: nonEmptyString,
  domain: nonEmptyString,
  status: z.enum(["AUTHENTICATED", "NEEDS_AUTH"]),
  ...settingsShape,
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
  last_auth_at: z.optional(isoDateTime),
  last_auth_check_at: z.optional(isoDateTime),
  post_login_url: z.optional(z.url()),
  proxy_id: z.optional(nonEmptyString),
  sso_provider: z.nullable(nonEmptyString),
});
export type SandboxManagedAuth = z.infer<typeof SandboxManagedAuth>;
