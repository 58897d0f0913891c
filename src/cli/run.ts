// One run of the command line, from its arguments to its exit code.
import { helpPage, readArgs, version } from "./args.ts";
import type { CommandName } from "./args.ts";
import { exits, Failure, Output } from "./output.ts";
import type { Exit, Shell } from "./output.ts";
import type { Call } from "./service.ts";

/** Loaded once it is known which: a page is printed before anything else is evaluated. */
const actions: Readonly<Record<CommandName, () => Promise<(call: Call) => Promise<Exit>>>> = {
  plan: async () => (await import("./planning.ts")).plan,
  apply: async () => (await import("./planning.ts")).applyFile,
  import: async () => (await import("./importing.ts")).importConnections,
  validate: async () => (await import("./planning.ts")).validate,
  ensure: async () => (await import("./logins.ts")).ensureLoggedIn,
  status: async () => (await import("./logins.ts")).status,
};

/** Runs a command line and resolves to its exit code. Rejects only where this code is wrong. */
export async function run(argv: readonly string[], shell: Shell, signal: AbortSignal): Promise<Exit> {
  const args = readArgs(argv);
  if (args === "help" || args === "version") {
    shell.stdout.write(args === "help" ? helpPage : `${version}\n`);
    return exits.done;
  }
  if ("fault" in args) {
    new Output(shell, false).error(`${args.fault}. Run with --help for usage.`);
    return exits.error;
  }
  const output = new Output(shell, args.json);
  try {
    const action = await actions[args.command]();
    return await action({ shell, args, output, signal });
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    output.error(signal.aborted ? "Canceled." : fault.message);
    output.result({ error: signal.aborted ? "Canceled." : fault.message });
    return exits.error;
  }
}
