// Schemas for interface.md §2, and the types derived from them. Request schemas are strict. Response schemas are
// tolerant: they keep unknown fields and enum values, and treat an invalid optional value as absent.
import * as z from "zod/mini";
import {
  lenientSchema,
  lenientFlag,
  lenientInteger,
  lenientList,
  lenientText,
  lenientTexts,
  listWithGaps,
  nonEmptyText,
} from "./lenient.ts";
import { BrowserTelemetryRequestConfig, ReceivedTelemetry } from "./telemetry.ts";

export const ManagedAuthChoice = z.looseObject({
  id: nonEmptyText,
  ...lenientTexts("type", "label", "context", "description", "display_text"),
  ...lenientTexts("masked_destination", "mfa_type"),
});

export const ManagedAuthField = z.looseObject({
  id: nonEmptyText,
  ...lenientTexts("ref", "type", "label", "hint", "reason", "input_mode"),
  required: lenientFlag,
  replace_existing: lenientFlag,
});

/** An older form of a login's input field. Used only if `fields` is missing (interface.md §2.1). */
export const DiscoveredField = z.looseObject({
  name: nonEmptyText,
  ...lenientTexts("type", "label", "hint", "placeholder", "linked_mfa_type"),
  required: lenientFlag,
});

/** An MFA method. Like `SSOButton` and `SignInOption`, used only if `choices` is missing (interface.md §2.1). */
export const MFAOption = z.looseObject({
  type: nonEmptyText,
  ...lenientTexts("label", "description", "target"),
});

export const SSOButton = z.looseObject({ provider: nonEmptyText, ...lenientTexts("label", "selector") });

export const SignInOption = z.looseObject({ id: nonEmptyText, ...lenientTexts("label", "description") });

// ---- Requests ----

/**
 * Creates the schema of a proxy setting, which has exactly one of three forms (interface.md §2.3). `name` validates
 * ids and names.
 */
export const browserProxySchema = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.union([
    z.strictObject({ mode: z.enum(["direct", "default"]) }),
    z.strictObject({ id: name }),
    z.strictObject({ name }),
  ]);

/**
 * Creates the schema of a credential reference, which has exactly one of three forms (interface.md §2.5). `name`
 * validates ids and names.
 */
export const credentialReferenceSchema = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.union([
    z.strictObject({ name }),
    z.strictObject({ provider: name, path: name }),
    z.strictObject({ provider: name, auto: z.literal(true) }),
  ]);
export const CredentialReference = credentialReferenceSchema(nonEmptyText);

/** Zod check that rejects objects without any defined value. */
export const hasSomeValue = z.refine<object>((config) =>
  Object.values(config).some((value) => value !== undefined),
);

/** Browser settings (interface.md §2.2) that creation and update requests share. */
export const browserSettings = {
  proxy: z.optional(browserProxySchema(nonEmptyText)),
  stealth: z.optional(z.boolean()),
} as const;

/** Interval between health checks in seconds, with the limits from interface.md §8. */
const HealthCheckInterval = z.int().check(z.minimum(300), z.maximum(86400));

/** Connection settings (interface.md §4.1) that creation and update requests share. */
export const connectionSettings = {
  auto_reauth: z.optional(z.boolean()),
  credential: z.optional(CredentialReference),
  health_check_interval: z.optional(HealthCheckInterval),
  health_checks: z.optional(z.boolean()),
  record_session: z.optional(z.boolean()),
  save_credentials: z.optional(z.boolean()),
} as const;

/** Request to create a connection (interface.md §4.1), without deprecated fields. */
export const ManagedAuthCreateRequest = z.strictObject({
  domain: nonEmptyText,
  profile_name: nonEmptyText,
  ...connectionSettings,
  allowed_domains: z.optional(z.array(nonEmptyText).check(z.minLength(1))),
  browser: z.optional(
    z
      .strictObject({ ...browserSettings, telemetry: z.optional(BrowserTelemetryRequestConfig) })
      .check(hasSomeValue),
  ),
  login_url: z.optional(z.url()),
});
export type ManagedAuthCreateRequest = z.infer<typeof ManagedAuthCreateRequest>;

// ---- Responses ----

/** Schema of an optional string. A blank string is treated as absent. */
const nonBlankText = lenientSchema(z.string().check(z.regex(/\S/)));

/** A detail of an error (interface.md §2.9). Both fields are optional, because the service sometimes omits one. */
const ErrorDetail = z.object({ code: nonBlankText, message: nonBlankText });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/**
 * An error body (interface.md §2.9), including `existing_id` for a conflict (§4.1). `details` isn't part of the schema,
 * because `parseErrorBody` collects all texts in that field.
 */
export const ErrorBody = z.looseObject({
  code: nonBlankText,
  message: nonBlankText,
  inner_error: lenientSchema(ErrorDetail),
  existing_id: lenientSchema(nonEmptyText),
});

const ReceivedProxy = z.looseObject(lenientTexts("mode", "id", "name"));

/** Login fields of a connection (interface.md §2.1), which login events contain as well. */
export const loginFields = {
  choices: listWithGaps(ManagedAuthChoice),
  discovered_fields: listWithGaps(DiscoveredField),
  fields: listWithGaps(ManagedAuthField),
  mfa_options: listWithGaps(MFAOption),
  pending_sso_buttons: listWithGaps(SSOButton),
  sign_in_options: listWithGaps(SignInOption),
  ...lenientTexts("error_code", "error_message", "website_error", "external_action_message"),
  ...lenientTexts("flow_status", "flow_step", "flow_type", "interaction_id"),
  ...lenientTexts("hosted_url", "live_view_url", "post_login_url"),
} as const;

/** A connection (interface.md §2.1). Only `id` is required. All other fields may be missing or invalid. */
export const ManagedAuth = z.looseObject({
  id: nonEmptyText,
  ...lenientTexts("profile_name", "domain", "status", "browser_session_id", "can_reauth_reason"),
  ...lenientTexts("flow_expires_at", "last_auth_at", "last_auth_check_at", "login_url", "proxy_id"),
  sso_provider: lenientText,
  save_credentials: lenientFlag,
  record_session: lenientFlag,
  allowed_domains: lenientList(z.string()),
  auto_reauth: lenientFlag,
  browser_telemetry: lenientSchema(ReceivedTelemetry),
  browser: lenientSchema(
    z.looseObject({
      proxy: lenientSchema(ReceivedProxy),
      /** The region is only displayed and never sent. */
      region: lenientText,
      stealth: lenientFlag,
      telemetry: lenientSchema(ReceivedTelemetry),
    }),
  ),
  can_reauth: lenientFlag,
  credential: lenientSchema(
    z.looseObject({ ...lenientTexts("name", "provider", "path"), auto: lenientFlag }),
  ),
  health_check_interval: lenientInteger,
  health_checks: lenientFlag,
  ...loginFields,
});
export type ManagedAuth = z.infer<typeof ManagedAuth>;

/** Entitlement to a feature (interface.md §2.8). Further fields depend on the feature. */
export const FeatureEntitlement = z.catch(z.looseObject({ enabled: lenientFlag }), {});

/** Entitlements of an organization (interface.md §2.8): the features and limits of its plan. */
export const Entitlements = z.looseObject({
  features: z.record(z.string(), FeatureEntitlement),
  limits: z.catch(z.record(z.string(), z.unknown()), {}),
  plan: z.catch(
    z.looseObject({
      ...lenientTexts("id", "effective_id", "status", "trial_ends_at"),
      is_trialing: lenientFlag,
    }),
    {},
  ),
});
export type Entitlements = z.infer<typeof Entitlements>;
