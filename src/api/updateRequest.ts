// Request to update a connection. The fields are described in interface.md §2. Omitted fields stay unchanged.
import * as z from "zod/mini";
import { nonEmptyText } from "./lenient.ts";
import { browserSettings, connectionSettings, hasSomeValue } from "./schemas.ts";
import { TelemetryCategories, TelemetryExport } from "./telemetry.ts";

/** To end an export, send `enabled: false`, because the effect of omitting the export isn't documented. */
const TelemetryExportUpdate = z.optional(
  z.union([TelemetryExport, z.strictObject({ otlp: z.strictObject({ enabled: z.literal(false) }) })]),
);

/**
 * Telemetry settings in an update (interface.md §2.6). With `enabled: true`, the default and the given categories
 * replace the current selection. Without `enabled`, the given categories are merged into the current selection. The
 * effect of `enabled: true` without categories isn't documented.
 */
const BrowserTelemetryUpdate = z.union([
  z.strictObject({ enabled: z.literal(false) }),
  z.strictObject({
    enabled: z.literal(true),
    browser: z.optional(TelemetryCategories),
    export: TelemetryExportUpdate,
  }),
  z.strictObject({ browser: TelemetryCategories.check(hasSomeValue), export: TelemetryExportUpdate }),
]);
export type BrowserTelemetryUpdate = z.infer<typeof BrowserTelemetryUpdate>;

/**
 * The fields of a connection that can be updated, without deprecated fields. The domain and profile can't be changed.
 * Omitted fields stay unchanged. A list replaces the previous list, an empty `login_url` removes the URL, and the
 * parts of `browser` are updated independently. Values without a documented effect, such as `null` or an empty
 * credential, are rejected.
 */
export const ManagedAuthUpdateRequest = z
  .strictObject({
    ...connectionSettings,
    allowed_domains: z.optional(z.array(nonEmptyText)),
    browser: z.optional(
      z
        .strictObject({ ...browserSettings, telemetry: z.optional(BrowserTelemetryUpdate) })
        .check(hasSomeValue),
    ),
    login_url: z.optional(z.union([z.literal(""), z.url()])),
  })
  .check(hasSomeValue);
export type ManagedAuthUpdateRequest = z.infer<typeof ManagedAuthUpdateRequest>;
