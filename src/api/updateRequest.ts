// What a change of a connection sends. As §2 has it, but for what an absent part means: that it stays as it is.
import * as z from "zod/mini";
import { nonEmptyText } from "./lenient.ts";
import { browserSettings, connectionSettings, hasSomeValue } from "./schemas.ts";
import { TelemetryCategories, TelemetryExport } from "./telemetry.ts";

/** An export that is to end is switched off, since nobody says what leaving it out means. */
const TelemetryExportUpdate = z.optional(
  z.union([TelemetryExport, z.strictObject({ otlp: z.strictObject({ enabled: z.literal(false) }) })]),
);

/**
 * §2.6 as a change may send it. On resolves the selection afresh, whatever it was; without `enabled`, categories are
 * merged onto it. Without categories nobody says what is captured then.
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
 * What of a connection can be changed, without the deprecated fields; domain and profile cannot. What is left out stays
 * as it is. A list replaces the one of before, an empty `login_url` clears it, and of `browser` each part is by itself.
 * Never empty, and without what nobody says the meaning of: a `null`, or a credential that says nothing.
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
