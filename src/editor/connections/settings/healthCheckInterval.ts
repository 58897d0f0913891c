import { l10n } from "vscode";
import {
  effectiveDefault,
  healthCheckBounds,
  intervalFault,
  intervalPlan,
  type IntervalPlan,
  readInterval,
} from "../../../domain/draft/interval.ts";
import { askText, type Choice, pickOne } from "../../kit/inputs/ask.ts";
import { capitalize } from "../../words/labels.ts";
import { type InputCheck, inputError, inputInfo, inputWarning } from "../../words/inputChecks.ts";
import { formatDuration } from "../../words/formatting.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { noEffectNote, type SettingView } from "./settingView.ts";
import { everyInterval } from "./settingWords.ts";

/** The interval between health checks (interface.md §4.1 `health_check_interval`). */
export const intervalView: SettingView<number> = {
  group: "staying",
  label: () => l10n.t("Health check interval"),
  format: everyInterval,
  defaultValue: (entitlements) => {
    const plan = intervalPlan(entitlements);
    const seconds = effectiveDefault(plan);
    return { text: everyInterval(seconds), source: seconds === plan.minimum ? "plan" : "default" };
  },
  ask: async ({ draft, entitlements, frame, typed }) => {
    const plan = intervalPlan(entitlements);
    const chosen = draft.health_check_interval;
    for (;;) {
      const answer = await pickOne<number | "type">({
        frame,
        placeholder: l10n.t("Choose how often to check"),
        prompt: noEffectNote("health_check_interval", draft),
        choices: [
          ...offeredIntervals(plan, chosen).map((seconds) => intervalChoice(seconds, plan)),
          { label: l10n.t("Another Interval…"), value: "type" },
        ],
        active: (value) => value === (chosen ?? effectiveDefault(plan)),
      });
      if (answer.kind !== "accepted") return answer;
      if (answer.value !== "type")
        return { kind: "answered", draft: { ...draft, health_check_interval: answer.value } };
      const entered = await askText({
        frame: { ...frame, back: true },
        prompt: l10n.t("Interval such as 1800, 30m or 2h; a bare number means seconds"),
        value: typed ?? String(chosen ?? ""),
        endsOnFocusOut: true,
        check: (text) => checkInterval(text, plan),
      });
      if (entered.kind === "cancelled") return entered;
      const seconds = entered.kind === "accepted" ? readInterval(entered.value) : undefined;
      if (seconds !== undefined)
        return { kind: "answered", draft: { ...draft, health_check_interval: seconds } };
    }
  },
};

const commonIntervalSeconds = [300, 1_200, 3_600, 21_600, 43_200, 86_400] as const;

/**
 * Returns the intervals to offer, in seconds: the current interval, common intervals, and the default, minimum and
 * maximum of the organization's subscription. All except the current interval are within these bounds.
 */
function offeredIntervals(plan: IntervalPlan, chosen: number | undefined): readonly number[] {
  const intervals = new Set(chosen === undefined ? [] : [chosen]);
  for (const seconds of [plan.minimum, effectiveDefault(plan), plan.maximum, ...commonIntervalSeconds])
    if (seconds !== undefined && intervalFault(seconds, plan) === undefined) intervals.add(seconds);
  return [...intervals].sort((a, b) => a - b);
}

function intervalChoice(seconds: number, plan: IntervalPlan): Choice<number> {
  const notes: string[] = [];
  if (seconds === effectiveDefault(plan)) notes.push(l10n.t("default"));
  if (seconds === plan.minimum) notes.push(l10n.t("your plan's minimum"));
  if (seconds === plan.maximum) notes.push(l10n.t("your plan's maximum"));
  return { label: capitalize(everyInterval(seconds)), description: joinWithCommas(notes), value: seconds };
}

function checkInterval(text: string, plan: IntervalPlan): InputCheck | undefined {
  const seconds = readInterval(text);
  if (seconds === undefined) return inputError(l10n.t("Type an interval such as 1800, 30m or 2h."));
  const bounds = [
    formatDuration(healthCheckBounds.minimum),
    formatDuration(healthCheckBounds.maximum),
  ] as const;
  switch (intervalFault(seconds, plan)) {
    case "belowBounds":
    case "aboveBounds":
      return inputError(l10n.t("The interval must be between {0} and {1}.", ...bounds));
    case "belowPlan":
      return inputWarning(
        l10n.t("Your plan's minimum is {0}; the service may refuse less.", formatDuration(plan.minimum ?? 0)),
      );
    case "abovePlan":
      return inputWarning(
        l10n.t("Your plan's maximum is {0}; the service may refuse more.", formatDuration(plan.maximum ?? 0)),
      );
    case undefined:
      return inputInfo(capitalize(everyInterval(seconds)));
  }
}
