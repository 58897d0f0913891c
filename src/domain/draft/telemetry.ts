import * as z from "zod/mini";
import type { BrowserTelemetryRequestConfig, TelemetryCategory } from "../../api/telemetry.ts";

/** The categories of §2.6 in its order: which are on by default, which come from CDP, which are large. */
export const categoryFacts = [
  { category: "control", byDefault: true, cdp: false, highVolume: false },
  { category: "connection", byDefault: true, cdp: false, highVolume: false },
  { category: "system", byDefault: true, cdp: false, highVolume: false },
  { category: "captcha", byDefault: true, cdp: false, highVolume: false },
  { category: "console", byDefault: false, cdp: true, highVolume: false },
  { category: "network", byDefault: false, cdp: true, highVolume: false },
  { category: "page", byDefault: false, cdp: true, highVolume: false },
  { category: "interaction", byDefault: false, cdp: true, highVolume: false },
  { category: "screenshot", byDefault: false, cdp: false, highVolume: true },
] as const satisfies readonly {
  readonly category: TelemetryCategory;
  readonly byDefault: boolean;
  readonly cdp: boolean;
  readonly highVolume: boolean;
}[];

const Category = z.enum(categoryFacts.map(({ category }) => category));
const text = z.string().check(z.minLength(1));

/** Where captured telemetry goes (§2.6): nowhere, or to a destination, which is missing until it has been chosen. */
export const ExportAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("id"), destination: z.optional(text) }),
  z.strictObject({ kind: z.literal("name"), destination: z.optional(text) }),
]);
export type ExportAnswer = z.infer<typeof ExportAnswer>;

const exporting = z.optional(ExportAnswer);

/**
 * What to capture (§2.6). Off has neither categories nor an export, and a list of categories is never empty: so
 * nothing that the service would refuse can be built.
 */
export const TelemetryAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("default"), export: exporting }),
  z.strictObject({
    kind: z.literal("categories"),
    categories: z.optional(z.array(Category).check(z.minLength(1))),
    export: exporting,
  }),
]);
export type TelemetryAnswer = z.infer<typeof TelemetryAnswer>;

/** Where telemetry is exported to; `undefined` where it is off, or that is not answered. */
export function exportOf(telemetry: TelemetryAnswer | undefined): ExportAnswer | undefined {
  return telemetry === undefined || telemetry.kind === "off" ? undefined : telemetry.export;
}

/** The id or name of the destination that telemetry is exported to, once it has been chosen. */
export function destinationOf(telemetry: TelemetryAnswer | undefined): string | undefined {
  const to = exportOf(telemetry);
  return to === undefined || to.kind === "none" ? undefined : to.destination;
}

/** Whether captured telemetry is exported. */
export function isExported(telemetry: TelemetryAnswer | undefined): boolean {
  return (exportOf(telemetry)?.kind ?? "none") !== "none";
}

/** The field that an answer stands for, or "open" while one of its questions is. */
export function telemetryField(answer: TelemetryAnswer): BrowserTelemetryRequestConfig | "open" {
  if (answer.kind === "off") return { enabled: false };
  const exported = exportField(answer.export);
  if (exported === "open") return "open";
  if (answer.kind === "default") return { enabled: true, ...exported };
  const { categories } = answer;
  if (categories === undefined) return "open";
  return { enabled: true, browser: flags(new Set(categories)), ...exported };
}

type On = Extract<BrowserTelemetryRequestConfig, { enabled: true }>;

/** Every category is said, so that the choice holds whatever the service's default set becomes. */
function flags(chosen: ReadonlySet<TelemetryCategory>): NonNullable<On["browser"]> {
  return Object.fromEntries(
    categoryFacts.map(({ category }) => [category, { enabled: chosen.has(category) }]),
  );
}

function exportField(answer: ExportAnswer | undefined): Pick<On, "export"> | "open" {
  switch (answer?.kind) {
    case undefined:
      return "open";
    case "none":
      return {};
    case "id": {
      const { destination: id } = answer;
      return id === undefined ? "open" : { export: { otlp: { destination: { id } } } };
    }
    case "name": {
      const { destination: name } = answer;
      return name === undefined ? "open" : { export: { otlp: { destination: { name } } } };
    }
  }
}
