// Strict schema of an auth connection in interface.md §2.1 to §2.7, without unknown properties.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { negative, affirmative } from "../support/reauthReasons.ts";

const uri = z.string().check(z.refine((value) => URL.canParse(value) && /^[\x21-\x7e]+$/.test(value)));
const instant = z.iso.datetime();
const flag = z.optional(z.boolean());
const word = z.optional(z.nullable(z.string()));
const filled = z.string().check(z.minLength(1));
const reference = z.union([z.strictObject({ id: filled }), z.strictObject({ name: filled })]);
const category = z.optional(z.strictObject({ enabled: z.boolean() }));

const telemetry = z.strictObject({
  enabled: flag,
  browser: z.optional(
    z.strictObject({
      control: category,
      connection: category,
      system: category,
      captcha: category,
      console: category,
      network: category,
      page: category,
      interaction: category,
      screenshot: category,
    }),
  ),
  export: z.optional(
    z.strictObject({
      otlp: z.optional(z.strictObject({ destination: z.optional(reference), enabled: flag })),
    }),
  ),
});

/** The documented values of enumerated properties. Those of an item's `type` are named after the item. */
export const enumerations = {
  status: ["AUTHENTICATED", "NEEDS_AUTH"],
  flow_status: ["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"],
  flow_step: ["DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED"],
  flow_type: ["LOGIN", "REAUTH"],
  can_reauth_reason: [...affirmative, ...negative],
  choice: [
    "mfa_method",
    "sso_provider",
    "sign_in_method",
    "auth_method",
    "identifier_method",
    "account",
    "other",
  ],
  field: ["identifier", "password", "code", "totp_code", "totp_secret", "text"],
  discoveredField: ["text", "email", "password", "tel", "number", "url", "code", "totp"],
  mfaMethod: ["sms", "call", "email", "totp", "push", "password", "passkey", "switch", "other"],
  mfaOption: ["sms", "call", "email", "totp", "push", "password", "switch"],
} as const;
const mfaType = z.enum(enumerations.mfaOption);

const choice = z.strictObject({
  id: filled,
  type: z.enum(enumerations.choice),
  label: filled,
  context: word,
  description: word,
  display_text: word,
  masked_destination: word,
  mfa_type: z.optional(z.nullable(z.enum(enumerations.mfaMethod))),
  observed_selector: word,
});

const field = z.strictObject({
  id: filled,
  ref: filled,
  type: z.enum(enumerations.field),
  reason: z.optional(z.enum(["missing", "rejected"])),
  input_mode: z.optional(z.enum(["text", "email", "tel", "numeric"])),
  label: z.optional(z.string()),
  hint: z.optional(z.string()),
  observed_selector: word,
  replace_existing: flag,
  required: flag,
});

const discoveredField = z.strictObject({
  name: filled,
  type: z.enum(enumerations.discoveredField),
  label: filled,
  selector: filled,
  hint: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  required: flag,
  linked_mfa_type: z.optional(z.nullable(mfaType)),
});

const mfaOption = z.strictObject({ type: mfaType, label: filled, description: word, target: word });
const ssoButton = z.strictObject({ selector: filled, provider: filled, label: filled });
const signInOption = z.strictObject({ id: filled, label: filled, description: word });

