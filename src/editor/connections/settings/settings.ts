import { l10n } from "vscode";
import type { Named } from "../../../domain/text/names.ts";
import type { Entitlements } from "../../../api/schemas.ts";
import { type Answers, type FieldId, fieldIds, type Setting } from "../../../domain/connections/settings.ts";
import type { Changes } from "../../../domain/connections/changes.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import type { StepId } from "../../../domain/draft/steps.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import type { Answer } from "../../kit/inputs/ask.ts";
import { askConflicts } from "../../kit/inputs/reviewEdit.ts";
import { allowedDomains, loginPage } from "./addresses.ts";
import { credential } from "./credential.ts";
import { flags } from "./flags.ts";
import { domain, profile } from "./identity.ts";
import { healthCheckInterval } from "./interval.ts";
import { proxy } from "./proxy.ts";
import { type Ask, type Effective, hasNoEffect, type Quoted, type SettingView } from "./settingView.ts";
import { furtherQuestions, telemetry } from "./telemetry.ts";
import { onOff } from "./words.ts";

/** The label, formatting and prompt of each setting of a connection. */
const views: { readonly [Id in FieldId]: SettingView<Answers[Id]> } = {
  domain,
  profile_name: profile,
  proxy,
  credential,
  login_url: loginPage,
  allowed_domains: allowedDomains,
  ...flags,
  telemetry,
  health_check_interval: healthCheckInterval,
};

type Step = Exclude<StepId, "review">;

function isFurther(step: Step): step is keyof typeof furtherQuestions {
  return Object.hasOwn(furtherQuestions, step);
}

/** Returns the prompt of a step. The caller provides the review. */
export function questionOf(step: StepId, review: Ask): Ask {
  if (step === "review") return review;
  return isFurther(step) ? furtherQuestions[step] : views[step].ask;
}

/** Returns a short label for a step. A follow-up step of telemetry has the label of telemetry. */
export function subjectOf(step: StepId): string {
  if (step === "review") return l10n.t("Review");
  return views[isFurther(step) ? "telemetry" : step].label();
}

type Answered<Id extends FieldId> = Pick<Draft, Id | "health_checks">;

/** Formats the current or future value of a setting. References by ID are shown by name if `known` contains the ID. */
export function settingWords<Id extends FieldId>(
  field: Id,
  draft: Answered<Id>,
  known: readonly Named[],
): string {
  const { unreported } = views[field];
  if (draft[field] !== undefined || unreported === "default")
    return effective(field, draft, undefined, known).text;
  return unreported === "unknown" ? l10n.t("Unknown to this version") : onOff(undefined);
}

/** Formats a setting for a card. Cards are stored, so secrets in addresses are masked. */
export function lastingWords(field: Setting, draft: Draft, known: readonly Named[]): string {
  const words = settingWords(field, draft, known);
  return field === "login_url" ? maskedText(words) : words;
}

/**
 * Prompts for each setting that another client changed during an edit. Returns the settings that keep the user's
 * value.
 */
export async function askAbout(
  { now, settings, then }: Changes,
  name: string,
  known: readonly Named[],
): Promise<Answer<readonly Setting[]>> {
  return askConflicts(
    { title: l10n.t("Edit {0}: changed elsewhere", name), back: true, stays: true },
    settings.map((field) => ({
      field,
      label: subjectOf(field),
      theirs: settingWords(field, now, known),
      mine: settingWords(field, then, known),
    })),
  );
}

/** Returns the value of a setting that a new connection gets, and its source. */
export function effective<Id extends FieldId>(
  field: Id,
  draft: Answered<Id>,
  entitlements: Entitlements | undefined,
  known: readonly Named[] = [],
): Effective {
  const { byDefault, words } = views[field];
  const answer = draft[field];
  const { source, text }: Effective =
    answer !== undefined
      ? { text: words(answer, known), source: "chosen" }
      : (byDefault?.(entitlements) ?? { text: l10n.t("Not answered"), source: "default" });
  return {
    source,
    text: hasNoEffect(field, draft) ? l10n.t("{0}, no effect while health checks are off", text) : text,
  };
}

/** Formats a setting for a confirmation: fixed text, and separately the names that a user or agent chose. */
export function quoted<Id extends FieldId>(field: Id, draft: Answered<Id>): Quoted {
  const answer = draft[field];
  const quotes = answer === undefined ? undefined : views[field].quoted?.(answer);
  return quotes ?? { words: settingWords(field, draft, []), names: [] };
}

/** Builds a row for each setting, in the order and groups of the review. */
export function inGroups<Row>(
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
    ...fieldIds.filter((field) => views[field].group === group).map(row),
  ]);
}
