// Prints results and errors as plain lines, as one JSON object, or as annotations in GitHub Actions.
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type FileProblem, type TextRange, lineAndColumn, problemMessage } from "../domain/file/problem.ts";
import { visibleJson, visibleLine } from "../domain/text/visible.ts";

/** The parts of the Node.js process that commands use. Tests replace them. */
export interface CommandShell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Name that messages use for the file `-`. */
export const standardInputName = "standard input";

/** Thrown to end a command with an error message. */
export class CommandError extends Error {}

/**
 * Exit codes of all commands. `changes` means that the file and the service differ. `person` means that a login needs
 * a person.
 */
export const exitCodes = { done: 0, error: 1, changes: 2, person: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

type TextColor = "red" | "green" | "yellow" | "bold" | "dim";
const colorCodes: Readonly<Record<TextColor, number>> = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 };

/**
 * Matches the start of a workflow command that GitHub and Azure runners recognize anywhere in a line. Commands that
 * start with "::" are recognized only at the start of a line, so the pattern doesn't include them.
 */
const workflowCommandPattern = /##(?=(?:vso)?\[)/giu;

/** Prints lines for people or, with `--json`, one object for programs. Escapes text from the service. */
export class CommandOutput {
  readonly #shell: CommandShell;
  readonly #json: boolean;
  readonly #isAction: boolean;
  /** The stream that lines are printed to, which is standard error if a file is written to standard output. */
  readonly #lines: OutputStream;
  readonly #hasColors: boolean;
  readonly #hasProgress: boolean;
  #progress = false;
  #hasResult = false;

  constructor(shell: CommandShell, json: boolean, linesToError = false) {
    this.#shell = shell;
    this.#json = json;
    const { env, stderr, stdout } = shell;
    this.#isAction = env["GITHUB_ACTIONS"] === "true";
    this.#lines = linesToError ? stderr : stdout;
    const hasEscapes = env["TERM"] !== "dumb";
    this.#hasColors = this.#lines.isTTY === true && !env["NO_COLOR"] && hasEscapes;
    this.#hasProgress = !json && stderr.isTTY === true && hasEscapes;
  }

  /** Prints a line of the result. Does nothing with `--json`, because the JSON object contains the result. */
  line(text = "", color?: TextColor): void {
    this.#clear();
    if (this.#json) return;
    const safe = this.#escape(text);
    if (color === undefined || !this.#hasColors) this.#lines.write(`${safe}\n`);
    else this.#lines.write(`\u001B[${colorCodes[color]}m${safe}\u001B[0m\n`);
  }

  /** Prints a message to standard error, even with `--json`. */
  note(text: string): void {
    this.#clear();
    this.#shell.stderr.write(`${this.#escape(text)}\n`);
  }

  /** Shows progress on a terminal until the next line is printed. */
  progress(text: string): void {
    if (!this.#hasProgress) return;
    this.#shell.stderr.write(`\r\u001B[K${visibleLine(text)}`);
    this.#progress = true;
  }

  /** Prints an error that isn't related to a line of a file. */
  error(text: string): void {
    this.note(`error: ${text}`);
    if (this.#isAction) this.#annotate("error", {}, text);
  }

  /** Prints a problem with its position. In GitHub Actions, also annotates the line. */
  problem(problem: FileProblem, file: string, text: string): void {
    const { column, line } = lineAndColumn(text, problem.offset);
    const message = problemMessage(problem);
    this.note(`${file}:${line}:${column}: ${problem.severity}: ${message}`);
    this.annotate(problem, { name: file, text }, message, problem.severity);
  }

  /** Annotates a line of a file in GitHub Actions. */
  annotate(
    { offset }: TextRange,
    { name: file, text }: { readonly name: string; readonly text: string },
    message: string,
    kind: "error" | "warning" = "error",
  ): void {
    if (!this.#isAction) return;
    const { column, line } = lineAndColumn(text, offset);
    const path = this.#pathInRepository(file);
    if (path === undefined) this.#annotate(kind, {}, message);
    else this.#annotate(kind, { file: path, line: String(line), col: String(column) }, message);
  }

  /** Returns the file's path as GitHub expects it, or undefined if the file isn't in the repository. */
  #pathInRepository(file: string): string | undefined {
    const { cwd, env } = this.#shell;
    if (file === standardInputName) return undefined;
    // GITHUB_WORKSPACE can contain symbolic links, but the path of the current folder never does.
    const [named, root] = [resolve(cwd, file), env["GITHUB_WORKSPACE"] ?? cwd];
    const path = relative(realFolder(root), join(realFolder(dirname(named)), basename(named)));
    if (path.startsWith("..") || isAbsolute(path)) return undefined;
    return path.replaceAll(sep, "/");
  }

  /** Prints the JSON object if `--json` is set. Only the first call has an effect. */
  result(value: unknown): void {
    this.#clear();
    if (!this.#json || this.#hasResult) return;
    this.#hasResult = true;
    // Prevent text from starting a workflow command. The escape sequence doesn't change the parsed value, because "#"
    // occurs only inside strings.
    const text = visibleJson(JSON.stringify(value, undefined, 2)).replaceAll(
      workflowCommandPattern,
      "#\\u0023",
    );
    this.#shell.stdout.write(`${text}\n`);
  }

  /** Prints an annotation to standard error, because `--json` reserves standard output for the JSON object. */
  #annotate(kind: "error" | "warning", location: Readonly<Record<string, string>>, message: string): void {
    const properties = Object.entries(location).map(
      ([key, value]) => `${key}=${escapeAnnotation(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
    );
    const head = properties.length === 0 ? `::${kind}::` : `::${kind} ${properties.join(",")}::`;
    this.#shell.stderr.write(`${head}${escapeAnnotation(message)}\n`);
  }

  #escape(text: string): string {
    return visibleLine(text)
      .replace(/^(\s*)::/, "$1: :")
      .replaceAll(workflowCommandPattern, "# #");
  }

  #clear(): void {
    if (this.#progress) this.#shell.stderr.write("\r\u001B[K");
    this.#progress = false;
  }
}

/** Resolves symbolic links in the path of a folder. Returns the path of a missing folder unchanged. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Escapes text for an annotation, as GitHub's toolkit does. Also breaks up workflow commands of other CI runners. */
function escapeAnnotation(text: string): string {
  return visibleLine(text).replaceAll(workflowCommandPattern, "# #").replaceAll("%", "%25");
}
