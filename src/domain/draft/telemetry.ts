import * as z from "zod/mini";
import type { BrowserTelemetryRequestConfig, TelemetryCategory } from "../../api/telemetry.ts";
import type { BrowserTelemetryUpdate } from "../../api/updateRequest.ts";
import { compact } from "../compact.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { answerText, defineSetting, mayBeSame, type ReportedTelemetry } from "../connections/settingModel.ts";
import { comparisonOf } from "../resources/resourceModel.ts";

/** Telemetry categories, ordered as in interface.md §2.6: defaults first, then CDP-based, then high-volume ones. */
export const categoryFacts = [
  { category: "control", byDefault: true, cdp: false },
  { category: "connection", byDefault: true, cdp: false },
  { category: "system", byDefault: true, cdp: false },
  { category: "captcha", byDefault: true, cdp: false },
  { category: "console", byDefault: false, cdp: true },
  { category: "network", byDefault: false, cdp: true },
  { category: "page", byDefault: false, cdp: true },
  { category: "interaction", byDefault: false, cdp: true },
  { category: "screenshot", byDefault: false, cdp: false },
] as const satisfies readonly {
  readonly category: TelemetryCategory;
  readonly byDefault: boolean;
  readonly cdp: boolean;
}[];

const KnownCategory = z.enum(categoryFacts.map(({ category }) => category));

/** Export of captured telemetry (interface.md §2.6). `destination` is missing until the user chooses one. */
export const ExportAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("id"), destination: z.optional(answerText) }),
  z.strictObject({ kind: z.literal("name"), destination: z.optional(answerText) }),
]);
export type ExportAnswer = z.infer<typeof ExportAnswer>;

const capturedParts = {
  export: z.optional(ExportAnswer),
  /** Enabled categories that this version doesn't recognize. Shown to the user, but never sent. */
  unknown: z.optional(z.array(answerText)),
  /**
   * Categories with settings that this version doesn't recognize, such as the excluded methods of `control`. Never
   * sent, because a request with only `enabled` could discard these settings.
   */
  detailed: z.optional(z.array(KnownCategory)),
};

/**
 * The telemetry to capture (interface.md §2.6). An answer of kind `off` has no categories or export, and a list of
 * categories is never empty. Other combinations would lead to invalid requests.
 */
export const TelemetryAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("default"), ...capturedParts }),
  z.strictObject({
    kind: z.literal("categories"),
    categories: z.optional(z.array(KnownCategory).check(z.minLength(1))),
    ...capturedParts,
  }),
]);
export type TelemetryAnswer = z.infer<typeof TelemetryAnswer>;

/** Returns the enabled categories that this version doesn't recognize. */
export function unknownIn(telemetry: TelemetryAnswer | undefined): readonly string[] {
  return telemetry === undefined || telemetry.kind === "off" ? [] : (telemetry.unknown ?? []);
}

/** Returns the categories with settings that this version doesn't recognize. */
export function detailedIn(telemetry: TelemetryAnswer | undefined): readonly TelemetryCategory[] {
  return telemetry === undefined || telemetry.kind === "off" ? [] : (telemetry.detailed ?? []);
}

/** Returns the export settings, or `undefined` if telemetry is turned off or unanswered. */
export function exportOf(telemetry: TelemetryAnswer | undefined): ExportAnswer | undefined {
  return telemetry === undefined || telemetry.kind === "off" ? undefined : telemetry.export;
}

/** Returns the ID or name of the destination for exported telemetry, or `undefined` if none is chosen. */
export function destinationOf(telemetry: TelemetryAnswer | undefined): string | undefined {
  const exported = exportOf(telemetry);
  return exported === undefined || exported.kind === "none" ? undefined : exported.destination;
}

function hasExport(telemetry: TelemetryAnswer | undefined): boolean {
  return (exportOf(telemetry)?.kind ?? "none") !== "none";
}

/** Builds the telemetry field of a create request, or returns `undefined` while a question is unanswered. */
function toTelemetryConfig(answer: TelemetryAnswer): BrowserTelemetryRequestConfig | undefined {
  if (answer.kind === "off") return { enabled: false };
  const exported = toExportConfig(answer.export);
  if (exported === undefined) return undefined;
  if (answer.kind === "default") return { enabled: true, ...exported };
  const categories = enabledCategories(answer);
  if (categories === undefined || categories.size === 0) return undefined;
  // Send every category, so that the choice survives changes to the service's default set.
  return { enabled: true, browser: categoryFlags(allCategories, categories), ...exported };
}

/**
 * Builds the telemetry field of an update. Returns `undefined` while a question is unanswered or if no request can
 * make the change. Sends individual categories, because `enabled: true` would disable unknown categories.
 */
