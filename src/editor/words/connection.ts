import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { duration, moment } from "./numbers.ts";

/** Marks a value that this version has no words for. */
export function unknownValue(value: string): string {
  return l10n.t("{0} (not known to this version)", value);
}

/** Which proxy the service reports for a connection (§2.3). */
export function reportedProxy({ browser }: ManagedAuth): string {
  const proxy = browser?.proxy;
  if (proxy?.id !== undefined) return l10n.t("ID {0}", proxy.id);
  if (proxy?.name !== undefined) return l10n.t("Name {0}", proxy.name);
  switch (proxy?.mode) {
    case undefined:
    case "default":
      return l10n.t("Default");
    case "direct":
      return l10n.t("Direct");
    default:
      return unknownValue(proxy?.mode ?? "");
  }
}

/** Which credential the service reports for a connection (§2.5). */
export function reportedCredential({ credential }: ManagedAuth): string {
  if (credential === undefined) return l10n.t("None");
  const { auto, name, path, provider } = credential;
  if (name !== undefined) return l10n.t("Stored credential {0}", name);
  if (provider === undefined) return l10n.t("Not reported");
  if (path !== undefined) return l10n.t("{0} from provider {1}", path, provider);
  return auto === true
    ? l10n.t("Looked up by domain at provider {0}", provider)
    : l10n.t("Provider {0}", provider);
}

/** How often the service checks the login (§2.1 `health_checks`, `health_check_interval`). */
export function reportedHealthChecks({ health_check_interval, health_checks }: ManagedAuth): string {
  if (health_checks === false) return l10n.t("Off");
  if (health_check_interval === undefined)
    return health_checks === true ? l10n.t("On") : l10n.t("Not reported");
  return l10n.t("Interval: {0}", duration(health_check_interval));
}

/** Yes, no, or that the service does not say. */
export function yesNo(value: boolean | undefined): string {
  if (value === undefined) return l10n.t("Not reported");
  return value ? l10n.t("Yes") : l10n.t("No");
}

/** A moment the service gave as text; text that is no date is shown as it is. */
export function reportedMoment(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : moment(date);
}

/** What a flow is called (§2.1 `flow_type`). */
export function flowType(type: string | undefined): string {
  switch (type) {
    case undefined:
      return l10n.t("Flow");
    case "LOGIN":
      return l10n.t("Login");
    case "REAUTH":
      return l10n.t("Re-authentication");
    default:
      return unknownValue(type);
  }
}

/** What a flow does at the moment (§2.1 `flow_step`). */
export function flowStep(step: string): string {
  switch (step) {
    case "DISCOVERING":
      return l10n.t("Looking for the login form");
    case "AWAITING_INPUT":
      return l10n.t("Waiting for input");
    case "AWAITING_EXTERNAL_ACTION":
      return l10n.t("Waiting for a step outside the browser");
    case "SUBMITTING":
      return l10n.t("Submitting");
    case "COMPLETED":
      return l10n.t("Completed");
    default:
      return unknownValue(step);
  }
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
