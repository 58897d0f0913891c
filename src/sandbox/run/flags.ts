import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inMemory } from "../db/database.ts";
import { newToken } from "../identity.ts";

export const usage =
  "Usage: npm run sandbox -- [--port N] [--token T] [--data FILE], or the token in KERNEL_SANDBOX_TOKEN";

export interface Flags {
  /** 0 takes any free port. */
  readonly port: number;
  readonly token: string;
  /** An absolute path, or ":memory:". */
  readonly file: string;
}

/**
 * The flags of the command line with what stands for the missing ones, or undefined where they make no sense. The token
 * may come from the environment instead: every user of a computer can list the arguments of its programs.
 */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, token: { type: "string" }, data: { type: "string" } },
    });
    const { port = "0", data = inMemory } = values;
    const variable = environment["KERNEL_SANDBOX_TOKEN"] ?? "";
    const token = values.token ?? (variable === "" ? newToken() : variable);
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) return undefined;
    if (!/^[\x21-\x7e]+$/.test(token) || data === "") return undefined;
    return { port: Number(port), token, file: data === inMemory ? data : resolve(data) };
  } catch {
    // An unknown flag, or one without its value.
    return undefined;
  }
}
