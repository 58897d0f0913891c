import { l10n } from "vscode";
import type { Progress, Value } from "../../../card/card.ts";
import { askedFor } from "../../../domain/connections/flow.ts";
import type { Awaited, FlowFacts } from "../../../domain/connections/flow.ts";
import { among, capitalized } from "../../words/labels.ts";
import { shortMoment } from "../../words/numbers.ts";
import { labelled, paragraph, series, withAside } from "../../words/sentences.ts";
import { askedWords } from "./words/awaited.ts";
import { lastLoginWords } from "./words/failure.ts";
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
      : [
          place > 0 || status === "SUCCESS" ? l10n.t("Page found") : l10n.t("Find page"),
          asked(facts),
          l10n.t("Check"),
          l10n.t("Logged in"),
        ];
  const at = place ?? 0;
  const here = ["FAILED", "EXPIRED", "CANCELED"].includes(status ?? "") ? "failed" : "current";
  return {
    text: labelled(flowType(facts.type), flowWords(facts)),
    steps: labels.map((label, index) => ({
      label,
      mark: status === "SUCCESS" || index < at ? "done" : index === at ? here : "ahead",
    })),
  };
}

function asked({ awaited, step }: FlowFacts): string {
  if (step === "AWAITING_EXTERNAL_ACTION") return l10n.t("Step elsewhere");
  return askedFor(awaited) === "code" ? l10n.t("Code") : l10n.t("Input");
}

/** How a flow under way stands, as a pill; nothing for one that has ended. */
export function flowState({ awaited, running, step, type }: FlowFacts): Value | undefined {
  if (!running) return undefined;
  switch (step) {
    case "AWAITING_INPUT":
      return { text: capitalized(askedWords(awaited)), tone: "warning" };
    case "AWAITING_EXTERNAL_ACTION":
      return { text: l10n.t("Confirm it elsewhere"), tone: "warning" };
    case undefined:
    default:
      return {
        text: type === "REAUTH" ? l10n.t("Logging in by itself") : l10n.t("Logging in"),
        tone: "info",
      };
  }
}

/** What a flow asks of the reader, or how the last one ended and why, by its `error_code`, in sentences. */
export function flowSummary(facts: FlowFacts, code?: string): readonly string[] {
  if (facts.running) return [paragraph([...underWay(facts), ...timeLeft(facts)])];
  switch (facts.status) {
    case "FAILED":
    case "EXPIRED":
    case "CANCELED":
      return [lastLoginWords(facts.status, code)];
    case undefined:
    default:
      return [];
  }
}

/**
 * Until when a flow under way is open, where that is known, by the clock of this computer: a time of day stays true while
 * the page stands there, as minutes left would not.
 */
export function timeLeft({ secondsLeft }: FlowFacts): readonly string[] {
  return secondsLeft === undefined
    ? []
    : [l10n.t("The login is open until {0}.", shortMoment(new Date(Date.now() + secondsLeft * 1000)))];
}

/** What it asks for is in its fields; choices are ways to go on, and are listed with what they lead to. */
function underWay({ awaited, step }: FlowFacts): readonly string[] {
  const fields = awaited.filter(({ kind }) => kind === "field");
  const offers = fields.length < awaited.length;
  const others = offers ? [l10n.t("It offers other ways, too.")] : [];
  switch (step) {
    case "AWAITING_INPUT":
      if (fields.length > 0)
        return [l10n.t("The website asks for: {0}.", series(fields.map(fieldName))), ...others];
      return [offers ? l10n.t("The website asks how to go on.") : l10n.t("The website waits for input.")];
    case "AWAITING_EXTERNAL_ACTION":
      return [l10n.t("The website waits for a step outside the browser."), ...others];
    case undefined:
    default:
      return [l10n.t("A login is under way.")];
  }
}

function fieldName({ label, required }: Awaited): string {
  return required === false ? withAside(label, l10n.t("optional")) : label;
}
