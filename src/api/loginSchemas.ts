// Request and response schemas for logins: start, events, submitted input and timeline.
import * as z from "zod/mini";
import { lenientSchema, lenientFlag, lenientText, lenientTexts, nonEmptyText } from "./lenient.ts";
import { browserSettings, ErrorBody, loginFields } from "./schemas.ts";

// ---- Sent ----------------------------------------------------------------------------------------------------

/** Request to start a login. The options apply only to that login. */
export const LoginRequest = z.strictObject({
  browser: z.optional(z.strictObject(browserSettings)),
  record_session: z.optional(z.boolean()),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

const FieldValues = z.record(nonEmptyText, z.string());

/**
 * Input for a login that waits for the user. The first two forms answer `fields` and `choices`, and repeat the
 * `interaction_id` that came with them. The other forms answer the older lists, such as `discovered_fields`, which
 * are used only if `fields` and `choices` are missing.
 */
export const SubmitRequest = z.union([
  z.strictObject({ interaction_id: nonEmptyText, field_values: FieldValues }),
  z.strictObject({ interaction_id: nonEmptyText, selected_choice_id: nonEmptyText }),
  z.strictObject({ fields: FieldValues }),
  z.strictObject({ mfa_option_id: nonEmptyText }),
  z.strictObject({ sign_in_option_id: nonEmptyText }),
  z.strictObject({ sso_provider: nonEmptyText }),
  z.strictObject({ sso_button_selector: nonEmptyText }),
]);
export type SubmitRequest = z.infer<typeof SubmitRequest>;

// ---- Received ------------------------------------------------------------------------------------------------

/**
 * A login that was started. Unknown fields are dropped, because the reply also contains a handoff code, which is
 * secret.
 */
export const StartedLogin = z.object({
  id: nonEmptyText,
  ...lenientTexts("flow_type", "flow_expires_at"),
  /** Secret one-time URL of the page on which the user completes the login. */
  hosted_url: lenientText,
});
export type StartedLogin = z.infer<typeof StartedLogin>;

/** `accepted` only means that the input was queued, not that the login succeeds. */
export const SubmitReply = z.object({ accepted: lenientFlag });

/** An event of a running login, including the login fields of the connection (interface.md §2.1). */
export const LoginEvent = z.looseObject({
  event: nonEmptyText,
  timestamp: lenientText,
  /** Set if `event` is "error". */
  error: lenientSchema(ErrorBody),
  ...loginFields,
});
export type LoginEvent = z.infer<typeof LoginEvent>;

/**
 * A login, re-authentication or health check in the timeline of a connection. `browser_session_id` controls the browser
 * of a running login and must never be shown.
 */
export const TimelineEntry = z.looseObject({
  /** Id of the login or check. The id doesn't change while the login or check runs. */
  id: nonEmptyText,
  ...lenientTexts("type", "status", "timestamp", "updated_at", "step", "previous_status"),
  ...lenientTexts("error_code", "error_message", "website_error", "replay_id", "browser_session_id"),
  telemetry_captured: lenientFlag,
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
