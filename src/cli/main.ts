// managed-auth, in a shell: `node managed-auth.cjs --help`.
import { run } from "./run.ts";

const stop = new AbortController();
// A second one ends the process, as everywhere.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
const { env, stderr, stdout } = process;
// Who reads has left, as `head` does: nothing more is sent that nobody would see.
for (const stream of [stdout, stderr]) stream.on("error", () => stop.abort());
void run(process.argv.slice(2), { env, cwd: process.cwd(), stdout, stderr }, stop.signal).then((exit) => {
  process.exitCode = exit;
});
