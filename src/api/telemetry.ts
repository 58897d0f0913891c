// Telemetry of browser sessions (interface.md §2.6).
import * as z from "zod/mini";
import { lenientSchema, lenientFlag, lenientTexts, nonEmptyText } from "./lenient.ts";

const CategoryFlag = z.optional(z.strictObject({ enabled: z.boolean() }));

export const TelemetryCategories = z.strictObject({
  control: CategoryFlag,
  connection: CategoryFlag,
  system: CategoryFlag,
  captcha: CategoryFlag,
  console: CategoryFlag,
  network: CategoryFlag,
  page: CategoryFlag,
  interaction: CategoryFlag,
  screenshot: CategoryFlag,
});

export type TelemetryCategory = keyof z.infer<typeof TelemetryCategories>;

/**
 * Creates the schema of an export (interface.md §2.6), which refers to a destination by either id or name. The
 * `enabled: true` flag is never sent, because a destination implies the flag.
 */
const exportSchema = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.strictObject({
    otlp: z.strictObject({ destination: z.union([z.strictObject({ id: name }), z.strictObject({ name })]) }),
  });
export const TelemetryExport = exportSchema(nonEmptyText);

/**
 * Creates the schema of telemetry settings in requests (interface.md §2.6). Telemetry is disabled or enabled. If
 * telemetry is enabled, `browser` may override the default categories and `export` may specify a destination. `name`
 * validates ids and names.
 */
export const telemetrySchema = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.union([
    z.strictObject({ enabled: z.literal(false) }),
    z.strictObject({
      enabled: z.literal(true),
      browser: z.optional(TelemetryCategories),
      export: z.optional(exportSchema(name)),
    }),
  ]);
export const BrowserTelemetryRequestConfig = telemetrySchema(nonEmptyText);
export type BrowserTelemetryRequestConfig = z.infer<typeof BrowserTelemetryRequestConfig>;

/** Telemetry settings in responses (interface.md §2.6), including unknown categories. */
export const ReceivedTelemetry = z.looseObject({
  enabled: lenientFlag,
  browser: lenientSchema(z.record(z.string(), z.catch(z.looseObject({ enabled: lenientFlag }), {}))),
  export: lenientSchema(
    z.looseObject({
      otlp: lenientSchema(
        z.looseObject({
          enabled: lenientFlag,
          destination: lenientSchema(z.looseObject(lenientTexts("id", "name"))),
        }),
      ),
    }),
  ),
});
export type ReceivedTelemetry = z.infer<typeof ReceivedTelemetry>;
