import * as z from "zod/mini";
import type { CommandArguments, CommandId, FollowUp } from "../words/contributions.ts";

/** A command at work: checks its arguments, whoever gives them, and does it. It may lead on to another command. */
export interface Command<Args> {
  /** Throws a `ZodError` where it is given what it does not take. */
  readonly start: (args: unknown) => Promise<FollowUp | undefined>;
  readonly takes: z.ZodMiniType<Args>;
}

/**
 * Starts a command, which checks its arguments; as the account with this id, where one is given: what a button of a notice
 * offers is about that account, whichever the window works as by then.
 */
export type Start = (command: CommandId, args?: unknown, accountId?: string) => Promise<void>;

/** Some commands, each with what {@link CommandArguments} says that it takes. */
export type Commands<Id extends CommandId = CommandId> = {
  readonly [One in Id]: Command<CommandArguments[One]>;
};

/** A command that takes something. */
export function command<Args>(
  takes: z.ZodMiniType<Args>,
  run: (args: Args) => Promise<FollowUp | undefined> | Promise<void>,
): Command<Args> {
  return {
    takes,
    start: async (args) => {
      // A key or another extension called a command whose arguments only a button passes.
      if (args === undefined && !takes.safeParse({}).success) return undefined;
      return (await run(takes.parse(args ?? {}))) ?? undefined;
    },
  };
}

/** A command that takes nothing. */
export function plainCommand(run: () => unknown): Command<Readonly<Record<string, never>>> {
  return command(z.strictObject({}), async () => {
    await run();
  });
}
