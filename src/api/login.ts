// Logins of a connection, as received: those that were, and one that runs.
import type * as z from "zod/mini";
import { lenientFlag, lenientText, received, text } from "./lenient.ts";

/**
 * A login, a re-authentication or a health check, as the timeline of its connection tells it. `browser_session_id` drives
 * the browser of one that runs: it is nobody's to see.
 */
export const TimelineEntry = received({
  /** Of the login or the check; the same while it runs. */
  id: text,
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
