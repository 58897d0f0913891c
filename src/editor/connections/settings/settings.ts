import { l10n } from "vscode";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { Entitlements } from "../../../api/schemas.ts";
import {
  type FieldAnswers,
  type FieldId,
  fieldIds,
  type SettingId,
} from "../../../domain/connections/settings.ts";
import type { SettingChanges } from "../../../domain/connections/settingChanges.ts";
import type { ConnectionDraft, AnswersTo } from "../../../domain/draft/draft.ts";
import type { StepId } from "../../../domain/draft/steps.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import type { ConflictRow } from "../../kit/inputs/reviewEdit.ts";
import { allowedDomainsView, loginPageView } from "./loginAddresses.ts";
import { credentialView } from "./credential.ts";
import { flagViews } from "./booleanSettings.ts";
import { domainView, profileView } from "./domainAndProfile.ts";
import { intervalView } from "./healthCheckInterval.ts";
import { proxyView } from "./proxy.ts";
import {
  type SettingPrompt,
  type EffectiveValue,
  hasNoEffect,
  type QuotedAnswer,
  type SettingView,
} from "./settingView.ts";
import { telemetryQuestions, telemetryView } from "./telemetry.ts";
import { onOff } from "./settingWords.ts";

const settingViews: { readonly [Id in FieldId]: SettingView<FieldAnswers[Id]> } = {
  domain: domainView,
  profile_name: profileView,
  proxy: proxyView,
  credential: credentialView,
  login_url: loginPageView,
  allowed_domains: allowedDomainsView,
  ...flagViews,
  telemetry: telemetryView,
  health_check_interval: intervalView,
};

type SettingStep = Exclude<StepId, "review">;

function isTelemetryStep(step: SettingStep): step is keyof typeof telemetryQuestions {
  return Object.hasOwn(telemetryQuestions, step);
}

/** Returns the prompt for a step. The caller provides the prompt for the review. */
export function promptForStep(step: StepId, review: SettingPrompt): SettingPrompt {
  if (step === "review") return review;
  return isTelemetryStep(step) ? telemetryQuestions[step] : settingViews[step].ask;
}

/** Returns a short label for a step. Follow-up steps of telemetry have the label of the telemetry setting. */
export function stepLabel(step: StepId): string {
  if (step === "review") return l10n.t("Review");
  return settingViews[isTelemetryStep(step) ? "telemetry" : step].label();
}

type SettingAnswer<Id extends FieldId> = AnswersTo<Id | "health_checks">;

/**
 * Formats the current or future value of a setting. A resource that is referenced by ID is shown by name if `named`
 * contains its ID.
 */
export function formatSetting<Id extends FieldId>(
  field: Id,
  draft: SettingAnswer<Id>,
  named: readonly NamedResource[],
): string {
  const { unreported } = settingViews[field];
  if (draft[field] !== undefined || unreported === "default")
    return effectiveValue(field, draft, undefined, named).text;
  return unreported === "unknown" ? l10n.t("Unknown to this version") : onOff(undefined);
}

/** Formats a setting for a card. Cards are stored, so secrets in URLs are masked. */
export function formatSettingForCard(
  field: SettingId,
  draft: ConnectionDraft,
  named: readonly NamedResource[],
): string {
  const words = formatSetting(field, draft, named);
  return field === "login_url" ? maskedText(words) : words;
}

/** Returns a row for each setting in conflict, with the other client's value and the value that the user wants. */
export function conflictRows(
  { current, settings, wanted }: SettingChanges,
  named: readonly NamedResource[],
): readonly ConflictRow<SettingId>[] {
  return settings.map((field) => ({
    field,
    label: stepLabel(field),
    theirs: formatSetting(field, current, named),
    mine: formatSetting(field, wanted, named),
  }));
}

/** Returns the text of the value that a setting gets in a new connection, and the source of this value. */
export function effectiveValue<Id extends FieldId>(
  field: Id,
  draft: SettingAnswer<Id>,
  entitlements: Entitlements | undefined,
  named: readonly NamedResource[] = [],
): EffectiveValue {
  const { defaultValue, format } = settingViews[field];
  const answer = draft[field];
  let value = defaultValue?.(entitlements) ?? { text: l10n.t("Not answered"), source: "default" };
  if (answer !== undefined) value = { text: format(answer, named), source: "chosen" };
  if (!hasNoEffect(field, draft)) return value;
  return { ...value, text: l10n.t("{0}, no effect while health checks are off", value.text) };
}

/**
 * Formats a setting for a confirmation. The fixed text is separate from the names, because a user or agent chose the
 * names.
 */
export function quoteSetting<Id extends FieldId>(field: Id, draft: SettingAnswer<Id>): QuotedAnswer {
  const answer = draft[field];
  const quoted = answer === undefined ? undefined : settingViews[field].quote?.(answer);
  return quoted ?? { words: formatSetting(field, draft, []), names: [] };
}

/** Builds a row for each setting in the order of the review, with a separator above each group. */
export function rowsByGroup<Row>(
  row: (field: FieldId) => Row,
): readonly (Row | { readonly separator: string })[] {
  const titles: Readonly<Record<SettingView<never>["group"], string>> = {
    connection: l10n.t("Connection"),
    login: l10n.t("Login"),
    browser: l10n.t("Browser"),
    staying: l10n.t("Staying logged in"),
  };
  return Object.entries(titles).flatMap(([group, separator]) => [
    { separator },
    ...fieldIds.filter((field) => settingViews[field].group === group).map(row),
  ]);
}
