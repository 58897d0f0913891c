import { l10n } from "vscode";
import type { CardCountdown, CardProgress } from "../../../card/card.ts";
import type { ConnectionView, FlowFacts } from "../../../domain/connections/connectionView.ts";
import { alternativesTo, type AwaitedInput } from "../../../domain/connections/awaitedInputs.ts";
import { isUnsuccessful } from "../../../domain/connections/history.ts";
import { ownProperty } from "../../words/labels.ts";
import { formatShortDateTime } from "../../words/formatting.ts";
import { labelWithValue, joinSentences, joinWithCommas, withParentheses } from "../../words/sentences.ts";
import { awaitedName } from "./words/awaitedWords.ts";
import { describeLastLogin } from "./words/failureWords.ts";
import { flowStepLabel, flowTypeLabel, describeFlow } from "./words/flowWords.ts";

/** The position of each `flow_step` (interface.md §2.1) in the progress line. */
const stepPositions: Readonly<Record<string, number>> = {
  DISCOVERING: 0,
  AWAITING_INPUT: 1,
  AWAITING_EXTERNAL_ACTION: 1,
  SUBMITTING: 2,
  COMPLETED: 3,
};

export function flowProgress(facts: FlowFacts): CardProgress {
  const { status, step } = facts;
  const position = step === undefined ? -1 : ownProperty(stepPositions, step);
  const labels =
    position === undefined
      ? [flowStepLabel(step ?? ""), l10n.t("Logged in")]
      : [l10n.t("Find form"), l10n.t("Answer"), l10n.t("Submit"), l10n.t("Logged in")];
  const currentIndex = position ?? 0;
  const markOf = (index: number): CardProgress["steps"][number]["mark"] => {
    if (status === "SUCCESS") return "done";
    if (index === currentIndex) return isUnsuccessful(status) ? "failed" : "current";
    // A failed login always reports the step COMPLETED, even if it failed at an earlier step. The earlier steps may
    // therefore not have been completed.
    const isCompleted = index < currentIndex && !(isUnsuccessful(status) && step === "COMPLETED");
    return isCompleted ? "done" : "ahead";
  };
  return {
    text: labelWithValue(flowTypeLabel(facts.type), describeFlow(facts)),
    steps: labels.map((label, index) => ({ label, mark: markOf(index) })),
  };
}

/**
 * Describes the input that a running login flow requests. If `awaited` is given, describes these inputs instead. If the
 * last flow ended without success, describes the outcome with the cause for its `error_code`.
 */
export function flowSummary(view: ConnectionView, awaited = view.flow?.awaited ?? []): readonly string[] {
  const { connection, flow } = view;
  if (flow === undefined) return [];
  if (!flow.running)
    return isUnsuccessful(flow.status) ? [describeLastLogin(flow.status, connection.error_code)] : [];
  const until = flowDeadline(view);
  const timeLeft = until ? [l10n.t("The login is open until {0}.", formatShortDateTime(until))] : [];
  return [joinSentences([...describeRunningFlow(awaited, flow.step), ...timeLeft])];
}

/** Returns the time at which a running login flow expires, by this computer's clock. */
function flowDeadline({ now, state }: ConnectionView): Date | undefined {
  if (state.kind !== "running" || state.until === undefined) return undefined;
  return new Date(Date.now() + state.until.getTime() - now.getTime());
}

/** Returns a countdown to the deadline of a login that waits for a person, otherwise `undefined`. */
export function answerCountdown(view: ConnectionView): CardCountdown | undefined {
  const until = flowDeadline(view);
  if (until === undefined || view.awaits === undefined) return undefined;
  return {
    until: until.getTime(),
    before:
      view.awaits === "confirms" ? l10n.t("Approve within {0}.", "{0}") : l10n.t("Answer within {0}.", "{0}"),
    after: l10n.t("Timed out. Refresh this page."),
  };
}

/**
 * Describes the input that a running flow requests. Choices are only mentioned as alternatives, because the page
 * lists them separately.
 */
function describeRunningFlow(awaited: readonly AwaitedInput[], step: string | undefined): readonly string[] {
  const fields = awaited.filter(({ kind }) => kind === "field");
  const choices = awaited.filter(({ kind }) => kind === "choice");
  const alternatives =
    alternativesTo(fields, choices).length > 0 ? [l10n.t("Other ways are available.")] : [];
  if (step === "AWAITING_EXTERNAL_ACTION")
    return [l10n.t("The website is waiting for a step outside the browser."), ...alternatives];
  if (step !== "AWAITING_INPUT") return [l10n.t("A login is running.")];
  const names = joinWithCommas(fields.map(awaitedFieldName));
  if (fields.length > 0) return [l10n.t("The website asks for: {0}.", names), ...alternatives];
  return [
    choices.length > 0
      ? l10n.t("The website offers several ways to continue.")
      : l10n.t("The website is waiting for input."),
  ];
}

export function awaitedFieldName(field: AwaitedInput): string {
  const name = awaitedName(field);
  return field.required === false ? withParentheses(name, l10n.t("optional")) : name;
}
