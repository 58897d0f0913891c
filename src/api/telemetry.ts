// Telemetry of browser sessions (§2.6): what may be sent, and what is received.
import * as z from "zod/mini";
import { lenient, lenientFlag, lenientText, nonEmptyText } from "./lenient.ts";

const CategoryFlag = z.strictObject({ enabled: z.boolean() });

export const TelemetryCategories = z.strictObject({
  control: z.optional(CategoryFlag),
  connection: z.optional(CategoryFlag),
  system: z.optional(CategoryFlag),
  captcha: z.optional(CategoryFlag),
  console: z.optional(CategoryFlag),
  network: z.optional(CategoryFlag),
  page: z.optional(CategoryFlag),
  interaction: z.optional(CategoryFlag),
  screenshot: z.optional(CategoryFlag),
});

export type TelemetryCategory = keyof z.infer<typeof TelemetryCategories>;

/** §2.6: exactly one of the two. Setting a destination implies `enabled: true`, so that is never sent beside it. */
const exportSchema = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.strictObject({
    otlp: z.strictObject({ destination: z.union([z.strictObject({ id: name }), z.strictObject({ name })]) }),
  });
export const TelemetryExport = exportSchema(nonEmptyText);

/**
 * §2.6 as it may be sent: off, or on with the default set and the given categories layered onto it. Off takes
 * neither categories nor a destination, whose ids and names are such.
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

/** §2.6 as received: categories that this version does not know are read too. */
export const ReceivedTelemetry = z.looseObject({
  enabled: lenientFlag,
  browser: lenient(z.record(z.string(), z.catch(z.looseObject({ enabled: lenientFlag }), {}))),
  export: lenient(
    z.looseObject({
      otlp: lenient(
        z.looseObject({
          enabled: lenientFlag,
          destination: lenient(z.looseObject({ id: lenientText, name: lenientText })),
        }),
      ),
    }),
  ),
});
export type ReceivedTelemetry = z.infer<typeof ReceivedTelemetry>;
