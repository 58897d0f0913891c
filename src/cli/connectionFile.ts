// Reads connection files, reports their problems, and writes files atomically.
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { appendFile, createReadStream } from "node:fs";
import { chmod, lstat, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { untilAborted } from "../api/untilAborted.ts";
import { correctFileName, defaultFileName, misnamedFile } from "../domain/file/fileNames.ts";
import { readFileProject } from "../domain/file/fileProject.ts";
import { maxFileLength, parseConnectionFile, type ParsedFile } from "../domain/file/parseFile.ts";
import { limitProblems, lineAndColumn, problemMessage } from "../domain/file/problem.ts";
import { isStandardOutput, type CommandArgs } from "./args.ts";
import { CommandError, exitCodes, standardInputName } from "./output.ts";
import type { CommandOutput, CommandShell, ExitCode } from "./output.ts";
import type { CommandContext, WantedProject } from "./service.ts";

export interface LoadedFile {
  /** The file's name as shown in messages, or "standard input". */
  readonly name: string;
  readonly text: string;
  readonly parsed: ParsedFile;
}

export const fileOperand = ({ operands }: CommandArgs): string => operands[0] ?? defaultFileName;

export const displayFileName = (name: string): string => (name === "-" ? standardInputName : name);

/** Maximum size of a file in bytes. A UTF-16 code unit takes at most three bytes in UTF-8. */
const maxFileBytes = 3 * maxFileLength;

/** Reads a file, or standard input for `-`. Returns undefined if the file doesn't exist. */
export async function readTextFile(
  { shell, signal }: CommandContext,
  name: string,
): Promise<string | undefined> {
  let bytes;
  try {
    const { descriptor, isSpecial, path } = await inspectFile(shell, name);
    // Read an open pipe by its descriptor. Opening its path would wait forever if the pipe is open only for writing,
    // but reading its descriptor fails immediately.
    const opened = isSpecial && descriptor !== undefined ? { fd: descriptor, autoClose: false } : {};
    const stream = name === "-" ? shell.stdin : createReadStream(path, opened);
    // Stop waiting if the command is cancelled, because a terminal or pipe may never send anything.
    bytes = await untilAborted(readBytes(stream), signal);
  } catch (fault) {
    if (systemErrorCode(fault) === "ENOENT") return undefined;
    throw new CommandError(fileFailureText(name, "read", fault));
  }
  if (bytes.length > maxFileBytes) throw new CommandError(`${displayFileName(name)} is too large.`);
  // Reject other encodings, because names would be decoded incorrectly.
  if (!isUtf8(bytes)) throw new CommandError(`${displayFileName(name)} isn't UTF-8. Save the file as UTF-8.`);
  return bytes.toString("utf8");
}

/** Reads a stream, but stops once it exceeds the size limit, because a device or pipe may never end. */
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

/** Searches the folder of a missing file for a similar name. Returns a message that suggests the file found, if any. */
export async function misnamedFileHint({ cwd }: CommandShell, name: string): Promise<string | undefined> {
  const folder = dirname(name);
  const misnamed = misnamedFile(await readdir(resolve(cwd, folder)).catch(() => []), basename(name));
  if (misnamed === undefined) return undefined;
  const correct = correctFileName(misnamed);
  const advice = correct === misnamed ? "" : ` Rename it to ${correct}, or name it.`;
  return `${name} doesn't exist. Did you mean “${join(folder, misnamed)}”?${advice}`;
}

export function parseLoadedFile(name: string, text: string): LoadedFile {
  return { name: displayFileName(name), text, parsed: parseConnectionFile(text) };
}

/** Reads and parses the connection file named in the arguments. Throws if the file doesn't exist. */
export async function loadFile(command: CommandContext): Promise<LoadedFile> {
  const name = fileOperand(command.args);
  const text = await readTextFile(command, name);
  if (text !== undefined) return parseLoadedFile(name, text);
  const message = `${name} doesn't exist. Name another file, or run “import” to create ${name}.`;
  throw new CommandError((await misnamedFileHint(command.shell, name)) ?? message);
}

/** Prints the problems that make a command fail. With `--json`, the printed object contains only these problems. */
export function failWithProblems(
  output: CommandOutput,
  file: LoadedFile,
  problems: ParsedFile["problems"],
): ExitCode {
  output.result(printProblems(output, file, problems));
  return exitCodes.error;
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
    const location = { file: name, ...lineAndColumn(text, offset), offset, length };
    return { severity, message: problemMessage(problem), ...location, code, args };
  });
  if (more === 0) return { problems: objects };
  const subject = more === 1 ? "problem isn't" : "problems aren't";
  output.note(`${name}: ${more} more ${subject} shown.`);
  return { problems: objects, more_problems: more };
}

