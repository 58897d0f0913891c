// Entry point of the command line: `node managed-auth.cjs --help`.
import "./nodeVersion.ts";
import { exits } from "./output.ts";
import { run } from "./run.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const stop = new AbortController();
let received: NodeJS.Signals | undefined;
/** Cancels the command. A second signal ends the process immediately. */
const cancel = (signal: NodeJS.Signals): void => {
  received = signal;
  for (const one of signals) process.removeListener(one, cancel);
  stop.abort();
};
for (const signal of signals) process.on(signal, cancel);
const { env, stderr, stdout } = process;

/** Returns the current folder. If it was deleted, returns its former path, so that reading its files fails with ENOENT. */
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
    stop.abort();
  });
const shell = {
  env,
  cwd: currentFolder(),
  stdout,
  stderr,
  /** Opened on first use only, because an open standard input can keep the process alive. */
  get stdin() {
    return process.stdin;
  },
};
void run(process.argv.slice(2), shell, stop.signal).then((exit) => {
  process.exitCode = exit;
  // End by the same signal, because a shell stops a loop or a script only then.
  if (received !== undefined) stdout.write("", () => received && process.kill(process.pid, received));
});
process.once("exit", () => {
  if (isLost) process.exitCode = exits.error;
});
