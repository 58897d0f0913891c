import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inMemory } from "../db/database.ts";
import { newToken } from "../identity.ts";

export const usageText =
  "Usage: npm run sandbox -- [--port N] [--token T] [--data FILE], or the token in KERNEL_SANDBOX_TOKEN";

export interface SandboxFlags {
  /** 0 selects any free port. */
  readonly port: number;
  readonly token: string;
  /** Absolute path of the data file, or ":memory:". */
  readonly file: string;
}

/**
 * Parses the flags and adds defaults. Returns undefined if the flags are invalid. The token can also come from an
 * environment variable, because every user of a computer can list the arguments of its processes.
 */
export function readFlags(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): SandboxFlags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, token: { type: "string" }, data: { type: "string" } },
    });
    const { port = "0", data = inMemory } = values;
    const variable = environment["KERNEL_SANDBOX_TOKEN"] ?? "";
    const token = values.token ?? (variable || newToken());
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) return undefined;
    if (!/^[\x21-\x7e]+$/.test(token) || data === "") return undefined;
    return { port: Number(port), token, file: data === inMemory ? data : resolve(data) };
  } catch {
    // `parseArgs` throws if a flag is unknown or has no value.
    return undefined;
  }
}
