import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inMemory } from "./database.ts";
import { newToken } from "./ids.ts";

export const usage = "Usage: npm run sandbox -- [--port N] [--token T] [--data FILE]";

export interface Flags {
  /** 0 takes any free port. */
  readonly port: number;
  readonly token: string;
  /** An absolute path, or ":memory:". */
  readonly file: string;
}

/** The flags of the command line with what stands for the missing ones, or undefined where they make no sense. */
export function readFlags(args: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, token: { type: "string" }, data: { type: "string" } },
    });
    const { port = "0", token = newToken(), data = inMemory } = values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) return undefined;
    if (!/^[\x21-\x7e]+$/.test(token) || data === "") return undefined;
    return { port: Number(port), token, file: data === inMemory ? data : resolve(data) };
  } catch {
    // An unknown flag, or one without its value.
    return undefined;
  }
}
