// Reads connection files, reports their problems, and writes files atomically.
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, chmod, lstat, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { untilAborted } from "../api/untilAborted.ts";
import { misnamedFile, defaultFileName } from "../domain/file/fileNames.ts";
import { maxFileLength, parseConnectionFile, type ParsedFile } from "../domain/file/parseFile.ts";
import { hasErrors, limitProblems, lineAndColumn, problemMessage } from "../domain/file/problem.ts";
import { isStandardOutput, type CommandArgs } from "./args.ts";
import { CommandError, standardInputName, type CommandOutput, type CommandShell } from "./output.ts";
import type { CommandContext } from "./service.ts";

export interface LoadedFile {
  /** Name of the file in messages, or "standard input". */
  readonly name: string;
  readonly text: string;
  readonly parsed: ParsedFile;
}

export function fileOperand({ operands }: CommandArgs): string {
  return operands[0] ?? defaultFileName;
}

export const displayFileName = (name: string): string => (name === "-" ? standardInputName : name);

/** Maximum size of a file in bytes: a UTF-16 code unit takes at most three bytes in UTF-8. */
const maxFileBytes = 3 * maxFileLength;

/** Reads a file, or standard input for `-`. Returns undefined if the file doesn't exist. */
export async function readTextFile(
  { shell, signal }: CommandContext,
  name: string,
): Promise<string | undefined> {
  let bytes;
  try {
    const stream = name === "-" ? shell.stdin : createReadStream(resolve(shell.cwd, name));
    // Stop waiting if the command is cancelled, because a terminal or pipe may never send anything.
    bytes = await untilAborted(readBytes(stream), signal);
  } catch (fault) {
    if (systemErrorCode(fault) === "ENOENT") return undefined;
    throw new CommandError(`${displayFileName(name)} can't be read (${systemErrorCode(fault)}).`);
  }
  if (bytes.length > maxFileBytes) throw new CommandError(`${displayFileName(name)} is too large.`);
  // Reject other encodings, because names would be decoded incorrectly.
  if (!isUtf8(bytes)) throw new CommandError(`${displayFileName(name)} isn't UTF-8. Save the file as UTF-8.`);
  return bytes.toString("utf8");
}

/** Reads a stream up to the first chunk over the limit, because a device or pipe may never end. */
async function readBytes(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxFileBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Reads the text of a connection file. Returns undefined if the file doesn't exist. */
export async function readConnectionText(command: CommandContext, name: string): Promise<string | undefined> {
  const text = await readTextFile(command, name);
  const kind = text !== undefined && planFileKind(parseJsonFile(text));
  if (kind === "stored")
    throw new CommandError(`${displayFileName(name)} is a plan. Name the plan with --plan-file.`);
  if (kind === "printed")
    throw new CommandError(`${displayFileName(name)} is output of --json, not a connection file.`);
  return text;
}

export function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

/** Returns "stored" for a plan written by `--out`, "printed" for one printed by `--json`, and undefined otherwise. */
export function planFileKind(value: unknown): "stored" | "printed" | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("fingerprint" in value) return "stored";
  if ("base_url" in value && ("create" in value || "results" in value)) return "printed";
  return undefined;
}

/** If `managed-auth.jsonc` is missing, returns a message that suggests a similarly named file in the folder. */
export async function misnamedFileHint({ cwd }: CommandShell, name: string): Promise<string | undefined> {
  if (basename(name) !== defaultFileName) return undefined;
  const folder = dirname(name);
  const found = misnamedFile(await readdir(resolve(cwd, folder)).catch(() => []));
  return (
    found &&
    `${name} doesn't exist. Did you mean “${join(folder, found)}”? Rename it to ${defaultFileName}, or name it.`
  );
}

export function parseLoadedFile(name: string, text: string): LoadedFile {
  return { name: displayFileName(name), text, parsed: parseConnectionFile(text) };
}

/** Reads and parses the connection file named in the arguments. Throws if the file doesn't exist. */
export async function loadFile(command: CommandContext): Promise<LoadedFile> {
  const name = fileOperand(command.args);
  const text = await readConnectionText(command, name);
  if (text !== undefined) return parseLoadedFile(name, text);
  const words = `${name} doesn't exist. Name another file, or run “import” to create ${name}.`;
  throw new CommandError((await misnamedFileHint(command.shell, name)) ?? words);
}

/** Prints problems. Returns true if any of them is an error, in which case `--json` prints only the problems. */
export function printedErrors(
  output: CommandOutput,
  file: LoadedFile,
  problems: ParsedFile["problems"],
): boolean {
  const printed = printProblems(output, file, problems);
  const isWrong = hasErrors(problems);
  if (isWrong) output.result(printed);
  return isWrong;
}

/** Prints problems and returns them for the JSON object that `--json` prints. */
export function printProblems(
  output: CommandOutput,
  { name, text }: LoadedFile,
  problems: ParsedFile["problems"],
): { readonly problems: readonly object[]; readonly more_problems?: number } {
  const { more, shown } = limitProblems(problems);
  const objects = shown.map((problem) => {
    output.problem(problem, name, text);
    const { args, code, length, offset, severity } = problem;
    const place = { file: name, ...lineAndColumn(text, offset), offset, length };
    return { severity, message: problemMessage(problem), ...place, code, args };
  });
  if (more === 0) return { problems: objects };
  const subject = more === 1 ? "problem isn't" : "problems aren't";
  output.note(`${name}: ${more} more ${subject} shown.`);
  return { problems: objects, more_problems: more };
}

/** Returns the absolute path of a file. Resolves symbolic links if the file exists. */
export async function resolveRealPath({ cwd }: CommandShell, name: string): Promise<string> {
  const named = resolve(cwd, name);
  return realpath(named).catch(() => named);
}

/**
 * Writes a file completely or not at all. Preserves the file's mode, and replaces a link's target instead of the
 * link. Writes directly to devices, pipes, open files such as /dev/stderr, and links to missing files, because an
 * atomic write would replace them with a regular file.
 */
export async function replaceFileAtomically(shell: CommandShell, name: string, text: string): Promise<void> {
  if (isStandardOutput(name)) {
    shell.stdout.write(text);
    return;
  }
  const path = await resolveRealPath(shell, name);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const named = resolve(shell.cwd, name);
    const before = await stat(named).catch(() => undefined);
    const isDangling = before === undefined && (await lstat(named).catch(() => undefined)) !== undefined;
    const isOpen = /^\/(?:dev\/(?:stderr|fd\/\d+)|proc\/.+\/fd\/\d+)$/.test(named);
    if (before?.isFile() === false || isDangling || isOpen) {
      // Append, because an open file may already contain messages.
      await appendFile(named, text);
      return;
    }
    await writeFile(temporary, text);
    if (before !== undefined) await chmod(temporary, before.mode & 0o777);
    await rename(temporary, path);
  } catch (fault) {
    await rm(temporary, { force: true });
    throw new CommandError(`${name} can't be written (${systemErrorCode(fault)}).`);
  }
}

function systemErrorCode(fault: unknown): string {
  if (fault instanceof Error && "code" in fault && typeof fault.code === "string") return fault.code;
  return "unknown";
}
