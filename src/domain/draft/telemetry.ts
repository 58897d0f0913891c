import * as z from "zod/mini";
import type { BrowserTelemetryRequestConfig, TelemetryCategory } from "../../api/telemetry.ts";
import type { BrowserTelemetryUpdate } from "../../api/updateRequest.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { mayBeSame, type ReportedTelemetry, setting, text, verdict } from "../connections/settingModel.ts";

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
 * Categories with settings that this version doesn't know, such as the excluded methods of `control`. They are never sent,
 * because `{enabled}` alone could discard those settings.
 */
const detailed = z.optional(z.array(Category));

/**
 * What to capture (§2.6). Off has neither categories nor an export, and a list of categories is never empty: so
 * nothing that the service would refuse can be built.
 */
export const TelemetryAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("default"), export: exporting, unknown, detailed }),
  z.strictObject({
    kind: z.literal("categories"),
    categories: z.optional(z.array(Category).check(z.minLength(1))),
    export: exporting,
    unknown,
    detailed,
  }),
]);
export type TelemetryAnswer = z.infer<typeof TelemetryAnswer>;

/** The categories that are on and that this version does not know. */
export function unknownIn(telemetry: TelemetryAnswer | undefined): readonly string[] {
  return telemetry === undefined || telemetry.kind === "off" ? [] : (telemetry.unknown ?? []);
}

