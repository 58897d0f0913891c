import { l10n } from "vscode";
import type { ProviderStep } from "../../domain/providers/draft.ts";

/** What a question is about: the title of its input, and its row in the review and the page. */
export function subjectOf(step: ProviderStep | "priority"): string {
  return {
    name: l10n.t("Name"),
    token: l10n.t("Token"),
    priority: l10n.t("Order"),
    review: l10n.t("Review"),
  }[step];
}
