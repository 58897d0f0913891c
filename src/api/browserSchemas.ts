// Schemas for browsers (`@onkernel/sdk` 0.84, resources/browsers). interface.md doesn't describe them.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { lenientSchema, lenientFlag, lenientInteger, lenientText, nonEmptyText } from "./lenient.ts";
import { ReceivedTelemetry } from "./telemetry.ts";

/**
 * Returns the handle that identifies a browser without revealing its session ID. The handle is a hash of the session
 * ID, so it is the same in all windows and after a reload.
 */
export const browserHandle = (session: string): string =>
  createHash("sha256").update(session).digest("hex").slice(0, 12);

/** Property key of a browser's session ID. `JSON.stringify` skips symbol keys, so the ID is never stored or shown. */
const sessionId = Symbol("session ID");

/**
 * A running browser. `id` is a handle that is derived from the service's `session_id`. The `session_id` itself grants
 * control of the browser and must never be shown, logged or stored. Unknown fields are dropped, because they may
 * contain URLs that also grant control.
 */
export const BrowserSession = z.pipe(
  z.object({
    session_id: nonEmptyText,
    /** Unique among the active browsers of a project. */
    name: lenientText,
    created_at: lenientText,
    /** The browser ends after this many seconds without a client. A live view counts as a client. */
    timeout_seconds: lenientInteger,
    stealth: lenientFlag,
    headless: lenientFlag,
    profile: lenientSchema(z.object({ id: lenientText, name: lenientText })),
    proxy_id: lenientText,
    /** URL that was requested when the browser was created. The browser may show a different page now. */
    start_url: lenientText,
    tags: lenientSchema(z.record(z.string(), z.catch(z.string(), ""))),
    /** In SDK 0.84, the telemetry of a browser doesn't include the export settings. */
    telemetry: lenientSchema(ReceivedTelemetry),
    /** URL that grants control of the browser, just as the session ID does. Missing for headless browsers. */
    browser_live_view_url: lenientText,
  }),
  z.transform(({ session_id, ...browser }) => ({
    id: browserHandle(session_id),
    [sessionId]: session_id,
    ...browser,
  })),
);
export type BrowserSession = z.infer<typeof BrowserSession>;

/** Returns the browser's session ID, which is secret and is required for requests about the browser. */
export const sessionIdOf = (browser: BrowserSession): string => browser[sessionId];

/** Request to launch a browser. Refers to the profile by ID, because profiles can be renamed. */
export const BrowserCreateRequest = z.strictObject({
  profile: z.strictObject({ id: nonEmptyText, save_changes: z.optional(z.boolean()) }),
  proxy_id: z.optional(nonEmptyText),
  stealth: z.optional(z.boolean()),
  start_url: z.optional(z.url()),
  timeout_seconds: z.optional(z.int().check(z.minimum(10), z.maximum(259_200))),
  tags: z.optional(z.record(nonEmptyText, z.string())),
});
export type BrowserCreateRequest = z.infer<typeof BrowserCreateRequest>;
