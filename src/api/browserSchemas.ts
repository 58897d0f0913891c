// Schemas of browsers (`@onkernel/sdk` 0.84, resources/browsers). interface.md doesn't describe them.
import * as z from "zod/mini";
import { lenientSchema, lenientFlag, lenientInteger, lenientText, nonEmptyText } from "./lenient.ts";
import { ReceivedTelemetry } from "./telemetry.ts";

/**
 * A browser that runs. `id` is its `session_id`. The ID controls the browser, and must never be shown, logged
 * or stored. Unknown fields are dropped, because addresses of the browser control it as well.
 */
export const BrowserSession = z.pipe(
  z.object({
    session_id: nonEmptyText,
    /** Unique among the active browsers of a project. */
    name: lenientText,
    created_at: lenientText,
    /** Seconds without a client until the browser ends. A live view is a client. */
    timeout_seconds: lenientInteger,
    stealth: lenientFlag,
    headless: lenientFlag,
    profile: lenientSchema(z.object({ id: lenientText, name: lenientText })),
    proxy_id: lenientText,
    /** The address that the creation requested. May differ from the page that is open. */
    start_url: lenientText,
    tags: lenientSchema(z.record(z.string(), z.catch(z.string(), ""))),
    /** SDK 0.84 doesn't report the export. */
    telemetry: lenientSchema(ReceivedTelemetry),
    /** Controls the browser, like the ID. Missing for a headless browser. */
    browser_live_view_url: lenientText,
  }),
  z.transform(({ session_id: id, ...browser }) => ({ id, ...browser })),
);
export type BrowserSession = z.infer<typeof BrowserSession>;

/** Sent when a browser is launched. The profile is sent by ID, because profiles can be renamed. */
export const BrowserCreateRequest = z.strictObject({
  profile: z.strictObject({ id: nonEmptyText, save_changes: z.optional(z.boolean()) }),
  proxy_id: z.optional(nonEmptyText),
  stealth: z.optional(z.boolean()),
  start_url: z.optional(z.url()),
  timeout_seconds: z.optional(z.int().check(z.minimum(10), z.maximum(259_200))),
  tags: z.optional(z.record(nonEmptyText, z.string())),
});
export type BrowserCreateRequest = z.infer<typeof BrowserCreateRequest>;
