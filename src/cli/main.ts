// managed-auth, in a shell: `node managed-auth.cjs --help`.
import { exits } from "./output.ts";
import { run } from "./run.ts";

const stop = new AbortController();
// A second one ends the process, as everywhere.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
const { env, stderr, stdout } = process;
let isLost = false;
// Where who reads has left, as `head` does, nothing more is sent that no one would see. Else the disk may be full.
for (const stream of [stdout, stderr])
  stream.on("error", (fault: NodeJS.ErrnoException) => {
    isLost ||= fault.code !== "EPIPE";
    stop.abort();
  });
void run(process.argv.slice(2), { env, cwd: process.cwd(), stdout, stderr }, stop.signal).then((exit) => {
  process.exitCode = exit;
});
process.once("exit", () => {
  if (isLost) process.exitCode = exits.error;
});