function toTelemetryUpdate(
  current: TelemetryAnswer | undefined,
  wanted: TelemetryAnswer,
): BrowserTelemetryUpdate | undefined {
  const enabledThen = enabledCategories(wanted);
  if (current === undefined || current.kind === "off" || wanted.kind === "off")
    return toTelemetryConfig(wanted);
  const config = toExportConfig(wanted.export);
  if (config === undefined || enabledThen === undefined) return undefined;
  const endsExport = hasExport(current) && config.export === undefined;
  const exported = endsExport ? { export: { otlp: { enabled: false as const } } } : config;
  const enabledNow = enabledCategories(current);
  const sendable = allCategories.filter((category) => !detailedIn(current).includes(category));
  const sent = sendable.filter((category) => enabledNow?.has(category) !== enabledThen.has(category));
  // A request with a destination must also enable capture. Include an enabled category, because otherwise the service
  // could capture the default set.
  if (exported.export !== undefined && !sent.some((category) => enabledThen.has(category))) {
    const enabled = sendable.find((category) => enabledThen.has(category));
    if (enabled === undefined) return undefined;
    sent.push(enabled);
  }
  return sent.length === 0 ? undefined : { browser: categoryFlags(sent, enabledThen), ...exported };
}

const allCategories: readonly TelemetryCategory[] = categoryFacts.map(({ category }) => category);
const defaultCategories = new Set(
  categoryFacts.filter(({ byDefault }) => byDefault).map(({ category }) => category),
);

/** Returns the enabled categories that this version recognizes, or `undefined` until the user chooses them. */
function enabledCategories(answer: TelemetryAnswer): ReadonlySet<TelemetryCategory> | undefined {
  switch (answer.kind) {
    case "off":
      return new Set();
    case "default":
      return defaultCategories;
    case "categories":
      return answer.categories && new Set(answer.categories);
  }
}

type EnabledTelemetry = Extract<BrowserTelemetryRequestConfig, { enabled: true }>;

function categoryFlags(
  categories: readonly TelemetryCategory[],
  enabled: ReadonlySet<TelemetryCategory>,
): NonNullable<EnabledTelemetry["browser"]> {
  return Object.fromEntries(categories.map((category) => [category, { enabled: enabled.has(category) }]));
}

function toExportConfig(answer: ExportAnswer | undefined): Pick<EnabledTelemetry, "export"> | undefined {
  if (answer?.kind === "none") return {};
  const { destination, kind } = answer ?? {};
  if (destination === undefined) return undefined;
  const reference = kind === "id" ? { id: destination } : { name: destination };
  return { export: { otlp: { destination: reference } } };
}

/**
 * Converts reported telemetry to an answer. Reported categories override the default set (interface.md §2.6). A
 * config without enabled categories captures nothing.
 */
function toTelemetryAnswer(telemetry: ReportedTelemetry | undefined): TelemetryAnswer | undefined {
  if (telemetry === undefined) return undefined;
  const { browser = {}, enabled, export: exported } = telemetry;
  const enabledFacts = categoryFacts.filter(
    ({ byDefault, category }) => browser[category]?.enabled ?? byDefault,
  );
  const unknown = Object.keys(browser).filter(
    (name) => !isKnownCategory(name) && browser[name]?.enabled === true,
  );
  if (enabled === false || (enabledFacts.length === 0 && unknown.length === 0)) return { kind: "off" };
  const detailed = allCategories.filter((category) =>
    Object.keys(browser[category] ?? {}).some((part) => part !== "enabled"),
  );
  const common = {
    export: toExportAnswer(exported),
    ...(unknown.length > 0 && { unknown }),
    ...(detailed.length > 0 && { detailed }),
  };
  if (enabledFacts.length === defaultCategories.size && enabledFacts.every(({ byDefault }) => byDefault))
    return { kind: "default", ...common };
  return { kind: "categories", categories: enabledFacts.map(({ category }) => category), ...common };
}

/** Treats the categories of a request as an explicit choice, even if they equal the default set. */
export function withChosenCategories(
  answer: TelemetryAnswer | undefined,
  request: BrowserTelemetryRequestConfig | undefined,
): TelemetryAnswer | undefined {
  if (answer?.kind !== "default" || request?.enabled !== true || request.browser === undefined) return answer;
  return { ...answer, kind: "categories", categories: [...defaultCategories] };
}

const isKnownCategory = (name: string): boolean => categoryFacts.some(({ category }) => category === name);

