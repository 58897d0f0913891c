// Prints results and errors: plain lines, one JSON object, or annotations in GitHub Actions.
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Problem, Range } from "../domain/file/problem.ts";
import { positionOf, problemText } from "../domain/file/problem.ts";
import { visibleJson, visibleLine } from "../domain/text/visible.ts";

/** The process as commands see it. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What messages call the file `-`. */
export const standardInput = "standard input";

/** Ends a command with an error that is told. */
export class Failure extends Error {}

/** The exit codes of every command. */
export const exits = { done: 0, error: 1, changes: 2, person: 3 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

type Colour = "red" | "green" | "yellow" | "bold" | "dim";
const codes: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 };

/** With what GitHub's runner begins a command anywhere in a line, and that of Azure; "::" does it in front of one. */
const commandMark = /##(?=(?:vso)?\[)/giu;

/** Prints for people or, with `json`, collects one object for programs. Texts of the service are made harmless first. */
export class Output {
  readonly #shell: Shell;
  readonly #json: boolean;
  readonly #isAction: boolean;
  /** Where lines go: standard error if a file is written to standard output. */
  readonly #lines: Stream;
  readonly #hasColours: boolean;
  readonly #hasProgress: boolean;
  #progress = false;
  #hasResult = false;

  constructor(shell: Shell, json: boolean, linesToError = false) {
    this.#shell = shell;
    this.#json = json;
    const { env, stderr, stdout } = shell;
    this.#isAction = env["GITHUB_ACTIONS"] === "true";
    this.#lines = linesToError ? stderr : stdout;
    const hasEscapes = env["TERM"] !== "dumb";
    this.#hasColours = this.#lines.isTTY === true && !env["NO_COLOR"] && hasEscapes;
    this.#hasProgress = !json && stderr.isTTY === true && hasEscapes;
  }

  /** A line of the result; with `json` it is left to the object. */
  line(text = "", colour?: Colour): void {
    this.#clear();
    if (this.#json) return;
    const safe = this.#harmless(text);
    const coloured =
      colour !== undefined && this.#hasColours ? `\u001B[${codes[colour]}m${safe}\u001B[0m` : safe;
    this.#lines.write(`${coloured}\n`);
  }

  /** A message beside the result, on standard error. */
  note(text: string): void {
    this.#clear();
    this.#shell.stderr.write(`${this.#harmless(text)}\n`);
  }

  /** What is under way; on a terminal alone, where the next line takes its place. */
  progress(text: string): void {
    if (!this.#hasProgress) return;
    this.#shell.stderr.write(`\r\u001B[K${visibleLine(text)}`);
    this.#progress = true;
  }

  /** An error that no line of a file is to blame for. */
  error(text: string): void {
    this.note(`error: ${text}`);
    if (this.#isAction) this.#annotate("error", {}, text);
  }

  /** A problem of a file, with its place; what GitHub shows beside the line, too. */
  problem(problem: Problem, file: string, text: string): void {
    const { column, line } = positionOf(text, problem.offset);
    const words = problemText(problem);
    this.note(`${file}:${line}:${column}: ${problem.severity}: ${words}`);
    this.annotate(problem, { name: file, text }, words, problem.severity);
  }

  /** Says something beside a line of a file, where GitHub runs it. */
  annotate(
    { offset }: Range,
    { name: file, text }: { readonly name: string; readonly text: string },
    words: string,
    kind: "error" | "warning" = "error",
  ): void {
    if (!this.#isAction) return;
    const { column, line } = positionOf(text, offset);
    const path = this.#pathInRepository(file);
    this.#annotate(
      kind,
      path === undefined ? {} : { file: path, line: String(line), col: String(column) },
      words,
    );
  }

  /** The file's path as GitHub expects it; undefined if the file isn't in the repository. */
  #pathInRepository(file: string): string | undefined {
    const { cwd, env } = this.#shell;
    if (file === standardInput) return undefined;
    const path = relative(env["GITHUB_WORKSPACE"] ?? cwd, resolve(cwd, file));
    return path.startsWith("..") || isAbsolute(path) ? undefined : path.replaceAll(sep, "/");
  }

  /** Prints the one object of `--json`. Only the first call prints. */
  result(value: unknown): void {
    this.#clear();
    if (!this.#json || this.#hasResult) return;
    this.#hasResult = true;
    // As in a line, and the same to whoever parses it: "#" stands in texts alone.
    const text = visibleJson(JSON.stringify(value, undefined, 2)).replaceAll(commandMark, "#\\u0023");
    this.#shell.stdout.write(`${text}\n`);
  }

  /** On its own stream: with `json`, the other one holds nothing but the object. */
  #annotate(kind: "error" | "warning", place: Readonly<Record<string, string>>, words: string): void {
    const properties = Object.entries(place).map(
      ([key, value]) => `${key}=${annotated(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
    );
    const head = properties.length === 0 ? `::${kind}::` : `::${kind} ${properties.join(",")}::`;
    this.#shell.stderr.write(`${head}${annotated(words)}\n`);
  }

  #harmless(text: string): string {
    return visibleLine(text)
      .replace(/^(\s*)::/, "$1: :")
      .replaceAll(commandMark, "# #");
  }

  #clear(): void {
    if (this.#progress) this.#shell.stderr.write("\r\u001B[K");
    this.#progress = false;
  }
}

/** One line, escaped as by GitHub's own toolkit, in which no other runner finds a command. */
function annotated(text: string): string {
  return visibleLine(text).replaceAll(commandMark, "# #").replaceAll("%", "%25");
}
