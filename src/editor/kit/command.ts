import * as z from "zod/mini";
import type { CommandArguments, CommandId } from "../words/contributions.ts";

export interface Command<Args> {
  /** Validates the arguments and runs the command. Throws a `ZodError` for invalid arguments. */
  readonly start: (args: unknown) => unknown;
  readonly schema: z.ZodMiniType<Args>;
}

/**
 * Starts a command. If `accountId` is given, the command uses that account even if the window has switched to another
 * one. Notifications pass the account that they are about.
 */
export type StartCommand = (command: CommandId, args?: unknown, accountId?: string) => Promise<void>;

/** Commands by ID, each with the arguments that {@link CommandArguments} declares. */
export type Commands<Id extends CommandId = CommandId> = {
  readonly [One in Id]: Command<CommandArguments[One]>;
};

export type CommandGroup = Partial<Commands>;

export function command<Args>(schema: z.ZodMiniType<Args>, run: (args: Args) => unknown): Command<Args> {
  return {
    schema,
    start: (args) => {
      // Ignore calls without the required arguments, which come from keybindings or other extensions. This
      // extension's own buttons always pass the arguments.
      if (args === undefined && !schema.safeParse({}).success) return undefined;
      return run(schema.parse(args ?? {}));
    },
  };
}

export function plainCommand(run: () => unknown): Command<Readonly<Record<string, never>>> {
  // Don't pass the empty arguments on, because `run` may have optional parameters for other callers.
  return command(z.strictObject({}), () => run());
}
