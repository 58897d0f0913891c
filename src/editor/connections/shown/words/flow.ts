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
export function flowWords({ status, step }: FlowFacts): string {
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

/** What to do about an error code of a flow; the document lists none, so an unknown one has no advice. */
export function flowErrorAdvice(code: string): string | undefined {
  switch (code) {
    case "credentials_invalid":
      return l10n.t("The website refused the credential. Correct it, then start a new login.");
    case "mfa_required":
    case "external_action_required":
    case "awaiting_input_timeout":
    case "external_action_timeout":
      return l10n.t("A person has to take part. Start a new login and finish it in time.");
    case "bot_detected":
    case "captcha_blocked":
      return l10n.t("The website took it for a robot. Stealth mode or another proxy may help.");
    case "domain_not_allowed":
      return l10n.t("The login led to a domain that is not allowed. Add it to the allowed domains.");
    case "login_form_not_found":
    case "element_not_found":
    case "navigation_confused":
      return l10n.t("The login form was not found. Setting the login page may help.");
    default:
      return undefined;
  }
}
