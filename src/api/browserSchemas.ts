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
    profile: lenientSchema(z.object({ id: lenientText, name: lenientText })),
    proxy_id: lenientText,
    /** The address that the creation requested. May differ from the page that is open. */
    start_url: lenientText,
    tags: lenientSchema(z.record(z.string(), z.catch(z.string(), ""))),
    /** SDK 0.84 doesn't report the export. */
    telemetry: lenientSchema(ReceivedTelemetry),
  }),
  z.transform(({ session_id: id, ...browser }) => ({ id, ...browser })),
);
export type BrowserSession = z.infer<typeof BrowserSession>;
