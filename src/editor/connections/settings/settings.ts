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

/** How what a connection is made of is shown and asked for. */
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

/** How a question is asked; the review is that of who asks. */
export function questionOf(step: StepId, review: Ask): Ask {
  if (step === "review") return review;
  return isFurther(step) ? furtherQuestions[step] : views[step].ask;
}

/** What a question is about, in a word or two; one that follows from an answer is about the same as that. */
export function subjectOf(step: StepId): string {
  if (step === "review") return l10n.t("Review");
  return views[isFurther(step) ? "telemetry" : step].label();
}

type Answered<Id extends FieldId> = Pick<Draft, Id | "health_checks">;

/** What a setting of a connection is, or is to become; what has an ID by its name, where that is known. */
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

/** The same for a card, which lasts: addresses without what may stand for a login. */
export function lastingWords(field: Setting, draft: Draft, known: readonly Named[]): string {
  const words = settingWords(field, draft, known);
  return field === "login_url" ? maskedText(words) : words;
}

/** Asks about settings that someone else changed since an edit began; gives those that become the user's. */
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

/** What a new connection has of a setting, and where that comes from. */
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

/** A setting for a confirmation: words of ours, and the names that are in it, if any. */
export function quoted<Id extends FieldId>(field: Id, draft: Answered<Id>): Quoted {
  const answer = draft[field];
  const quotes = answer === undefined ? undefined : views[field].quoted?.(answer);
  return quotes ?? { words: settingWords(field, draft, []), names: [] };
}

/** A row for all that a connection is made of, in the order and the groups of a review. */
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
