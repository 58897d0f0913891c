// Runs the command line, from its arguments to its exit code.
import { systemClock, type Clock } from "../api/clock.ts";
import { helpPage, isJsonWanted, readArgs, version, writesToOutput } from "./args.ts";
import type { CommandName } from "./args.ts";
import { exits, Failure, Output } from "./output.ts";
import type { Exit, Shell } from "./output.ts";
import type { Call } from "./service.ts";

/** The commands, loaded on demand so that `--help` prints without evaluating them. */
const actions: Readonly<Record<CommandName, () => Promise<(call: Call) => Promise<Exit>>>> = {
  plan: async () => (await import("./planning.ts")).plan,
  apply: async () => (await import("./planning.ts")).applyFile,
  import: async () => (await import("./importing.ts")).importConnections,
  validate: async () => (await import("./planning.ts")).validate,
  ensure: async () => (await import("./logins.ts")).ensureLoggedIn,
  status: async () => (await import("./logins.ts")).status,
  browsers: async () => (await import("./browsers.ts")).browsersCommand,
};

/** Runs a command line and resolves to its exit code. Rejects only because of a bug in this code. */
export async function run(
  argv: readonly string[],
  shell: Shell,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Exit> {
  const args = readArgs(argv);
  if (typeof args === "string" || "fault" in args) {
    const output = new Output(shell, isJsonWanted(argv));
    if (args === "help" || args === "version") {
      const page = args === "help" ? helpPage : `${version}\n`;
      if (isJsonWanted(argv)) output.result({ [args]: page.trimEnd() });
      else shell.stdout.write(page);
      return exits.done;
    }
    const sentence = args.fault.endsWith("?") ? args.fault : `${args.fault}.`;
    output.error(`${sentence} Run with --help for usage.`);
    output.result({ error: sentence });
    return exits.error;
  }
  const output = new Output(shell, args.json, writesToOutput(args));
  try {
    if (args.command !== "validate") (await import("./service.ts")).announceAddress({ shell, args, output });
    const action = await actions[args.command]();
    return await action({ shell, args, output, signal, clock });
  } catch (fault) {
    if (!(fault instanceof Failure)) {
      output.result({ error: "managed-auth failed. Please report the stack on standard error." });
      throw fault;
    }
    const words = signal.aborted ? "Canceled." : fault.message;
    output.error(words);
    output.result({ error: words });
    return exits.error;
  }
}
