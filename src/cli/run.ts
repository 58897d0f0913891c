// One run of the command line, from its arguments to its exit code.
import { helpPage, readArgs } from "./args.ts";
import type { CommandName } from "./args.ts";
import { importConnections } from "./importing.ts";
import { ensureLoggedIn, status } from "./logins.ts";
import { exits, Output } from "./output.ts";
import type { Exit, Shell } from "./output.ts";
import { applyFile, plan, validate } from "./planning.ts";
import type { Call } from "./planning.ts";
import { Failure, version } from "./service.ts";

const actions: Readonly<Record<CommandName, (call: Call) => Promise<Exit>>> = {
  plan,
  apply: applyFile,
  import: importConnections,
  validate,
  ensure: ensureLoggedIn,
  status,
};

/** Runs a command line and resolves to its exit code. Rejects only where this code is wrong. */
export async function run(argv: readonly string[], shell: Shell, signal: AbortSignal): Promise<Exit> {
  const args = readArgs(argv);
  if (args === "help" || args === "version") {
    new Output(shell, false).page(args === "help" ? helpPage : `${version}\n`);
    return exits.done;
  }
  if ("fault" in args) {
    new Output(shell, false).error(`${args.fault}. “--help” has the whole page.`);
    return exits.error;
  }
  const output = new Output(shell, args.json);
  try {
    return await actions[args.command]({ shell, args, output, signal });
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    output.error(signal.aborted ? "Cancelled." : fault.message);
    output.result({ error: signal.aborted ? "Cancelled." : fault.message });
    return exits.error;
  }
}
