import * as z from "zod/mini";
import type { CommandArguments, CommandId, FollowUp } from "../words/contributions.ts";

/** A command at work: checks what it is told, whoever tells it, and does it. It may lead on to another command. */
export interface Command<Told> {
  /** Throws a `ZodError` where it is told what it does not take. */
  readonly start: (told: unknown) => Promise<FollowUp | undefined>;
  readonly takes: z.ZodMiniType<Told>;
}

/**
 * Starts a command, which checks what it is told; as the account with this id, where one is given: what a button of a notice
 * offers is about that account, whichever the window works as by then.
 */
export type Start = (command: CommandId, told?: unknown, accountId?: string) => Promise<void>;

/** Some commands, each with what {@link CommandArguments} says that it takes. */
export type Commands<Id extends CommandId = CommandId> = {
  readonly [One in Id]: Command<CommandArguments[One]>;
};

/** A command that takes something. */
export function command<Told>(
  takes: z.ZodMiniType<Told>,
  run: (told: Told) => Promise<FollowUp | undefined> | Promise<void>,
): Command<Told> {
  return { takes, start: async (told = {}) => (await run(takes.parse(told))) ?? undefined };
}

/** A command that takes nothing. */
export function plainCommand(run: () => unknown): Command<Readonly<Record<string, never>>> {
  return command(z.strictObject({}), async () => {
    await run();
  });
}
