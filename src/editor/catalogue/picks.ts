import { l10n } from "vscode";
import type {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  ProxyResource,
} from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ListedDestination } from "../../domain/resources/destinations.ts";
import { isReady, type ListedProfile } from "../../domain/resources/profiles.ts";
import { parseDate } from "../../domain/dates.ts";
import { display } from "../../domain/text/display.ts";
import { maskedText } from "../../domain/text/secrets.ts";
import type { ListedBrowser } from "./browsers.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import { connectionName, readinessLabel, connectionStatusLabel } from "./connectionLabels.ts";
import { capitalize, ownProperty } from "../words/labels.ts";
import { formatAge, formatCount, formatDuration, perLanguage } from "../words/formatting.ts";
import { joinWithAnd, joinWithCommas } from "../words/sentences.ts";
import { compact } from "../../domain/compact.ts";

/** Returns the picker row of a profile, with the number of ready sites if its connections are known. */
export function profilePick<V>({ id, name, usedBy = [] }: ListedProfile, value: V): Choice<V> {
  const now = new Date();
  const words = name === undefined ? l10n.t("no name") : readinessLabel(usedBy, now);
  return { ...pickText(name ?? id, words), icon: isReady(usedBy, now) ? "person" : "warning", value };
}

/**
 * Returns the picker row of a profile for a new connection, with the domains of the profile's connections. Returns
 * undefined for a profile without a name, because connections refer to profiles by name.
 */
export function profileToConnectPick({ name, usedBy = [] }: ListedProfile): Choice<string> | undefined {
  if (name === undefined) return undefined;
  const domains = usedBy.map(({ domain }) => domain ?? "?");
  const words = domains.length > 0 ? l10n.t("has a connection for {0}", summarizeNames(domains)) : "";
  return { ...pickText(name, words), icon: "person", value: name };
}

export function proxyPick<V>({ config, id, name, status, type }: ProxyResource, value: V): Choice<V> {
  const { city, country, host, state } = config ?? {};
  const location = compact(
    city !== undefined && capitalize(city),
    // The state is redundant if both the city and the country are shown.
    (city === undefined || country === undefined) && state,
    country !== undefined && countryName(country),
    host,
  );
  const facts = compact(
    status !== undefined && status !== "available" && proxyStatusLabel(status),
    type !== undefined && proxyTypeLabel(type),
    joinWithCommas(location),
  ).filter((fact) => fact !== "");
  return {
    ...pickText(name ?? id, facts.join(" · ")),
    ...(name !== undefined && { id }),
    icon: status === "unavailable" ? "warning" : "globe",
    value,
  };
}

const regionNames = perLanguage((tag) => new Intl.DisplayNames(tag, { type: "region" }));

/** Returns the localized name of a two-letter country code. Any other text is returned as is. */
export function countryName(code: string): string {
  if (/^[a-z]{2}$/i.test(code)) return regionNames().of(code.toUpperCase()) ?? code;
  return code;
}

export function credentialPick<V>(
  { domain, has_totp_secret, name, sso_provider }: Credential,
  value: V,
): Choice<V> {
  const facts = compact(
    domain,
    sso_provider !== undefined && l10n.t("logs in with {0}", sso_provider),
    has_totp_secret === true && l10n.t("with one-time codes"),
  );
  return { ...pickText(name, facts.join(" · ")), icon: "gist-secret", value };
}

/** Returns the brand name of a provider type. An unknown type is returned as is. */
export const providerTypeLabel = (type: string): string => (type === "onepassword" ? "1Password" : type);

export function providerPick<V>(
  { enabled, name, priority, provider_type }: CredentialProvider,
  value: V,
): Choice<V> {
  const facts = compact(
    enabled === false && l10n.t("disabled"),
    provider_type !== undefined && providerTypeLabel(provider_type),
    priority !== undefined && l10n.t("order {0}", formatCount(priority)),
  );
  return { ...pickText(name, facts.join(" · ")), icon: enabled === false ? "circle-slash" : "lock", value };
}

