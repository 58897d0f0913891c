import { l10n } from "vscode";
import type { ManagedAuth } from "../../../../api/schemas.ts";
import { readDate } from "../../../../domain/dates.ts";
import { unknownValue } from "../../../words/labels.ts";
import { duration, moment } from "../../../words/numbers.ts";

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
  const date = readDate(text);
  return date === undefined ? text : moment(date);
}
