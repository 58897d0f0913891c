import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ConnectionIdentity } from "../../domain/connections/identity.ts";
import { maxFullLength, displayFull } from "../../domain/text/display.ts";
import { unreadySites } from "../../domain/resources/profiles.ts";
import { labelForValue } from "../words/labels.ts";
import { formatCount } from "../words/formatting.ts";
import { labelWithValue } from "../words/sentences.ts";

export function connectionName({
  domain,
  id,
  profile_name,
}: ConnectionIdentity & { readonly id: string }): string {
  if (domain === undefined || profile_name === undefined) return id;
  return l10n.t({ message: "{0} on {1}", args: [profile_name, domain], comment: "profile on domain" });
}

/** Returns the full domain and profile name, one per line, or no lines if either is too long to read. */
export function domainAndProfileLines({
  domain = "",
  profile_name = "",
}: ConnectionIdentity): readonly string[] {
  const names = [domain, profile_name];
  if (names.some((name) => name === "" || name.length > maxFullLength)) return [];
  return [
    labelWithValue(l10n.t("Domain"), displayFull(domain)),
    labelWithValue(l10n.t("Profile"), displayFull(profile_name)),
  ];
}

/** Describes how many of a profile's sites are ready. Returns undefined if the profile has no connections. */
export function readinessLabel(connections: readonly ManagedAuth[], now: Date): string | undefined {
  const { length } = connections;
  if (length === 0) return undefined;
  const ready = length - unreadySites(connections, now).length;
  if (length > 1) return l10n.t("{0} of {1} sites ready", formatCount(ready), formatCount(length));
  if (ready === 1) return l10n.t("ready for 1 site");
  return l10n.t("not ready for 1 site");
}

/** Returns the display text of a connection's `status` (interface.md §2.1). */
export function connectionStatusLabel(status: string | undefined): string {
  if (status === undefined) return l10n.t("Not reported");
  return labelForValue(status, { AUTHENTICATED: l10n.t("Logged in"), NEEDS_AUTH: l10n.t("Needs a login") });
}
