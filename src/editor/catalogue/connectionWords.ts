import { l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { unknownValue } from "../words/labels.ts";

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
  switch (status) {
    case "AUTHENTICATED":
      return l10n.t("Logged in");
    case "NEEDS_AUTH":
      return l10n.t("Needs a login");
    case undefined:
      return l10n.t("Not reported");
    default:
      return unknownValue(status);
  }
}
