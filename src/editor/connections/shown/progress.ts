import { l10n } from "vscode";
import type { Countdown, Progress, Value } from "../../../card/card.ts";
import { progressOf, waitsForPerson } from "../../../domain/connections/connectionState.ts";
import type {
  ConnectionState,
  Progress as LoginProgress,
} from "../../../domain/connections/connectionState.ts";
import { alternativesTo, type Awaited, type FlowFacts } from "../../../domain/connections/flow.ts";
import { isBadEnd } from "../../../domain/connections/history.ts";
import { statusWords } from "../../catalogue/connectionWords.ts";
import { among, capitalized } from "../../words/labels.ts";
import { shortMoment } from "../../words/numbers.ts";
import { labelled, paragraph, series, withAside } from "../../words/sentences.ts";
import { askedWords, awaitedName } from "./words/awaited.ts";
import { failureWords, lastLoginWords } from "./words/failure.ts";
import { flowStep, flowType, flowWords } from "./words/flow.ts";

/** Where each step of a flow (§2.1 `flow_step`) stands on the line of them. */
const places: Readonly<Record<string, number>> = {
  DISCOVERING: 0,
  AWAITING_INPUT: 1,
  AWAITING_EXTERNAL_ACTION: 1,
  SUBMITTING: 2,
  COMPLETED: 3,
};

/** A flow as a line of steps. */
export function flowProgress(facts: FlowFacts): Progress {
  const { status, step } = facts;
  const place = step === undefined ? -1 : among(places, step);
  const labels =
    place === undefined
      ? [flowStep(step ?? ""), l10n.t("Logged in")]
      : [l10n.t("Find form"), l10n.t("Answer"), l10n.t("Submit"), l10n.t("Logged in")];
  const at = place ?? 0;
  const markOf = (index: number): Progress["steps"][number]["mark"] => {
    if (status === "SUCCESS") return "done";
    if (index === at) return isBadEnd(status) ? "failed" : "current";
    // A login that ended badly reports "completed" wherever it stopped, so the steps before were not seen.
    const isSeen = index < at && !(isBadEnd(status) && step === "COMPLETED");
    return isSeen ? "done" : "ahead";
  };
  return {
    text: labelled(flowType(facts.type), flowWords(facts)),
    steps: labels.map((label, index) => ({ label, mark: markOf(index) })),
  };
}

/** Where a connection stands, as the pill of its page: the words of its row at full length, in the color of its icon. */
export function stateValue(state: ConnectionState): Value {
  switch (state.kind) {
    case "running":
      return {
        text: capitalized(progressWords(state.progress)),
        tone: waitsForPerson(state.progress) ? "warning" : "info",
      };
    case "loggedIn":
      return { text: l10n.t("Logged in"), tone: "success" };
    case "needsLogin":
      return { text: capitalized(needWords(state.why)), tone: "warning" };
    case "failed":
      return { text: capitalized(failureWords(state.code)), tone: "error" };
    case "unknown":
      return { text: statusWords(state.status), tone: "neutral" };
  }
}

/** What a running login does, for a row or, capitalized, a pill. */
export function progressWords(progress: LoginProgress): string {
  switch (progress.kind) {
    case "asks":
      return askedWords(progress.awaited);
    case "confirms":
      return l10n.t("asks you to approve");
    case "sends":
      return l10n.t("submitting");
    case "looks":
      return progress.byItself ? l10n.t("logging in automatically") : l10n.t("logging in");
  }
}

/** Why a connection needs a login, for a row or, capitalized, a pill. */
export function needWords(why: Extract<ConnectionState, { readonly kind: "needsLogin" }>["why"]): string {
  return {
    never: l10n.t("never logged in"),
    timedOut: l10n.t("login timed out"),
    canceled: l10n.t("login canceled"),
    unknown: l10n.t("logged out"),
  }[why];
}

/** What a flow asks of the reader, or how the last one ended and why, by its `error_code`, in sentences. */
export function flowSummary(facts: FlowFacts, code?: string): readonly string[] {
  if (!facts.running) return isBadEnd(facts.status) ? [lastLoginWords(facts.status, code)] : [];
  const until = openUntil(facts);
  const timeLeft = until ? [l10n.t("The login is open until {0}.", shortMoment(until))] : [];
  return [paragraph([...underWay(facts), ...timeLeft])];
}

/** Until when a flow is open (§2.1 `flow_expires_at`), by the clock of this computer. */
function openUntil({ secondsLeft }: FlowFacts): Date | undefined {
  return secondsLeft === undefined ? undefined : new Date(Date.now() + secondsLeft * 1000);
}

/** Counts down the time that a flow leaves the reader; `undefined` where it doesn't wait for them. */
export function answerCountdown(facts: FlowFacts): Countdown | undefined {
  const until = openUntil(facts);
  const progress = progressOf(facts);
  if (until === undefined || !waitsForPerson(progress)) return undefined;
  return {
    until: until.getTime(),
    before:
      progress.kind === "confirms"
        ? l10n.t("Approve within {0}.", "{0}")
        : l10n.t("Answer within {0}.", "{0}"),
    after: l10n.t("Timed out. Refresh this page."),
  };
}

/** What it asks for is in its fields; choices are ways to go on, and are listed with what they lead to. */
function underWay({ awaited, step }: FlowFacts): readonly string[] {
  const fields = awaited.filter(({ kind }) => kind === "field");
  const choices = awaited.filter(({ kind }) => kind === "choice");
  const others = alternativesTo(fields, choices).length > 0 ? [l10n.t("Other ways are available.")] : [];
  if (step === "AWAITING_EXTERNAL_ACTION")
    return [l10n.t("The website is waiting for a step outside the browser."), ...others];
  if (step !== "AWAITING_INPUT") return [l10n.t("A login is running.")];
  if (fields.length > 0)
    return [l10n.t("The website asks for: {0}.", series(fields.map(fieldName))), ...others];
  return [
    choices.length > 0
      ? l10n.t("The website offers several ways to continue.")
      : l10n.t("The website is waiting for input."),
  ];
}

/** The name of a field, which says if the field may be left empty. */
export function fieldName(field: Awaited): string {
  const name = awaitedName(field);
  return field.required === false ? withAside(name, l10n.t("optional")) : name;
}
