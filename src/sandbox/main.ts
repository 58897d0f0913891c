// `npm run sandbox`: the sandbox alone, for scripts, other clients and CI.
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import { inMemory } from "./database.ts";
import { SandboxError } from "./failure.ts";
import { newToken } from "./ids.ts";
import type { Sandbox } from "./sandbox.ts";
import { openSandbox } from "./sandbox.ts";

const usage = "Usage: npm run sandbox -- [--port N] [--token T] [--data FILE]";

interface Flags {
  readonly port: number;
  readonly token: string;
  readonly file: string;
}

/** The flags, or undefined where they make no sense. */
function readFlags(args: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, token: { type: "string" }, data: { type: "string" } },
    });
    const { port = "0", token = newToken(), data = inMemory } = values;
    const valid =
      /^\d{1,5}$/.test(port) && Number(port) <= 65535 && /^[\x21-\x7e]+$/.test(token) && data !== "";
    return valid ? { port: Number(port), token, file: placeOf(data) } : undefined;
  } catch {
    // An unknown flag, or one without its value.
    return undefined;
  }
}

const placeOf = (data: string): string => (data === inMemory || isAbsolute(data) ? data : resolve(data));

async function run({ port, token, file }: Flags): Promise<void> {
  const sandbox = await openSandbox({ port, token, file, onFault: (error) => complain(String(error)) });
  if (sandbox === undefined) throw new SandboxError("held", `Another sandbox is using ${file}.`);
  describe(sandbox, file);
  const stop = (): void => void sandbox.close();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
}

function describe({ identity, keptAside }: Sandbox, file: string): void {
  if (keptAside !== undefined)
    complain(`The data file was damaged. It was kept as ${keptAside}; this is a new one.`);
  const data = file === inMemory ? "in memory, gone when it stops" : file;
  const lines = [
    "Managed Auth sandbox: a pretend service on this computer alone.",
    `Address  http://127.0.0.1:${identity.port}`,
    `Token    ${identity.token}`,
    `Data     ${data}`,
    "Stop it with Ctrl+C.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

const flags = readFlags(process.argv.slice(2));
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
