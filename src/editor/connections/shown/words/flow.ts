import { l10n } from "vscode";
import type { FlowFacts } from "../../../../domain/connections/flow.ts";
import { unknownValue } from "../../../words/labels.ts";

/** What a flow is called (§2.1 `flow_type`): a login, by whomever. */
export function flowType(type: string | undefined): string {
  switch (type) {
    case undefined:
    case "LOGIN":
      return l10n.t("Login");
    case "REAUTH":
      return l10n.t("Login by itself");
    default:
      return unknownValue(type);
  }
}

/** What a flow does at the moment (§2.1 `flow_step`, and what the timeline has beside it). */
export function flowStep(step: string): string {
  switch (step) {
    case "INITIALIZED":
      return l10n.t("Starting");
    case "DISCOVERING":
      return l10n.t("Looking for the login form");
    case "AWAITING_INPUT":
      return l10n.t("Waiting for input");
    case "AWAITING_EXTERNAL_ACTION":
      return l10n.t("Waiting for a step outside the browser");
    case "AWAITING_HUMAN_INTERVENTION":
      return l10n.t("Waiting for a person");
    case "SUBMITTING":
      return l10n.t("Submitting");
    case "COMPLETED":
      return l10n.t("Completed");
    case "EXPIRED":
      return l10n.t("Out of time");
    default:
      return unknownValue(step);
  }
}

/** How a flow stands, and at which step, in words. */
export function flowWords({ status, step }: Pick<FlowFacts, "status" | "step">): string {
  const words = [status && flowStatus(status), step && flowStep(step)];
  return words.filter((part) => part !== undefined && part !== "").join(": ");
}

/** How a flow stands (§2.1 `flow_status`). */
export function flowStatus(status: string): string {
  switch (status) {
    case "IN_PROGRESS":
      return l10n.t("In progress");
    case "SUCCESS":
      return l10n.t("Succeeded");
    case "FAILED":
      return l10n.t("Failed");
    case "EXPIRED":
      return l10n.t("Expired");
    case "CANCELED":
      return l10n.t("Canceled");
    default:
      return unknownValue(status);
  }
}
