import { l10n } from "vscode";
import type { Draft } from "../../../domain/draft/draft.ts";
import { button, remedyButton } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import type { Remedy } from "../../words/remedies.ts";

/**
 * What is offered after a refusal, with these remedies: what helps, where anything does, and the way back to the answers.
 * With the same token, or in the same plan, the same is refused again.
 */
export function afterRefusal(
  remedies: readonly Remedy[],
  back: ResultButton,
  { again, feature }: { readonly again?: ResultButton; readonly feature?: string | undefined } = {},
): Pick<ResultCard["actions"], "next" | "other"> {
  const first =
    remedyButton(remedies) ??
    (remedies.includes("explain")
      ? button(l10n.t("Show Entitlements"), "managedAuth.showEntitlements", { feature })
      : again);
  return first === undefined ? { next: back } : { next: first, other: back };
}

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
