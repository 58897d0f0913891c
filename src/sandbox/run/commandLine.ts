// Implements `npm run sandbox`, which runs the sandbox as a process for scripts, other clients and CI.
import { inMemory } from "../db/database.ts";
import { toSandboxError, SandboxError } from "../sandboxError.ts";
import { type SandboxFlags, readFlags, usageText } from "./flags.ts";
import { openSandbox, type OpenSandbox } from "./openSandbox.ts";

async function runSandbox({ port, token, file }: SandboxFlags): Promise<void> {
  const onFault = (error: unknown): void => {
    printError(failureMessage(file, error));
    if (!(error instanceof SandboxError)) return;
    // Stop, because the data file was removed or replaced.
    process.exitCode = 1;
    stop();
  };
  const sandbox = await openSandbox({ port, token, file, clockMoves: true, onFault });
  if (sandbox === undefined) throw new SandboxError("held", `Another sandbox is using ${file}.`);
  printSummary(sandbox, file);
  let ended: Promise<void> | undefined;
  const stop = (): void => void (ended ??= sandbox.close());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
}

function printSummary({ identity, keptAside }: OpenSandbox, file: string): void {
  const data = file === inMemory ? "in memory, lost when the sandbox stops" : file;
  const lines = [
    "Managed Auth sandbox: a stand-in for the service on this computer.",
    `Address  http://127.0.0.1:${identity.port}`,
    `Token    ${identity.token}`,
    `Data     ${data}`,
    ...(keptAside === undefined ? [] : [`         The old data can't be used, and is kept in ${keptAside}`]),
    "Stop the sandbox with Ctrl+C.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function failureMessage(file: string, error: unknown): string {
  const failure = toSandboxError(file, error);
  if (failure instanceof SandboxError) return failure.message;
  return String(failure);
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

const sandboxFlags = readFlags(process.argv.slice(2), process.env);
if (sandboxFlags === undefined) {
  printError(usageText);
  process.exitCode = 2;
} else {
  try {
    await runSandbox(sandboxFlags);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    printError(error.message);
    process.exitCode = 1;
  }
}
