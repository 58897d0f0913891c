import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { FeatureFacts, PlanFacts, TrialFacts } from "../../domain/entitlements/entitlements.ts";
import type { GroupId, PlanRow } from "./nodes.ts";
import { ownProperty, humanizeKey, planName, humanizeValue } from "../words/labels.ts";
import { formatDate, formatDays, formatShortDate } from "../words/formatting.ts";
import { joinWithCommas } from "../words/sentences.ts";

export function featureGroupLabel(group: GroupId): string {
  return {
    limits: l10n.t("Usage and limits"),
    included: l10n.t("Included"),
    unknown: l10n.t("Unknown"),
    notIncluded: l10n.t("Not included"),
  }[group];
}

export function featureStateLabel({ enabled, reported }: FeatureFacts): string {
  if (!reported) return l10n.t("not reported");
  if (enabled === undefined) return l10n.t("unknown");
  if (enabled) return l10n.t("included");
  return l10n.t("not included");
}

/** Formats the plan in one line that fits a narrow side bar, such as "Start-up · trial ends Dec 5". */
export function planLine({ effective_id, id, status, trial }: PlanFacts): string {
  if (trial === undefined) return appendPlanStatus(regularPlanText(id, effective_id), status);
  const name = effectivePlanName(id, effective_id);
  return appendPlanStatus(trialPlanText(name, effective_id, trial), status);
}

/** Formats the plan and, if reported, the plan in effect, such as "Free, as Start-up". Doesn't mention a trial. */
export function planNamesLine({ effective_id, id, status }: PlanFacts): string {
  return appendPlanStatus(regularPlanText(id, effective_id), status);
}

function appendPlanStatus(plan: string, status: string | undefined): string {
  if (status === undefined || status === "ACTIVE") return plan;
  return `${plan} · ${humanizeValue(status).toLowerCase()}`;
}

function effectivePlanName(id: string | undefined, effective_id: string | undefined): string {
  const plan = effective_id ?? id;
  return plan === undefined ? l10n.t("not reported") : planName(plan);
}

function regularPlanText(id: string | undefined, effective_id: string | undefined): string {
  const name = effectivePlanName(id, effective_id);
  if (id === undefined || effective_id === undefined) return name;
  return l10n.t("{0}, as {1}", planName(id), name);
}

function trialPlanText(
  name: string,
  effective_id: string | undefined,
  { daysLeft, endsAt }: TrialFacts,
): string {
  const trial = (words: string): string => `${name} · ${words}`;
  if (daysLeft === undefined || endsAt === undefined) return trial(l10n.t("trial"));
  if (daysLeft === "ended") return trial(l10n.t("trial ended {0}", formatShortDate(endsAt)));
  if (daysLeft === 0) return trial(l10n.t("trial ends today"));
  // If the service reports an effective plan separately, that plan is in effect until the trial ends.
  if (effective_id === undefined) return trial(l10n.t("trial ends {0}", formatShortDate(endsAt)));
  return l10n.t("{0} until {1}", name, formatShortDate(endsAt));
}

/** Returns an identifier unchanged, except that characters that can't be displayed are escaped. */
export function identifierText(value: string | undefined): string {
  return value === undefined ? l10n.t("not reported") : display(value);
}

/** Returns the plan's identifiers and status as the service reports them, untranslated. */
export function planIdentifiers({ effective_id, id, status }: PlanFacts): string {
  const ids = [id, effective_id, status].filter((value) => value !== undefined);
  if (ids.length === 0) return identifierText(undefined);
  return joinWithCommas(ids.map(display));
}

export function planRowLabel(row: PlanRow): string {
  return {
    id: l10n.t("Plan"),
    effective_id: l10n.t("In effect"),
    status: l10n.t("Status"),
    trial: l10n.t("Trial"),
  }[row.key];
}

export function planRowText(row: PlanRow): string {
  if (row.key !== "trial") {
    if (row.value === undefined) return identifierText(undefined);
    if (row.key === "status") return humanizeValue(row.value);
    return planName(row.value);
  }
  const { daysLeft, endsAt } = row;
  if (daysLeft === undefined || endsAt === undefined) return l10n.t("running");
  if (daysLeft === "ended") return l10n.t("ended {0}", formatDate(endsAt));
  if (daysLeft === 0) return l10n.t("ends today");
  return l10n.t("{0} left, ends {1}", formatDays(daysLeft), formatDate(endsAt));
}

/** Returns the display name of a feature that interface.md §2.8 defines. Splits an unknown key into words. */
export function featureLabel(key: string): string {
  const words = {
    managed_auth: l10n.t("Managed Auth"),
    credential_providers: l10n.t("Credential providers"),
    managed_proxies: l10n.t("Managed proxies"),
    custom_proxies: l10n.t("Custom proxies"),
    proxy_bypass_hosts: l10n.t("Proxy bypass hosts"),
    browser_pools: l10n.t("Browser pools"),
    browser_replays: l10n.t("Browser replays"),
    browser_extensions: l10n.t("Browser extensions"),
    file_io: l10n.t("File I/O"),
    gpu: l10n.t("GPU"),
    profiles: l10n.t("Profiles"),
    credentials: l10n.t("Credentials"),
  };
  return ownProperty(words, key) ?? humanizeKey(key);
}

/** Describes a feature that interface.md §2.8 defines. Returns `undefined` for unknown features. */
export function featureDescription(key: string): string | undefined {
  const words = {
    managed_auth: l10n.t("Keeps browser profiles logged in."),
    profiles: l10n.t("Browser profiles keep logins and settings between sessions."),
    credentials: l10n.t("The service stores credentials for logins."),
    credential_providers: l10n.t("Credentials come from an external provider, such as a password manager."),
    managed_proxies: l10n.t("Browsers use proxies that the service runs."),
    custom_proxies: l10n.t("Browsers use your own proxies."),
    proxy_bypass_hosts: l10n.t("Chosen hosts bypass the proxy."),
    browser_pools: l10n.t("Browsers wait in pools, ready to use."),
    browser_replays: l10n.t("Recorded browser sessions can be replayed."),
    browser_extensions: l10n.t("Browsers run with your own extensions."),
    file_io: l10n.t("Files are read from and written to the browser's machine."),
    gpu: l10n.t("Browsers run with a graphics processor."),
  };
  return ownProperty(words, key);
}