/**
 * Returns the project named in a file, even if the rest of the file has errors. Without `--project`, throws if the
 * file is unreadable or misnamed, because another project can contain a connection with the same name.
 */
export async function readWantedProject(
  command: CommandContext,
  name: string,
): Promise<WantedProject & { readonly text?: string }> {
  const { args, output, shell, signal } = command;
  const text = await readTextFile(command, name).catch((fault: unknown) => {
    if (args.project === undefined || signal.aborted) throw fault;
    return "";
  });
  if (text === undefined) {
    const words = await misnamedFileHint(shell, name);
    if (args.command === "status" && args.operands.length > 0)
      throw new CommandError(words ?? `${name} doesn't exist.`);
    // Stop, because the misnamed file may specify a project that has a different connection with the same name.
    if (words !== undefined && args.project === undefined)
      throw new CommandError(`${words} To ignore that file, add --project.`);
    return {};
  }
  const file = displayFileName(name);
  const project = readFileProject(text);
  if (project !== undefined) return { file, text, ...project };
  if (args.project !== undefined) {
    output.note(`warning: ${file} can't be read. Only --project decides about the project.`);
    return {};
  }
  const loaded = parseLoadedFile(name, text);
  printProblems(output, loaded, loaded.parsed.problems);
  throw new CommandError(
    `${file} can't be read, so its project isn't known. Correct the file, or add --project.`,
  );
}

/** Returns the absolute path of a file. Resolves symbolic links if the file exists. */
export async function resolveRealPath({ cwd }: CommandShell, name: string): Promise<string> {
  const named = resolve(cwd, name);
  return realpath(named).catch(() => named);
}

/**
 * Determines how to open a file. `descriptor` is the number of an open file such as /dev/fd/3. Pipes, devices, open
 * files and links to missing files are written directly, because an atomic write would replace them with a regular
 * file.
 */
export async function inspectFile({ cwd }: CommandShell, name: string) {
  const path = resolve(cwd, name);
  const stats = await stat(path).catch(() => undefined);
  const isDangling = stats === undefined && (await lstat(path).catch(() => undefined)) !== undefined;
  const isSpecial = stats !== undefined && !stats.isFile() && !stats.isDirectory();
  const standard = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].indexOf(path);
  const descriptor = Number(/^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1] ?? standard);
  const isOpen = descriptor > 0 || /^\/proc\/[^/]+\/fd\/\d+$/.test(path);
  const isWrittenDirectly = isSpecial || isDangling || isOpen;
  return { path, mode: stats?.mode, isSpecial, isWrittenDirectly, ...(descriptor >= 0 && { descriptor }) };
}

/**
 * Writes a file completely or not at all. Preserves the file's mode, and replaces a link's target instead of the
 * link.
 */
export async function replaceFileAtomically(
  { shell, signal }: CommandContext,
  name: string,
  text: string,
): Promise<void> {
  if (isStandardOutput(name)) {
    shell.stdout.write(text);
    return;
  }
  const path = await resolveRealPath(shell, name);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const kind = await inspectFile(shell, name);
    if (kind.isWrittenDirectly) {
      // Append, because an open file such as /dev/stderr may already contain messages.
      await untilAborted(promisify(appendFile)(kind.descriptor ?? kind.path, text), signal);
      return;
    }
    await writeFile(temporary, text);
    if (kind.mode !== undefined) await chmod(temporary, kind.mode & 0o777);
    await rename(temporary, path);
  } catch (fault) {
    await rm(temporary, { force: true });
    throw new CommandError(fileFailureText(name, "written", fault));
  }
}

/** Returns the error message. Adds advice for a folder, a socket, or a pipe that is open in the wrong direction. */
function fileFailureText(name: string, verb: "read" | "written", fault: unknown): string {
  const code = systemErrorCode(fault);
  const hint = ["EBADF", "EISDIR", "ENXIO"].includes(code) ? " Name a file, or use “-”." : "";
  return `${displayFileName(name)} can't be ${verb} (${code}).${hint}`;
}

function systemErrorCode(fault: unknown): string {
  if (fault instanceof Error && "code" in fault && typeof fault.code === "string") return fault.code;
  return "unknown";
}