const ManagedAuth = z.strictObject({
  id: filled,
  profile_name: filled,
  domain: filled,
  status: z.enum(enumerations.status),
  save_credentials: z.boolean(),
  record_session: z.boolean(),
  allowed_domains: z.optional(z.array(filled)),
  auto_reauth: flag,
  browser: z.optional(
    z.strictObject({
      proxy: z.optional(z.union([reference, z.strictObject({ mode: z.enum(["direct", "default"]) })])),
      stealth: flag,
      telemetry: z.optional(z.nullable(telemetry)),
    }),
  ),
  browser_session_id: word,
  browser_telemetry: z.optional(z.nullable(telemetry)),
  can_reauth: flag,
  can_reauth_reason: z.optional(z.enum(enumerations.can_reauth_reason)),
  choices: z.optional(z.nullable(z.array(choice))),
  credential: z.optional(
    z.union([
      z.strictObject({ name: filled }),
      z.strictObject({ provider: filled, path: filled }),
      z.strictObject({ provider: filled, auto: z.literal(true) }),
    ]),
  ),
  discovered_fields: z.optional(z.nullable(z.array(discoveredField))),
  error_code: word,
  error_message: word,
  external_action_message: word,
  fields: z.optional(z.nullable(z.array(field))),
  flow_expires_at: z.optional(z.nullable(instant)),
  flow_status: z.optional(z.nullable(z.enum(enumerations.flow_status))),
  flow_step: z.optional(z.nullable(z.enum(enumerations.flow_step))),
  flow_type: z.optional(z.nullable(z.enum(enumerations.flow_type))),
  health_check_interval: z.optional(z.nullable(z.int().check(z.minimum(300), z.maximum(86400)))),
  health_checks: flag,
  hosted_url: z.optional(z.nullable(uri)),
  interaction_id: z.optional(filled),
  last_auth_at: z.optional(instant),
  last_auth_check_at: z.optional(instant),
  live_view_url: z.optional(z.nullable(uri)),
  login_url: z.optional(uri),
  mfa_options: z.optional(z.nullable(z.array(mfaOption))),
  pending_sso_buttons: z.optional(z.nullable(z.array(ssoButton))),
  post_login_url: z.optional(uri),
  proxy_id: z.optional(filled),
  sign_in_options: z.optional(z.nullable(z.array(signInOption))),
  sso_provider: word,
  website_error: word,
});
type ManagedAuth = z.infer<typeof ManagedAuth>;

/** Nullable properties in §2.1. */
export const nullable = Object.entries(ManagedAuth.shape).flatMap(([name, type]) =>
  type.safeParse(null).success ? [name] : [],
);

/** Fails unless a value is a documented auth connection, including the rules about which properties are present. */
export function assertManagedAuth(value: unknown): ManagedAuth {
  const parsed = ManagedAuth.safeParse(value);
  assert.ok(parsed.success, parsed.error && z.prettifyError(parsed.error));
  const { data } = parsed;
  const running = data.flow_status === "IN_PROGRESS";
  const waiting = data.flow_step === "AWAITING_INPUT" || data.flow_step === "AWAITING_EXTERNAL_ACTION";
  const onlyIf = (allowed: boolean, ...names: (keyof ManagedAuth)[]) => {
    for (const name of names) assert.ok(allowed || (data[name] ?? null) === null, `${data.id}: ${name}`);
  };
  onlyIf(running, "browser_session_id", "flow_expires_at", "hosted_url", "live_view_url");
  onlyIf(waiting, "choices", "fields", "discovered_fields");
  onlyIf(waiting, "mfa_options", "pending_sso_buttons", "sign_in_options");
  onlyIf(data.flow_step === "AWAITING_EXTERNAL_ACTION", "external_action_message");
  const unanswered = data.flow_status === "EXPIRED" && data.error_code === "awaiting_input_timeout";
  onlyIf(data.flow_status === "FAILED" || unanswered, "error_code", "error_message");
  onlyIf(waiting && running, "interaction_id");
  onlyIf((data.flow_status ?? null) !== null, "flow_step", "flow_type", "website_error");
  if (running)
    assert.ok(data.browser_session_id && data.hosted_url && data.live_view_url && data.flow_expires_at);
  if (data.flow_status === "FAILED") assert.ok(data.error_code && data.error_message);
  const canReauth = affirmative.some((reason) => reason === data.can_reauth_reason);
  assert.equal(data.can_reauth, canReauth, `${data.id}: can_reauth`);
  if (data.can_reauth) assert.ok(data.credential, `${data.id}: can_reauth needs a credential`);
  if (data.flow_type === "REAUTH")
    assert.ok(
      data.auto_reauth !== false && data.health_checks !== false,
      `${data.id}: runs only where it may`,
    );
  assert.equal(data.last_auth_at, data.last_auth_check_at, `${data.id}: last_auth_at`);
  assert.deepEqual(data.browser_telemetry ?? null, data.browser?.telemetry ?? null);
  return data;
}