export function providerItemPick<V>(
  { path, title, urls, vault_name }: CredentialProviderItem,
  value: V,
): Choice<V> {
  const facts = [vault_name, urls?.[0]].filter((part) => part !== undefined).map(maskedText);
  return {
    ...pickText(title ?? path, facts.join(" · "), title === undefined ? undefined : path),
    icon: "gist-secret",
    value,
  };
}

/** Returns the picker row of a destination with its state, and with its endpoint on the second line. */
export function destinationPick<V>(
  { consecutive_failures = 0, endpoint, id, name, usedBy = [] }: ListedDestination,
  value: V,
): Choice<V> {
  const failing = consecutive_failures > 0;
  const users = usedBy.map((connection) => connection.domain ?? connection.id);
  const state = compact(
    failing && l10n.t("exports fail"),
    users.length !== 0 && l10n.t("in use by {0}", summarizeNames(users)),
  );
  const address = endpoint && maskedText(endpoint);
  return {
    ...pickText(name ?? id, state.join(" · "), address),
    ...(name !== undefined && { id }),
    icon: failing ? "warning" : "broadcast",
    value,
  };
}

export function browserName({ name, profile }: ListedBrowser): string {
  return profile?.name ?? profile?.id ?? name ?? l10n.t("No profile");
}

/** Returns the picker row of a browser with its problem, its age, its proxy and a note if a login runs in it. */
export function browserRow<V>(browser: ListedBrowser, value: V): Choice<V> {
  const { created_at, proxy, usedBy = [] } = browser;
  const created = parseDate(created_at);
  const problem = proxyProblem(browser);
  const facts = compact(
    problem,
    usedBy.length > 0 && l10n.t("login running"),
    created && formatAge(created, new Date()),
    typeof proxy === "object" && proxy.name,
  );
  return {
    ...pickText(browserName(browser), facts.join(" · "), idleWords(browser.timeout_seconds)),
    icon: problem === undefined ? "browser" : "warning",
    value,
  };
}

/**
 * Describes the problem if a browser can't load pages, because its proxy was deleted or is unavailable. Otherwise
 * returns undefined.
 */
export function proxyProblem({ proxy }: ListedBrowser): string | undefined {
  if (proxy === "deleted") return l10n.t("proxy deleted");
  return proxy?.status === "unavailable" ? l10n.t("proxy unavailable") : undefined;
}

/** Describes how long a browser keeps running without a connected client, as far as the service reports this. */
export function idleWords(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  return l10n.t("Ends after {0} without a client", formatDuration(seconds));
}

export function connectionPick(connection: ManagedAuth): Choice<string> {
  return {
    ...pickText(connectionName(connection), connectionStatusLabel(connection.status)),
    icon: "key",
    value: connection.id,
  };
}

/** Lists the first three names, followed by the number of remaining ones. */
export function summarizeNames(names: readonly string[]): string {
  const shownNames = 3;
  const remaining = names.length - shownNames;
  if (remaining <= 0) return joinWithAnd(names);
  return joinWithAnd([...names.slice(0, shownNames), l10n.t("{0} more", formatCount(remaining))]);
}

/** Returns the text of a picker row. Names from the service are shown as plain text without icons or links. */
function pickText(label: string, description?: string, detail?: string) {
  return {
    label: display(label),
    ...(description !== undefined && description !== "" && { description: display(description) }),
    ...(detail !== undefined && { detail: display(detail) }),
  };
}

/** Returns the display name of a proxy type. An unknown type is returned as is. */
export function proxyTypeLabel(type: string): string {
  const words = {
    datacenter: l10n.t("datacenter"),
    isp: l10n.t("ISP"),
    residential: l10n.t("residential"),
    mobile: l10n.t("mobile"),
    custom: l10n.t("custom"),
  };
  return ownProperty(words, type) ?? type;
}

/** Returns the display text of a proxy status. An unknown status is returned as is. */
export function proxyStatusLabel(status: string): string {
  const words = { available: l10n.t("available"), unavailable: l10n.t("unavailable") };
  return ownProperty(words, status) ?? status;
}
