import { l10n } from "vscode";
import { display } from "../../domain/display.ts";

/** A key of the service as words: "browser_pools" becomes "Browser pools". Safe to show anywhere. */
export function humanized(key: string): string {
  const words = display(key).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a feature of §2.8 is called. */
export function featureLabel(key: string): string {
  switch (key) {
    case "managed_auth":
      return l10n.t("Managed auth");
    case "credential_providers":
      return l10n.t("Credential providers");
    case "managed_proxies":
      return l10n.t("Managed proxies");
    case "custom_proxies":
      return l10n.t("Custom proxies");
    case "proxy_bypass_hosts":
      return l10n.t("Proxy bypass hosts");
    case "browser_pools":
      return l10n.t("Browser pools");
    case "browser_replays":
      return l10n.t("Browser replays");
    case "browser_extensions":
      return l10n.t("Browser extensions");
    case "file_io":
      return l10n.t("File I/O");
    case "gpu":
      return l10n.t("GPU");
    case "profiles":
      return l10n.t("Profiles");
    case "credentials":
      return l10n.t("Credentials");
    default:
      return humanized(key);
  }
}

/** A limit's name where there is room for all of it. */
export function limitFullLabel(key: string): string {
  return key === "default_max_concurrent_invocations_per_app"
    ? l10n.t("Concurrent invocations per app, by default")
    : limitLabel(key);
}

/** What a limit of §2.8 is called. */
export function limitLabel(key: string): string {
  switch (key) {
    case "max_concurrent_browsers":
      return l10n.t("Concurrent browsers");
    case "max_concurrent_invocations":
      return l10n.t("Concurrent invocations");
    case "default_max_concurrent_invocations_per_app":
      return l10n.t("Invocations per app");
    default:
      return humanized(key);
  }
}

/** Marks a value that this version has no words for. */
export function unknownValue(value: string): string {
  return l10n.t("{0} (not known to this version)", value);
}
