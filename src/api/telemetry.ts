// Telemetry of browser sessions (§2.6): what may be sent, and what is received.
import * as z from "zod/mini";
import { lenient, lenientFlag, lenientText, text } from "./lenient.ts";

const Flag = z.strictObject({ enabled: z.boolean() });

export const Categories = z.strictObject({
  control: z.optional(Flag),
  connection: z.optional(Flag),
  system: z.optional(Flag),
  captcha: z.optional(Flag),
  console: z.optional(Flag),
  network: z.optional(Flag),
  page: z.optional(Flag),
  interaction: z.optional(Flag),
  screenshot: z.optional(Flag),
});

export type TelemetryCategory = keyof z.infer<typeof Categories>;

/** §2.6: exactly one of the two. Setting a destination implies `enabled: true`, so that is never sent beside it. */
const exportTo = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.strictObject({
    otlp: z.strictObject({ destination: z.union([z.strictObject({ id: name }), z.strictObject({ name })]) }),
  });
export const Export = exportTo(text);

/**
 * §2.6 as it may be sent: off, or on with the default set and the given categories layered onto it. Off takes
 * neither categories nor a destination, whose ids and names are such.
 */
export const telemetryOf = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.union([
    z.strictObject({ enabled: z.literal(false) }),
    z.strictObject({
      enabled: z.literal(true),
      browser: z.optional(Categories),
      export: z.optional(exportTo(name)),
    }),
  ]);
export const BrowserTelemetryRequestConfig = telemetryOf(text);
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
