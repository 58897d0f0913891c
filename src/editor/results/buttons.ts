import { l10n } from "vscode";
import type { Actions } from "../../card/card.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import type { Remedy } from "../words/remedies.ts";
import { type Effect, type ResultButton, run } from "./buttonEffect.ts";

/** A button that starts a command with what it is told. */
export function button<Id extends CommandId>(
  label: string,
  command: Id,
  told: CommandArguments[Id],
): ResultButton {
  return { label, press: run(command, told) };
}

/**
 * The buttons of a card that are not in sight, after what all cards end with. `undefined` among them is no button: a
 * card says in one expression what it offers when.
 */
export function more(...items: readonly (ResultButton | undefined)[]): Pick<Actions<Effect>, "more"> {
  const all = [...items, copyDetailsButton()].filter((one) => one !== undefined);
  return { more: { label: l10n.t("More Actions"), items: all } };
}

export function copyIdButton(id: string): ResultButton {
  return { label: l10n.t("Copy ID"), press: { does: "copyId", id } };
}

function copyDetailsButton(): ResultButton {
  return { label: l10n.t("Copy as Text"), press: { does: "copyDetails" } };
}

/** Has the token replaced; `showEntitlements` where the result only tells that they could not be read without. */
export function signInAgainButton(showEntitlements?: true): ResultButton {
  return button(l10n.t("Replace Token…"), "managedAuth.replaceToken", { showEntitlements });
}

/** What helps against an error more than to try again; `showEntitlements` as for another token. */
export function remedyButton(remedies: readonly Remedy[], showEntitlements?: true): ResultButton | undefined {
  if (remedies.includes("signIn")) return signInAgainButton(showEntitlements);
  return remedies.includes("chooseProject") ? chooseProjectButton() : undefined;
}

/** Asks in which project the account works. */
export function chooseProjectButton(): ResultButton {
  return button(l10n.t("Choose Project…"), "managedAuth.chooseProject", {});
}
