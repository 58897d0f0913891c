// Logins of a connection: what starts one, what it tells while it runs, what answers it, and those that were.
import * as z from "zod/mini";
import { lenient, lenientFlag, lenientText, nonEmptyText } from "./lenient.ts";
import { ErrorBody, loginFields } from "./schemas.ts";

// ---- Sent ----------------------------------------------------------------------------------------------------

/** What a login takes, each for this login only. */
export const LoginRequest = z.strictObject({ record_session: z.optional(z.boolean()) });

const FieldValues = z.record(nonEmptyText, z.string());

/**
 * What answers a login that waits: exactly one of these. The first two are of what `fields` and `choices` ask for, by the
 * `interaction_id` that came with them; the others are of the older lists, and go only where those two are missing.
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

/** A login that was started. What nobody here asks for, a code among it, is not kept. */
export const StartedLogin = z.object({
  id: nonEmptyText,
  flow_type: lenientText,
  /** Opens the login, once: a secret. */
  hosted_url: lenientText,
  flow_expires_at: lenientText,
});
export type StartedLogin = z.infer<typeof StartedLogin>;

/** Whether an answer was taken, which says nothing of what becomes of it. */
export const SubmitReply = z.object({ accepted: lenientFlag });

/** Something that happened to a login that runs, in the words of its connection (§2.1). */
export const LoginEvent = z.looseObject({
  event: nonEmptyText,
  timestamp: lenient(nonEmptyText),
  /** Of an event `error`. */
  error: lenient(ErrorBody),
  ...loginFields,
});
export type LoginEvent = z.infer<typeof LoginEvent>;

/**
 * A login, a re-authentication or a health check, as the timeline of its connection tells it. `browser_session_id` drives
 * the browser of one that runs: it is nobody's to see.
 */
export const TimelineEntry = z.looseObject({
  /** Of the login or the check; the same while it runs. */
  id: nonEmptyText,
  type: lenientText,
  status: lenientText,
  timestamp: lenientText,
  updated_at: lenientText,
  step: lenientText,
  previous_status: lenientText,
  error_code: lenientText,
  error_message: lenientText,
  website_error: lenientText,
  replay_id: lenientText,
  telemetry_captured: lenientFlag,
  browser_session_id: lenientText,
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
