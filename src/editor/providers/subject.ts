import { l10n } from "vscode";
import type { ProviderStep } from "../../domain/providers/draft.ts";

/** What a question is about: the title of its input, and its row in the review and the page. */
export function subjectOf(step: ProviderStep | "priority"): string {
  switch (step) {
    case "name":
      return l10n.t("Name");
    case "token":
      return l10n.t("Token");
    case "priority":
      return l10n.t("Order");
    case "review":
      return l10n.t("Review");
  }
}
