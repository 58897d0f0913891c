import * as z from "zod/mini";
import type { BrowserTelemetryRequestConfig, TelemetryCategory } from "../../api/telemetry.ts";
import type { BrowserTelemetryUpdate } from "../../api/updateRequest.ts";

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
/** Categories that are on and that this version does not know: they are shown, and never sent. */
const unknown = z.optional(z.array(text));

/**
 * What to capture (§2.6). Off has neither categories nor an export, and a list of categories is never empty: so
 * nothing that the service would refuse can be built.
 */
export const TelemetryAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("default"), export: exporting, unknown }),
  z.strictObject({
    kind: z.literal("categories"),
    categories: z.optional(z.array(Category).check(z.minLength(1))),
    export: exporting,
    unknown,
  }),
]);
export type TelemetryAnswer = z.infer<typeof TelemetryAnswer>;

/** The categories that are on and that this version does not know. */
export function unknownIn(telemetry: TelemetryAnswer | undefined): readonly string[] {
  return telemetry === undefined || telemetry.kind === "off" ? [] : (telemetry.unknown ?? []);
}

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
  const categories = capturedBy(answer);
  if (categories === undefined || categories.size === 0) return "open";
  // Every category is said, so that the choice holds whatever the service's default set becomes.
  return { enabled: true, browser: flags(every, categories), ...exported };
}

/**
 * What a change sends, or "open" while a question is, or where nothing can be sent that means it. What is captured is
 * changed flag by flag: `enabled: true` would end the categories that this version does not know.
 */
export function telemetryChange(
  now: TelemetryAnswer | undefined,
  then: TelemetryAnswer,
): BrowserTelemetryUpdate | "open" {
  const is = capturedBy(then);
  if (now === undefined || now.kind === "off" || then.kind === "off") return telemetryField(then);
  const to = exportField(then.export);
  if (to === "open" || is === undefined) return "open";
  const ends = isExported(now) && to.export === undefined;
  const exported = ends ? { export: { otlp: { enabled: false as const } } } : to;
  const was = capturedBy(now);
  const changed = every.filter((category) => was?.has(category) !== is.has(category));
  // A destination takes capture that is on in the same request, and without a category that may be the default set.
  const needsOne = exported.export !== undefined && !changed.some((category) => is.has(category));
  const [one] = needsOne ? is : [];
  if (needsOne && one === undefined) return "open";
  const said = every.filter((category) => category === one || changed.includes(category));
  return said.length === 0 ? "open" : { browser: flags(said, is), ...exported };
}

const every: readonly TelemetryCategory[] = categoryFacts.map(({ category }) => category);
const usual = new Set(categoryFacts.filter(({ byDefault }) => byDefault).map(({ category }) => category));

/** The categories that are on, as far as this version knows them; `undefined` where they are not chosen yet. */
export function capturedBy(answer: TelemetryAnswer): ReadonlySet<TelemetryCategory> | undefined {
  switch (answer.kind) {
    case "off":
      return new Set();
    case "default":
      return usual;
    case "categories":
      return answer.categories && new Set(answer.categories);
  }
}

type On = Extract<BrowserTelemetryRequestConfig, { enabled: true }>;

function flags(
  said: readonly TelemetryCategory[],
  on: ReadonlySet<TelemetryCategory>,
): NonNullable<On["browser"]> {
  return Object.fromEntries(said.map((category) => [category, { enabled: on.has(category) }]));
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
