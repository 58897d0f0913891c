import * as z from "zod/mini";
import type { Button, Card } from "../../card/card.ts";
import { type CommandArguments, type CommandId, commandIds } from "../words/contributions.ts";

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