function toExportAnswer(exported: ReportedTelemetry["export"]): ExportAnswer {
  const { destination, enabled } = exported?.otlp ?? {};
  if (enabled === false) return { kind: "none" };
  if (destination?.id !== undefined) return { kind: "id", destination: destination.id };
  if (destination?.name !== undefined) return { kind: "name", destination: destination.name };
  return { kind: "none" };
}

/**
 * Computes the telemetry to expect after an update. Without `enabled`, the update is merged into the captured set
 * (interface.md §2.6). With `enabled: true`, the update replaces the known categories. Unknown categories remain,
 * because {@link toTelemetryUpdate} never disables them.
 */
function applyTelemetryUpdate(
  reported: ReportedTelemetry | undefined,
  change: BrowserTelemetryUpdate,
): ReportedTelemetry {
  if ("enabled" in change && !change.enabled) return change;
  const running = (toTelemetryAnswer(reported)?.kind ?? "off") === "off" ? undefined : reported;
  const merges = !("enabled" in change);
  const prior = Object.entries(running?.browser ?? {}).filter(([name]) => merges || !isKnownCategory(name));
  return {
    enabled: true,
    browser: { ...Object.fromEntries(prior), ...change.browser },
    export: change.export ?? (merges ? running?.export : undefined),
  };
}

/**
 * Returns a key for comparing captured categories (interface.md §2.6). The key is `off` if nothing is captured, not
 * even unknown categories.
 */
function capturedCategoriesKey(telemetry: TelemetryAnswer): string {
  return telemetry.kind === "off" ? "off" : [...(enabledCategories(telemetry) ?? [])].sort().join();
}

/** The answer that applies if a connection has no telemetry settings. Such a connection captures nothing. */
const telemetryOff: TelemetryAnswer = { kind: "off" };

/** The categories that the connection's browsers record, and their export destination (interface.md §2.6). */
export const telemetrySetting = defineSetting<TelemetryAnswer>({
  answer: TelemetryAnswer,
  readReported: ({ browser }) => toTelemetryAnswer(browser?.telemetry),
  create: (answer) => {
    const field = toTelemetryConfig(answer);
    return field && { browser: { telemetry: field } };
  },
  update: (wanted, current) => {
    const change = wanted && toTelemetryUpdate(current, wanted);
    return change && { browser: { telemetry: change } };
  },
  expectedAfter: ({ browser }, before) => {
    const reported = withFallbacks(before).browser?.telemetry;
    return toTelemetryAnswer(browser?.telemetry && applyTelemetryUpdate(reported, browser.telemetry));
  },
  // Unknown categories stay enabled unless telemetry is turned off.
  withPreserved: (answer, current) => {
    if (answer.kind === "off" || current === undefined || current.kind === "off") return answer;
    const { detailed = [], unknown } = current;
    const preserved = { ...answer, ...(unknown && { unknown }) };
    const [enabledNow, enabledThen] = [enabledCategories(current), enabledCategories(answer)];
    if (detailed.length === 0 || enabledThen === undefined) return preserved;
    const categories = allCategories.filter((category) =>
      (detailed.includes(category) ? enabledNow : enabledThen)?.has(category),
    );
    return { ...preserved, kind: "categories", categories };
  },
  isSame: (a, b) => telemetryKey(a) === telemetryKey(b),
  compare: (sent = telemetryOff, reported = telemetryOff) => {
    const isSameCapture = capturedCategoriesKey(sent) === capturedCategoriesKey(reported);
    if (isSameCapture && mayBeSame(exportOf(sent), exportOf(reported))) return "unknown";
    return comparisonOf(telemetryKey(sent) === telemetryKey(reported));
  },
  copy: (reported) => {
    // Drop unknown categories and settings, because they can't be sent.
    const sendable = Object.entries(reported).filter(([part]) => part !== "unknown" && part !== "detailed");
    const { data: answer } = TelemetryAnswer.safeParse(Object.fromEntries(sendable));
    const losses = [...unknownIn(reported), ...detailedIn(reported)];
    return { answer, isExact: answer !== undefined && losses.length === 0 };
  },
  followUpSteps: (answer) => {
    if (answer.kind === "off") return [];
    return compact(
      answer.kind === "categories" &&
        ({ step: "telemetry_categories", isOpen: answer.categories === undefined } as const),
      { step: "telemetry_export", isOpen: answer.export === undefined } as const,
      hasExport(answer) &&
        ({ step: "telemetry_destination", isOpen: destinationOf(answer) === undefined } as const),
    );
  },
});

function telemetryKey(telemetry: TelemetryAnswer | undefined): string {
  if (telemetry === undefined) return "";
  const exportKind = exportOf(telemetry)?.kind ?? "none";
  return JSON.stringify([capturedCategoriesKey(telemetry), exportKind, destinationOf(telemetry)]);
}
