import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { knownWords } from "../words/labels.ts";

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

/** Whether a connection is logged in (§2.1 `status`). */
export function statusWords(status: string | undefined): string {
  if (status === undefined) return l10n.t("Not reported");
  return knownWords(status, {
    AUTHENTICATED: l10n.t("Logged in"),
    NEEDS_AUTH: l10n.t("Needs a login"),
  });
}
