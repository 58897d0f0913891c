import { l10n } from "vscode";
import { run } from "./effect.ts";
import type { Effect, ResultButton } from "./effect.ts";

/** A button of a result. */
export function button(label: string, press: Effect): ResultButton {
  return { label, press };
}

/** The button for what the words of a card say comes next. */
export function primary(one: ResultButton): ResultButton {
  return { ...one, primary: true };
}

export function copyIdButton(id: string): ResultButton {
  return button(l10n.t("Copy ID"), { does: "copyId", id });
}

export function copyDetailsButton(): ResultButton {
  return button(l10n.t("Copy as Text"), { does: "copyDetails" });
}

/** Has the token replaced; `showEntitlements` where the result only tells that they could not be read without. */
export function signInAgainButton(showEntitlements?: true): ResultButton {
  return button(l10n.t("Sign In Again"), run("managedAuth.replaceToken", { showEntitlements }));
}
