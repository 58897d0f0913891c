import { l10n } from "vscode";
import type { CredentialStep } from "../../domain/credentials/draft.ts";

/** What a question is about: the title of its input, and its row in the review. */
export function subjectOf(step: CredentialStep): string {
  switch (step) {
    case "name":
      return l10n.t("Name");
    case "domain":
      return l10n.t("Domain");
    case "values":
      return l10n.t("Values");
    case "secret":
      return l10n.t("One-time codes");
    case "provider":
      return l10n.t("Logs in with");
    case "review":
      return l10n.t("Review");
  }
}
