import * as z from "zod/mini";
import type { CommandArguments, CommandId, FollowUp } from "../words/contributions.ts";

/** Validates its arguments and runs. May return a follow-up command. */
export interface Command<Args> {
  /** Throws a `ZodError` for invalid arguments. */
  readonly start: (args: unknown) => Promise<FollowUp | undefined>;
  readonly schema: z.ZodMiniType<Args>;
}

/**
 * Starts a command. With `accountId`, the command runs for that account, because the button of a notification concerns
 * the account of its notification even if the window has switched to another one.
 */
export type StartCommand = (command: CommandId, args?: unknown, accountId?: string) => Promise<void>;

/** Commands by ID, each with the arguments that {@link CommandArguments} declares. */
export type Commands<Id extends CommandId = CommandId> = {
  readonly [One in Id]: Command<CommandArguments[One]>;
};

/** Returns a command with arguments. */
export function command<Args>(
  takes: z.ZodMiniType<Args>,
  run: (args: Args) => Promise<FollowUp | undefined> | Promise<void>,
): Command<Args> {
  return {
    schema: takes,
    start: async (args) => {
      // Ignore calls by a keybinding or another extension without the arguments that only our buttons pass.
      if (args === undefined && !takes.safeParse({}).success) return undefined;
      return (await run(takes.parse(args ?? {}))) ?? undefined;
    },
  };
}

/** Returns a command without arguments. */
export function plainCommand(run: () => unknown): Command<Readonly<Record<string, never>>> {
  return command(z.strictObject({}), async () => {
    await run();
  });
}
