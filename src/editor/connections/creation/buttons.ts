import { l10n } from "vscode";
import type { Draft } from "../../../domain/draft/draft.ts";
import { button } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { ResultButton } from "../../results/buttonEffect.ts";

/** Leads back to the answers of a request. */
export function backToReviewButton(draft: Draft): ResultButton {
  return button(l10n.t("Change Answers…"), "managedAuth.createConnection", { draft, start: "review" });
}

/** Sends what was refused once more, as it was; the answer takes the place of this result. */
export function sendAgainButton(draft: Draft, { id: resultId }: Occasion): ResultButton {
  return button(l10n.t("Try Again"), "managedAuth.createConnection", {
    draft,
    start: "review",
    send: true,
    resultId,
  });
}

/** Sends an attempt of unknown end again; the answer takes the place of this result. */
export function checkButton(id: string, { id: resultId }: Occasion): ResultButton {
  return button(l10n.t("Check Now"), "managedAuth.checkPending", { id, resultId });
}

/** Forgets an attempt of unknown end. */
export function dismissButton(id: string): ResultButton {
  return button(l10n.t("Dismiss"), "managedAuth.dismissPending", { id });
}

export function showConnectionButton(id: string): ResultButton {
  return button(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
}
