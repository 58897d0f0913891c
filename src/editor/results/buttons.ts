import { l10n } from "vscode";
import type { CardActions, CardBlock, CardButton, CardModel, CardRow } from "../../card/card.ts";
import { compact } from "../../domain/compact.ts";
import { type CommandArguments, type CommandId, commandIds } from "../words/contributions.ts";
import type { ErrorRemedy } from "../words/errorText.ts";
import * as z from "zod/mini";

/** The buttons of a card that are visible without opening its menu. */
export type VisibleButtons = Pick<CardActions<ButtonAction>, "next" | "other">;

export function commandButton<Id extends CommandId>(
  label: string,
  command: Id,
  args: CommandArguments[Id],
): ResultButton {
  return { label, press: commandAction(command, args) };
}

/**
 * Builds the "More Actions" menu of a card from the given buttons and the entries that all cards have. Skips
 * `undefined` and `false`, so that a card can list its buttons in one expression.
 */
export function moreMenu(
  ...items: readonly (ResultButton | false | undefined)[]
): Pick<CardActions<ButtonAction>, "more"> {
  const copy: ResultButton = { label: l10n.t("Copy as Text"), press: { does: "copyDetails" } };
  return { more: { label: l10n.t("More Actions"), items: compact(...items, copy) } };
}

export function copyIdButton(id: string): ResultButton {
  return { label: l10n.t("Copy ID"), press: { does: "copyId", id } };
}

/**
 * Creates the button that replaces the token and, with `showEntitlements`, then shows the entitlements. Set
 * `showEntitlements` on results that only report that the entitlements couldn't be fetched.
 */
export function signInAgainButton(showEntitlements?: true): ResultButton {
  return commandButton(l10n.t("Replace Token…"), "managedAuth.replaceToken", { showEntitlements });
}

/**
 * Creates the button that changes the token or project. Returns undefined if `remedies` contains neither change. Set
 * `showEntitlements` as for {@link signInAgainButton}.
 */
export function remedyButton(
  remedies: readonly ErrorRemedy[],
  showEntitlements?: true,
): ResultButton | undefined {
  if (remedies.includes("signIn")) return signInAgainButton(showEntitlements);
  if (!remedies.includes("chooseProject")) return undefined;
  return chooseProjectButton();
}

export function chooseProjectButton(): ResultButton {
  return commandButton(l10n.t("Choose Project…"), "managedAuth.chooseProject", {});
}

/** The action of a result's button as plain data, which is stored with the result and validated on each press. */
export const ButtonAction = z.discriminatedUnion("does", [
  z.strictObject({
    does: z.literal("run"),
    command: z.enum(commandIds),
    /** The command validates its arguments when the button is pressed. */
    args: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ does: z.literal("copyId"), id: z.string() }),
  z.strictObject({ does: z.literal("copyValue"), text: z.string() }),
  z.strictObject({ does: z.literal("copyRequest"), text: z.string() }),
  z.strictObject({ does: z.literal("copyDetails") }),
  /** Opens the login page. The page's URL is never stored and never sent to the webview. */
  z.strictObject({ does: z.literal("open"), address: z.literal("hosted_url") }),
  z.strictObject({ does: z.literal("openWebsite"), domain: z.string() }),
]);
export type ButtonAction = z.infer<typeof ButtonAction>;

export type ResultCard = CardModel<ButtonAction>;

export type ResultButton = CardButton<ButtonAction>;

export type ResultBlock = CardBlock<ButtonAction>;

export type ResultRow = CardRow<ButtonAction>;

export function commandAction<Id extends CommandId>(command: Id, args: CommandArguments[Id]): ButtonAction {
  return { does: "run", command, args: { ...args } };
}

/**
 * Commands that buttons can run without the result's account. All other commands act on the account that the window
 * uses.
 */
const accountFreeCommands: ReadonlySet<CommandId> = new Set([
  // The user must be able to remove the record of a creation attempt even if its account is no longer signed in.
  "managedAuth.dismissPending",
]);

/** True if the action uses an account. Such an action is only allowed while the window uses the result's account. */
export function needsAccount(effect: ButtonAction): boolean {
  return effect.does === "open" || (effect.does === "run" && !accountFreeCommands.has(effect.command));
}
