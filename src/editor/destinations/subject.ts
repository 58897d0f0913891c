import { l10n } from "vscode";
import type { DestinationStep } from "../../domain/destinations/draft.ts";
import type { EditStep } from "../../domain/destinations/edit.ts";
import { among } from "../words/labels.ts";

/** What a question is about: the title of its input, and its row in the review. One about a header is about them all. */
export function subjectOf(step: DestinationStep | EditStep): string {
  const words = {
    collector: l10n.t("Collector"),
    name: l10n.t("Name"),
    endpoint: l10n.t("Endpoint"),
    description: l10n.t("Description"),
    review: l10n.t("Review"),
  };
  return among(words, step) ?? l10n.t("Headers");
}
