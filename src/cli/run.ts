// Runs the command line, from its arguments to its exit code.
import { systemClock, type Clock } from "../api/clock.ts";
import { helpPage, isJsonWanted, parseCommandLine, commandLineVersion, writesToOutput } from "./args.ts";
import type { CommandName } from "./args.ts";
import { exitCodes, CommandError, CommandOutput, type ExitCode, type CommandShell } from "./output.ts";
import type { CommandContext } from "./service.ts";

/** Loaders of the commands. Commands are loaded on demand, so that `--help` prints without evaluating them. */
const commandLoaders: Readonly<
  Record<CommandName, () => Promise<(command: CommandContext) => Promise<ExitCode>>>
> = {
  plan: async () => (await import("./planCommands.ts")).runPlan,
  apply: async () => (await import("./planCommands.ts")).runApply,
  import: async () => (await import("./importCommand.ts")).runImport,
  validate: async () => (await import("./planCommands.ts")).runValidate,
  ensure: async () => (await import("./loginCommands.ts")).runEnsure,
  status: async () => (await import("./loginCommands.ts")).runStatus,
  browsers: async () => (await import("./browsers.ts")).runBrowsers,
};

/** Runs a command line and resolves to its exit code. Rejects only if this code has a bug. */
export async function runCommandLine(
  argv: readonly string[],
  shell: CommandShell,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<ExitCode> {
  const args = parseCommandLine(argv);
  if (typeof args === "string" || "fault" in args) {
    const output = new CommandOutput(shell, isJsonWanted(argv));
    if (args === "help" || args === "version") {
      const page = args === "help" ? helpPage : `${commandLineVersion}\n`;
      if (isJsonWanted(argv)) output.result({ [args]: page.trimEnd() });
      else shell.stdout.write(page);
      return exitCodes.done;
    }
    const sentence = args.fault.endsWith("?") ? args.fault : `${args.fault}.`;
    output.error(`${sentence} Run with --help for usage.`);
    output.result({ error: sentence });
    return exitCodes.error;
  }
  const output = new CommandOutput(shell, args.json, writesToOutput(args));
  const command = { shell, args, output, signal, clock };
  try {
    if (args.command !== "validate") (await import("./service.ts")).announceAddress(command);
    const action = await commandLoaders[args.command]();
    return await action(command);
  } catch (fault) {
    if (!(fault instanceof CommandError)) {
      output.result({ error: "managed-auth failed. Please report the stack on standard error." });
      throw fault;
    }
    const words = signal.aborted ? "Canceled." : fault.message;
    output.error(words);
    output.result({ error: words });
    return exitCodes.error;
  }
}
