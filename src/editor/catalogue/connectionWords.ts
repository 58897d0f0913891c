import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { longestWhole, wholeName } from "../../domain/text/display.ts";
import { knownWords } from "../words/labels.ts";
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

/** Whether a connection is logged in (§2.1 `status`). */
export function statusWords(status: string | undefined): string {
  if (status === undefined) return l10n.t("Not reported");
  return knownWords(status, {
    AUTHENTICATED: l10n.t("Logged in"),
    NEEDS_AUTH: l10n.t("Needs a login"),
  });
}
