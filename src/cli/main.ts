// Entry point of the command line: `node managed-auth.cjs --help`.
import "./nodeVersion.ts";
import { inspect } from "node:util";
import { exitCodes } from "./output.ts";
import { runCommandLine } from "./run.ts";

const handledSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const cancellation = new AbortController();
let receivedSignal: NodeJS.Signals | undefined;
/** Cancels the command. A second signal ends the process immediately. */
const cancelCommand = (signal: NodeJS.Signals): void => {
  receivedSignal = signal;
  for (const name of handledSignals) process.removeListener(name, cancelCommand);
  cancellation.abort();
};
for (const signal of handledSignals) process.on(signal, cancelCommand);
const { env, stderr, stdout } = process;

/**
 * Returns the current folder. If the folder was deleted, returns its former path, so that reading a file in it fails
 * with ENOENT.
 */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return env["PWD"] ?? "/";
  }
}

let isLost = false;
// Cancel the command if the reader closes the pipe, as `head` does. Any other stream error, such as a full disk, also
// makes the command fail.
for (const stream of [stdout, stderr])
  stream.on("error", (fault: NodeJS.ErrnoException) => {
    isLost ||= fault.code !== "EPIPE";
    cancellation.abort();
  });
const processShell = {
  env,
  cwd: currentFolder(),
  stdout,
  stderr,
  /** Standard input is opened only on first use, because an open standard input can keep the process alive. */
  get stdin() {
    return process.stdin;
  },
};
void runCommandLine(process.argv.slice(2), processShell, cancellation.signal)
  .catch((fault: unknown) => {
    // Print only the stack. For an uncaught error, Node.js would also print the source line, which has 100,000
    // characters in the bundle.
    stderr.write(`error: managed-auth failed. Please report this stack.\n${inspect(fault)}\n`);
    return exitCodes.error;
  })
  .then((exit) => {
    process.exitCode = exit;
    // Terminate with the received signal. Otherwise a shell wouldn't stop the loop or script that runs this command.
    if (receivedSignal !== undefined)
      stdout.write("", () => receivedSignal && process.kill(process.pid, receivedSignal));
  });
process.once("exit", () => {
  if (isLost) process.exitCode = exitCodes.error;
});
