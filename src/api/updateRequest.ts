// Update of a connection, as in interface.md §2, except that omitted fields stay unchanged.
import * as z from "zod/mini";
import { nonEmptyText } from "./lenient.ts";
import { browserSettings, connectionSettings, hasSomeValue } from "./schemas.ts";
import { TelemetryCategories, TelemetryExport } from "./telemetry.ts";

/** Exports are ended by disabling them, because omitting them has no documented meaning. */
const TelemetryExportUpdate = z.optional(
  z.union([TelemetryExport, z.strictObject({ otlp: z.strictObject({ enabled: z.literal(false) }) })]),
);

/**
 * §2.6 in an update. `enabled: true` resolves the selection afresh; without `enabled`, categories are merged into it.
 * The effect of `enabled: true` without categories isn't documented.
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
 * Updatable fields, without deprecated ones; domain and profile can't be changed. Omitted fields stay unchanged. A list
 * replaces the previous one, an empty `login_url` clears it, and the parts of `browser` are independent. Forms without
 * a documented meaning, such as `null` or an empty credential, are rejected.
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
