import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { longestWhole, wholeName } from "../../domain/text/display.ts";
import { readinessOf } from "../../domain/resources/profiles.ts";
import { knownWords } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

/** A connection by what a person knows of it. */
export function connectionName({
  domain,
  id,
  profile_name,
}: Pick<ManagedAuth, "domain" | "id" | "profile_name">): string {
  return domain === undefined || profile_name === undefined
    ? id
    : l10n.t({ message: "{0} on {1}", args: [profile_name, domain], comment: "profile on domain" });
}

/** What a connection is for, each name whole and on a line of its own; nothing where one is too long to be read. */
export function connectionLines({
  domain = "",
  profile_name = "",
}: Pick<ManagedAuth, "domain" | "profile_name">): readonly string[] {
  const names = [domain, profile_name];
  if (names.some((name) => name === "" || name.length > longestWhole)) return [];
  return [
    labelled(l10n.t("Domain"), wholeName(domain)),
    labelled(l10n.t("Profile"), wholeName(profile_name)),
  ];
}

/** For how many of its sites a profile with these connections is ready at a moment; nothing where it has none. */
export function readyWords(connections: readonly ManagedAuth[], now: Date): string | undefined {
  const { ready, sites } = readinessOf(connections, now);
  if (sites.length === 0) return undefined;
  if (sites.length > 1) return l10n.t("ready for {0} of {1} sites", count(ready), count(sites.length));
  return ready === 1 ? l10n.t("ready for 1 site") : l10n.t("not ready for 1 site");
}

/** Whether a connection is logged in (§2.1 `status`). */
export function statusWords(status: string | undefined): string {
  if (status === undefined) return l10n.t("Not reported");
  return knownWords(status, {
    AUTHENTICATED: l10n.t("Logged in"),
    NEEDS_AUTH: l10n.t("Needs a login"),
  });
}
