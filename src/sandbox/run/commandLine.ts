// `npm run sandbox`: the sandbox alone, for scripts, other clients and CI.
import { inMemory } from "../db/database.ts";
import { asFailure, SandboxError } from "../sandboxError.ts";
import { type Flags, readFlags, usage } from "./flags.ts";
import { openSandbox, type Sandbox } from "./openSandbox.ts";

async function run({ port, token, file }: Flags): Promise<void> {
  const onFault = (error: unknown): void => {
    complain(wordsFor(file, error));
    if (!(error instanceof SandboxError)) return;
    // Its data is gone for good, and so is its use.
    process.exitCode = 1;
    stop();
  };
  const sandbox = await openSandbox({ port, token, file, clockMoves: true, onFault });
  if (sandbox === undefined) throw new SandboxError("held", `Another sandbox is using ${file}.`);
  describe(sandbox, file);
  let ended: Promise<void> | undefined;
  const stop = (): void => void (ended ??= sandbox.close());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
}

function describe({ identity, keptAside }: Sandbox, file: string): void {
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

function wordsFor(file: string, error: unknown): string {
  const failure = asFailure(file, error);
  return failure instanceof SandboxError ? failure.message : String(failure);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

const flags = readFlags(process.argv.slice(2), process.env);
if (flags === undefined) {
  complain(usage);
  process.exitCode = 2;
} else {
  try {
    await run(flags);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    complain(error.message);
    process.exitCode = 1;
  }
}
