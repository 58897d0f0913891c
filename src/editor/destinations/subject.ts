import { l10n } from "vscode";
import type { DestinationStep } from "../../domain/destinations/draft.ts";
import type { EditStep } from "../../domain/destinations/edit.ts";

/** What a question is about: the title of its input, and its row in the review. One about a header is about them all. */
export function subjectOf(step: DestinationStep | EditStep): string {
  switch (step) {
    case "collector":
      return l10n.t("Collector");
    case "name":
      return l10n.t("Name");
    case "endpoint":
      return l10n.t("Endpoint");
    case "description":
      return l10n.t("Description");
    case "review":
      return l10n.t("Review");
    case "headers":
    case "newHeader":
    default:
      return l10n.t("Headers");
  }
}
