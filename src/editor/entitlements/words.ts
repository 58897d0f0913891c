import { l10n } from "vscode";
import { display } from "../../domain/display.ts";
import type { Bound, FeatureFacts } from "../../domain/entitlements.ts";
import type { PlanRow } from "./nodes.ts";
import { humanized } from "../words/labels.ts";
import { constraint, count, day, days } from "../words/numbers.ts";

/** Whether a feature can be used, in a word or two. */
export function featureState({ enabled, reported }: FeatureFacts): string {
  if (!reported) return l10n.t("Not reported");
  if (enabled === undefined) return l10n.t("Unknown");
  return enabled ? l10n.t("Enabled") : l10n.t("Not in your plan");
}

/** A bound's value in words; the usual health check interval names the plan's minimum with it. */
export function boundText(feature: FeatureFacts, bound: Bound): string {
  const text = usedOf(bound);
  if (bound.key !== "health_check_interval_default_seconds") return text;
  const minimum = feature.bounds.find(({ key }) => key === "health_check_interval_min_seconds")?.value;
  return typeof minimum === "number"
    ? l10n.t("{0} (plan minimum {1})", text, constraint(minimum, "seconds"))
    : text;
}

/** A bound's value, with how much of it is used where the service tells. */
function usedOf({ unit, used, value }: Bound): string {
  const text = constraint(value, unit);
  if (used === undefined) return text;
  return typeof value === "number"
    ? l10n.t("{0} of {1} used", count(used), text)
    : l10n.t("{0}, {1} used", text, count(used));
}

/** A feature's state, with its bound where there is just one. */
export function featureSummary(feature: FeatureFacts): string {
  const [only, ...others] = feature.bounds;
  if (only === undefined || others.length > 0) return featureState(feature);
  return `${featureState(feature)} · ${shortBound(only)}`;
}

/** A bound without its name, for a narrow side bar; the tooltip says the rest. */
function shortBound(bound: Bound): string {
  const text = constraint(bound.value, bound.unit);
  return bound.key === "max_stored_per_org" && typeof bound.value === "number" && bound.value > 0
    ? l10n.t("at most {0}", text)
    : text;
}

/** What a fact of the plan is called. */
export function planLabel(row: PlanRow): string {
  switch (row.key) {
    case "id":
      return l10n.t("Plan");
    case "effective_id":
      return l10n.t("In effect");
    case "status":
      return l10n.t("Status");
    case "trial":
      return l10n.t("Trial");
  }
}

/** A fact of the plan in words; identifiers stay as the service writes them. */
export function planText(row: PlanRow): string {
  if (row.key !== "trial") return row.value === undefined ? l10n.t("Not reported") : display(row.value);
  const { daysLeft, endsAt } = row;
  if (daysLeft === undefined || endsAt === undefined) return l10n.t("Running");
  if (daysLeft === "ended") return l10n.t("Ended {0}", day(endsAt));
  return daysLeft === 0 ? l10n.t("Ends today") : l10n.t("{0} left, ends {1}", days(daysLeft), day(endsAt));
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

/** What a feature of §2.8 gives, in a sentence; nothing is known of others. */
export function featureMeaning(key: string): string | undefined {
  switch (key) {
    case "managed_auth":
      return l10n.t("Keeps browser profiles logged in, with health checks and re-authentication.");
    case "profiles":
      return l10n.t("Browser profiles keep logins and settings between sessions.");
    case "credentials":
      return l10n.t("The service stores credentials and logs in with them.");
    case "credential_providers":
      return l10n.t("Credentials come from an external provider, such as a password manager.");
    case "managed_proxies":
      return l10n.t("Browsers use proxies that the service runs.");
    case "custom_proxies":
      return l10n.t("Browsers use proxies of your own.");
    case "proxy_bypass_hosts":
      return l10n.t("Chosen hosts are reached without the proxy.");
    case "browser_pools":
      return l10n.t("Browsers stand ready in pools.");
    case "browser_replays":
      return l10n.t("Recorded browser sessions can be watched again.");
    case "browser_extensions":
      return l10n.t("Browsers run with extensions of your own.");
    case "file_io":
      return l10n.t("Files are read from and written to the browser's machine.");
    case "gpu":
      return l10n.t("Browsers run with a graphics processor.");
    default:
      return undefined;
  }
}
