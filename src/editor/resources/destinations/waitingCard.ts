// The page of a refused deletion while it waits, and once no connection uses the destinations.
import { l10n } from "vscode";
import type { Target } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import { button, type ResultCard } from "../../results/buttons.ts";
import { sentence } from "../../words/sentences.ts";

/** Names the destinations of a wait. */
export function waitingWords([first, ...others]: readonly Target[]): string {
  const name = nameOf(first);
  return others.length === 0
    ? l10n.t("Waiting until no connection uses {0}", name)
    : l10n.t("Waiting until no connection uses {0} and {1} more", name, others.length);
}

/** Says that the destinations can be deleted. */
export function freeWords([first, ...others]: readonly Target[]): string {
  return others.length === 0
    ? l10n.t("Connections no longer use {0}.", nameOf(first))
    : l10n.t("Connections no longer use the destinations.");
}

function nameOf(target: Target | undefined): string {
  return display(target?.name ?? target?.idOrName ?? "");
}

/** The page during the wait: the first button ends the wait. */
export function waitingCard(card: ResultCard, targets: readonly Target[]): ResultCard {
  return {
    ...card,
    summary: [sentence(waitingWords(targets)), l10n.t("A notification tells you when you can delete.")],
    actions: {
      ...card.actions,
      next: button(l10n.t("Stop Waiting"), "managedAuth.deleteDestinations", {
        wait: false,
        resultId: card.id,
      }),
    },
  };
}

/** The page after the wait: the first button deletes. */
export function freeCard(card: ResultCard, targets: readonly Target[]): ResultCard {
  return {
    ...card,
    summary: [freeWords(targets)],
    actions: {
      ...card.actions,
      next: button(l10n.t("Delete…"), "managedAuth.deleteDestinations", { targets }),
    },
  };
}