/** Returns the categories with settings that this version doesn't know. */
export function detailedIn(telemetry: TelemetryAnswer | undefined): readonly TelemetryCategory[] {
  return telemetry === undefined || telemetry.kind === "off" ? [] : (telemetry.detailed ?? []);
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

function isExported(telemetry: TelemetryAnswer | undefined): boolean {
  return (exportOf(telemetry)?.kind ?? "none") !== "none";
}

/** The field that an answer stands for, or `undefined` while one of its questions is open. */
function telemetryField(answer: TelemetryAnswer): BrowserTelemetryRequestConfig | undefined {
  if (answer.kind === "off") return { enabled: false };
  const exported = exportField(answer.export);
  if (exported === undefined) return undefined;
  if (answer.kind === "default") return { enabled: true, ...exported };
  const categories = capturedBy(answer);
  if (categories === undefined || categories.size === 0) return undefined;
  // Every category is said, so that the choice holds whatever the service's default set becomes.
  return { enabled: true, browser: flags(every, categories), ...exported };
}

/**
 * What a change sends, or `undefined` while a question is open, or where nothing can be sent that means it. What is captured is
 * changed flag by flag: `enabled: true` would end the categories that this version does not know.
 */
function telemetryChange(
  now: TelemetryAnswer | undefined,
  then: TelemetryAnswer,
): BrowserTelemetryUpdate | undefined {
  const is = capturedBy(then);
  if (now === undefined || now.kind === "off" || then.kind === "off") return telemetryField(then);
  const to = exportField(then.export);
  if (to === undefined || is === undefined) return undefined;
  const ends = isExported(now) && to.export === undefined;
  const exported = ends ? { export: { otlp: { enabled: false as const } } } : to;
  const was = capturedBy(now);
  const kept = detailedIn(now);
  const sendable = every.filter((category) => !kept.includes(category));
  const changed = sendable.filter((category) => was?.has(category) !== is.has(category));
  // A destination takes capture that is on in the same request, and without a category that may be the default set.
  const needsOne = exported.export !== undefined && !changed.some((category) => is.has(category));
  const one = needsOne ? sendable.find((category) => is.has(category)) : undefined;
  if (needsOne && one === undefined) return undefined;
  const said = sendable.filter((category) => category === one || changed.includes(category));
  return said.length === 0 ? undefined : { browser: flags(said, is), ...exported };
}

const every: readonly TelemetryCategory[] = categoryFacts.map(({ category }) => category);
const usual = new Set(categoryFacts.filter(({ byDefault }) => byDefault).map(({ category }) => category));

/** The categories that are on, as far as this version knows them; `undefined` where they are not chosen yet. */
function capturedBy(answer: TelemetryAnswer): ReadonlySet<TelemetryCategory> | undefined {
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

function exportField(answer: ExportAnswer | undefined): Pick<On, "export"> | undefined {
  if (answer?.kind === "none") return {};
  const { destination, kind } = answer ?? {};
  if (destination === undefined) return undefined;
  const reference = kind === "id" ? { id: destination } : { name: destination };
  return { export: { otlp: { destination: reference } } };
}

/** §2.6: categories are layered onto the default set; what leaves nothing on captures nothing. */
function telemetryAnswer(telemetry: ReportedTelemetry | undefined): TelemetryAnswer | undefined {
  if (telemetry === undefined) return undefined;
  const { browser = {}, enabled, export: exported } = telemetry;
  const on = categoryFacts.filter(({ byDefault, category }) => browser[category]?.enabled ?? byDefault);
  const unknown = Object.keys(browser).filter((name) => !isKnown(name) && browser[name]?.enabled === true);
  if (enabled === false || (on.length === 0 && unknown.length === 0)) return { kind: "off" };
  const detailed = every.filter((category) =>
    Object.keys(browser[category] ?? {}).some((part) => part !== "enabled"),
  );
  const too = {
    export: exportAnswer(exported),
    ...(unknown.length > 0 && { unknown }),
    ...(detailed.length > 0 && { detailed }),
  };
  return on.length === usual.size && on.every(({ byDefault }) => byDefault)
    ? { kind: "default", ...too }
    : { kind: "categories", categories: on.map(({ category }) => category), ...too };
}

/** The answer of a request, which names each category that was chosen: so a choice of the default set is told from none. */
export function asRequested(
  answer: TelemetryAnswer | undefined,
  request: BrowserTelemetryRequestConfig | undefined,
): TelemetryAnswer | undefined {
  const isChosen = answer?.kind === "default" && request?.enabled === true && request.browser !== undefined;
  return isChosen ? { ...answer, kind: "categories", categories: [...usual] } : answer;
}

const isKnown = (name: string): boolean => categoryFacts.some(({ category }) => category === name);

function exportAnswer(exported: ReportedTelemetry["export"]): ExportAnswer {
  const { destination, enabled } = exported?.otlp ?? {};
  if (enabled === false) return { kind: "none" };
  if (destination?.id !== undefined) return { kind: "id", destination: destination.id };
  if (destination?.name !== undefined) return { kind: "name", destination: destination.name };
  return { kind: "none" };
}

/**
 * Telemetry once a change of it is carried out. Without `enabled` it is merged onto what is captured (§2.6); else only
 * what this version does not know stays, as {@link telemetryChange} never ends that.
 */
function telemetryAfter(
  reported: ReportedTelemetry | undefined,
  change: BrowserTelemetryUpdate,
): ReportedTelemetry {
  if ("enabled" in change && !change.enabled) return change;
  const running = (telemetryAnswer(reported)?.kind ?? "off") === "off" ? undefined : reported;
  const merges = !("enabled" in change);
  const kept = Object.entries(running?.browser ?? {}).filter(([name]) => merges || !isKnown(name));
  return {
    enabled: true,
    browser: { ...Object.fromEntries(kept), ...change.browser },
    export: change.export ?? (merges ? running?.export : undefined),
  };
}

/** §2.6: what is captured, whichever way it is said; `off` where nothing is, not even what this version does not know. */
function captured(telemetry: TelemetryAnswer): string {
  return telemetry.kind === "off" ? "off" : [...(capturedBy(telemetry) ?? [])].sort().join();
}

/** What says no telemetry captures none. */
const off: TelemetryAnswer = { kind: "off" };

/** What the connection's browsers record, and where that is exported (§2.6). */
export const telemetry = setting<TelemetryAnswer>({
  answer: TelemetryAnswer,
  reported: ({ browser }) => telemetryAnswer(browser?.telemetry),
  create: (answer) => {
    const field = telemetryField(answer);
    return field && { browser: { telemetry: field } };
  },
  update: (then, now) => {
    const change = then && telemetryChange(now, then);
    return change && { browser: { telemetry: change } };
  },
  after: ({ browser }, before) => {
    const reported = withFallbacks(before).browser?.telemetry;
    return telemetryAnswer(browser?.telemetry && telemetryAfter(reported, browser.telemetry));
  },
  // What this version does not know stays on, unless all of it ends.
  withKept: (answer, now) => {
    if (answer.kind === "off" || now === undefined || now.kind === "off") return answer;
    const { detailed = [], unknown } = now;
    const then = { ...answer, ...(unknown && { unknown }) };
    const [was, is] = [capturedBy(now), capturedBy(answer)];
    if (detailed.length === 0 || is === undefined) return then;
    const categories = every.filter((category) => (detailed.includes(category) ? was : is)?.has(category));
    return { ...then, kind: "categories", categories };
  },
  isSame: (one, other) => meaning(one) === meaning(other),
  compare: (sent = off, reported = off) =>
    captured(sent) === captured(reported) && mayBeSame(exportOf(sent), exportOf(reported))
      ? "unknown"
      : verdict(meaning(sent) === meaning(reported)),
  copy: (reported) => {
    // What this version does not know can't be sent.
    const known = Object.entries(reported).filter(([part]) => part !== "unknown" && part !== "detailed");
    const { data: answer } = TelemetryAnswer.safeParse(Object.fromEntries(known));
    return {
      answer,
      isWhole: answer !== undefined && [...unknownIn(reported), ...detailedIn(reported)].length === 0,
    };
  },
  further: (answer) => {
    if (answer.kind === "off") return [];
    const { export: exported } = answer;
    return [
      ...(answer.kind === "categories"
        ? [{ step: "telemetry_categories", isOpen: answer.categories === undefined } as const]
        : []),
      { step: "telemetry_export", isOpen: exported === undefined },
      ...(isExported(answer)
        ? [{ step: "telemetry_destination", isOpen: destinationOf(answer) === undefined } as const]
        : []),
    ];
  },
});

function meaning(telemetry: TelemetryAnswer | undefined): string {
  if (telemetry === undefined) return "";
  const to = exportOf(telemetry)?.kind ?? "none";
  return JSON.stringify([captured(telemetry), to, destinationOf(telemetry)]);
}
