import { l10n } from "vscode";
import type { ManagedAuth } from "../../../../api/schemas.ts";
import { readDate } from "../../../../domain/dates.ts";
import { capitalized, unknownValue } from "../../../words/labels.ts";
import { moment } from "../../../words/numbers.ts";
import { every, onOff, proxyPhrase } from "./settings.ts";

/** Which proxy the service reports for a connection (§2.3). */
export function reportedProxy({ browser }: ManagedAuth): string {
  const proxy = browser?.proxy;
  if (proxy?.id !== undefined || proxy?.name !== undefined) return proxyPhrase(proxy);
  const mode = proxy?.mode ?? "default";
  return mode === "default" || mode === "direct" ? proxyPhrase(mode) : unknownValue(mode);
}

/** Which credential the service reports for a connection (§2.5). */
export function reportedCredential({ credential }: Pick<ManagedAuth, "credential">): string {
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
  if (health_checks === false) return onOff(false);
  return health_check_interval === undefined
    ? onOff(health_checks)
    : capitalized(every(health_check_interval));
}

/** A moment the service gave as text; text that is no date is shown as it is. */
export function reportedMoment(text: string): string {
  const date = readDate(text);
  return date === undefined ? text : moment(date);
}
