import { l10n } from "vscode";
import type { Actions, Button, Card } from "../../card/card.ts";
import { type CommandArguments, type CommandId, commandIds } from "../words/contributions.ts";
import type { Remedy } from "../words/remedies.ts";
import * as z from "zod/mini";

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
  const copy: ResultButton = { label: l10n.t("Copy as Text"), press: { does: "copyDetails" } };
  const all = [...items, copy].filter((one) => one !== undefined);
  return { more: { label: l10n.t("More Actions"), items: all } };
}

export function copyIdButton(id: string): ResultButton {
  return { label: l10n.t("Copy ID"), press: { does: "copyId", id } };
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

/** What a button of a result does: plain data, stored with it, and checked again when that comes back. */
export const Effect = z.discriminatedUnion("does", [
  /** Starts a command, which checks what it is told. */
  z.strictObject({
    does: z.literal("run"),
    command: z.enum(commandIds),
    told: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ does: z.literal("copyId"), id: z.string() }),
  z.strictObject({ does: z.literal("copyValue"), text: z.string() }),
  z.strictObject({ does: z.literal("copyRequest"), text: z.string() }),
  z.strictObject({ does: z.literal("copyDetails") }),
  /** Opens an address that stays with the editor. */
  z.strictObject({ does: z.literal("open"), address: z.enum(["hosted_url", "live_view_url"]) }),
  z.strictObject({ does: z.literal("openWebsite"), domain: z.string() }),
]);
export type Effect = z.infer<typeof Effect>;

/** A card whose buttons carry what they do. */
export type ResultCard = Card<Effect>;

export type ResultButton = Button<Effect>;

/** Starts a command with what it is told. */
export function run<Id extends CommandId>(command: Id, told: CommandArguments[Id]): Effect {
  return { does: "run", command, told: { ...told } };
}

/** What needs nothing of the account. Every other command works as the one that is active. */
const ofAnyAccount: ReadonlySet<CommandId> = new Set([
  // An attempt whose account is gone has to be ended, too.
  "managedAuth.dismissPending",
]);

/** Whether something is done as an account: then only while the window works as the one of the result. */
export function needsAccount(effect: Effect): boolean {
  return effect.does === "open" || (effect.does === "run" && !ofAnyAccount.has(effect.command));
}
