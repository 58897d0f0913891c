// Files on the disk: the one of connections, read with its problems, and those that are written whole.
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseConnectionFile } from "../domain/file/parse.ts";
import type { ParsedFile } from "../domain/file/parse.ts";
import { hasErrors } from "../domain/file/problem.ts";
import type { Args } from "./args.ts";
import { Failure } from "./output.ts";
import type { Output, Shell } from "./output.ts";

const usualFile = "managed-auth.jsonc";

/** A file of connections and what is in it. */
export interface LoadedFile {
  /** As it was named. */
  readonly name: string;
  readonly text: string;
  readonly parsed: ParsedFile;
}

/** The file that a command is about. */
export function fileName({ operands }: Pick<Args, "operands">): string {
  return operands[0] ?? usualFile;
}

/** Reads the file; `undefined` where it is not there. */
export async function readText({ cwd }: Pick<Shell, "cwd">, name: string): Promise<string | undefined> {
  let bytes;
  try {
    bytes = await readFile(resolve(cwd, name));
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return undefined;
    throw new Failure(`${name} can't be read (${codeOf(fault)}).`);
  }
  // A name in another encoding would become another name.
  if (!isUtf8(bytes)) throw new Failure(`${name} isn't UTF-8. Save the file as UTF-8.`);
  return bytes.toString("utf8");
}

/** Reads the file and prints its problems. */
export async function loadFile(shell: Pick<Shell, "cwd">, args: Args): Promise<LoadedFile> {
  const name = fileName(args);
  const text = await readText(shell, name);
  if (text === undefined)
    throw new Failure(`${name} doesn't exist. Name another file, or run “import” to create ${name}.`);
  return { name, text, parsed: parseConnectionFile(text) };
}

/** Prints problems; whether one of them is an error: then they, and those before, are all that there is to tell. */
export function stopsAt(
  output: Output,
  { name, text }: Pick<LoadedFile, "name" | "text">,
  problems: ParsedFile["problems"],
  before: ParsedFile["problems"] = [],
): boolean {
  for (const problem of problems) output.problem(problem, name, text);
  const isWrong = hasErrors(problems);
  if (isWrong) output.result({ problems: problemObjects([...before, ...problems]) });
  return isWrong;
}

/** Problems as they stand in the object of `--json`. */
export const problemObjects = (problems: ParsedFile["problems"]): readonly object[] =>
  problems.map(({ args, code, length, offset, severity }) => ({ severity, code, args, offset, length }));

/** Where a file is, or will be: where a link leads, if there is something. */
export async function pathOf({ cwd }: Pick<Shell, "cwd">, name: string): Promise<string> {
  const named = resolve(cwd, name);
  return realpath(named).catch(() => named);
}

/** Writes a file whole or not at all: where a link leads, with the rights that the file has. */
export async function writeWhole(shell: Pick<Shell, "cwd">, name: string, text: string): Promise<void> {
  const path = await pathOf(shell, name);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const before = await stat(path).catch(() => undefined);
    await writeFile(draft, text);
    if (before !== undefined) await chmod(draft, before.mode & 0o777);
    await rename(draft, path);
  } catch (fault) {
    await rm(draft, { force: true });
    throw new Failure(`${name} can't be written (${codeOf(fault)}).`);
  }
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "unknown";
}
