// The wording of connection settings in pickers, lists and pages.
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { TelemetryCategory } from "../../../api/telemetry.ts";
import { foreignCredentialSite } from "../../../domain/connections/credentialSite.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import { type NamedResource, nameAmong } from "../../../domain/text/names.ts";
import { ownProperty, capitalize, humanizeKey, markUnknownValue } from "../../words/labels.ts";
import { formatDuration, formatDateTime } from "../../words/formatting.ts";

export function renewalLabel(): string {
  return l10n.t("Logs in again automatically");
}

export function onOff(value: boolean | undefined): string {
  if (value === undefined) return l10n.t("Not reported");
  return value ? l10n.t("On") : l10n.t("Off");
}

/** Formats an interval, such as "every hour" or "every 20 minutes". `seconds` must be positive. */
export function everyInterval(seconds: number): string {
  const words = { 60: l10n.t("every minute"), 3_600: l10n.t("every hour"), 86_400: l10n.t("every day") };
  return ownProperty(words, String(seconds)) ?? l10n.t("every {0}", formatDuration(seconds));
}

/**
 * Describes a proxy by its name or, without a name, by its ID (interface.md §2.3). If both are missing, the service's
 * default applies.
 */
export function proxyPhrase(
  proxy: { readonly id?: string | undefined; readonly name?: string | undefined } | "default" | "direct",
): string {
  if (proxy === "direct") return l10n.t("No proxy");
  if (proxy === "default") return l10n.t("Service default");
  const { id, name } = proxy;
  return name ?? (id === undefined ? l10n.t("Service default") : l10n.t("ID {0}", id));
}

/** Describes the reported proxy of a connection (interface.md §2.3), by its name if known. */
export function reportedProxy({ browser }: ManagedAuth, proxies: readonly NamedResource[]): string {
  const proxy = browser?.proxy;
  if (proxy?.name !== undefined) return proxyPhrase(proxy);
  if (proxy?.id !== undefined) return proxyPhrase({ id: proxy.id, name: nameAmong(proxy.id, proxies) });
  const mode = proxy?.mode ?? "default";
  return mode === "default" || mode === "direct" ? proxyPhrase(mode) : markUnknownValue(mode);
}

/** Describes the reported credential of a connection (interface.md §2.5). */
export function reportedCredential({ credential }: Pick<ManagedAuth, "credential">): string {
  if (credential === undefined) return l10n.t("None");
  const { auto, name, path, provider } = credential;
  if (name !== undefined) return l10n.t("Stored credential {0}", name);
  if (provider === undefined) return l10n.t("Not reported");
  if (path !== undefined) return l10n.t("{0} from provider {1}", path, provider);
  if (auto === true) return l10n.t("Looked up by domain at provider {0}", provider);
  return l10n.t("Provider {0}", provider);
}

export function otherSiteWarning(...draft: Parameters<typeof foreignCredentialSite>): string | undefined {
  const site = foreignCredentialSite(...draft);
  return site === undefined ? undefined : l10n.t("Credential of another site: stored for {0}", display(site));
}

/** Returns the warning to show before a deletion or an edit that makes vault items stop working. */
export function vaultItemWarning(): string {
  return l10n.t("Vault items filled from the stored credential stop working.");
}

/** Describes a connection's health check interval (interface.md §2.1 `health_checks`, `health_check_interval`). */
export function reportedHealthChecks({ health_check_interval, health_checks }: ManagedAuth): string {
  if (health_checks === false) return onOff(false);
  if (health_check_interval === undefined) return onOff(health_checks);
  return capitalize(everyInterval(health_check_interval));
}

/** Formats a reported time. Text that isn't a date is returned unchanged. */
export function formatReportedTime(text: string): string {
  const date = parseDate(text);
  return date === undefined ? text : formatDateTime(date);
}

/** Returns the label of a telemetry category (interface.md §2.6). An unknown category is shown by its key. */
export function categoryLabel(category: string): string {
  const words = {
    control: l10n.t("Control"),
    connection: l10n.t({ message: "Connection", comment: "A category of telemetry: clients that connect" }),
    system: l10n.t("System"),
    captcha: l10n.t("CAPTCHA"),
    console: l10n.t("Console"),
    network: l10n.t("Network"),
    page: l10n.t("Page"),
    interaction: l10n.t("Interaction"),
    screenshot: l10n.t("Screenshots"),
    platform: l10n.t({ message: "Platform", comment: "A category of telemetry: the browser platform" }),
    monitor: l10n.t({ message: "Monitor", comment: "A category of telemetry: monitoring" }),
  };
  return ownProperty(words, category) ?? humanizeKey(category);
}

/** Describes the events that a telemetry category records (interface.md §2.6). */
export function categoryMeaning(category: TelemetryCategory): string {
  return {
    control: l10n.t("Agents' actions in the browser, such as API calls"),
    connection: l10n.t("Clients that attach to or detach from CDP or the live view"),
    system: l10n.t("Health of the browser machine: out of memory, crashes"),
    captcha: l10n.t("Outcomes of CAPTCHA solving"),
    console: l10n.t("Console output and uncaught exceptions"),
    network: l10n.t(
      "Requests and responses. POST data is recorded as sent, including logins. Text bodies are cut at 8 KB (JSON, XML, forms) or 4 KB (others)",
    ),
    page: l10n.t("Navigation, loading, layout shifts, largest contentful paint"),
    interaction: l10n.t("Clicks, key presses, scrolling"),
    screenshot: l10n.t("Periodic screenshots of the viewport. High volume"),
  }[category];
}
