// What is printed, and how: plain lines, one JSON object, or annotations where GitHub runs it.
import type { Problem, Range } from "../domain/file/problem.ts";
import { positionOf, problemText } from "../domain/file/problem.ts";
import { visibleJson, visibleLine } from "../domain/text/visible.ts";

/** What the process offers. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

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
  readonly #hasColours: boolean;
  #progress = false;

  constructor(shell: Shell, json: boolean) {
    this.#shell = shell;
    this.#json = json;
    const { env, stdout } = shell;
    this.#isAction = env["GITHUB_ACTIONS"] === "true";
    this.#hasColours = stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  }

  /** A line of the result; with `json` it is left to the object. */
  line(text = "", colour?: Colour): void {
    this.#clear();
    if (this.#json) return;
    const safe = this.#harmless(text);
    const coloured =
      colour !== undefined && this.#hasColours ? `\u001B[${codes[colour]}m${safe}\u001B[0m` : safe;
    this.#shell.stdout.write(`${coloured}\n`);
  }

  /** What is under way; on a terminal alone, where the next line takes its place. */
  progress(text: string): void {
    if (this.#json || this.#shell.stderr.isTTY !== true) return;
    this.#shell.stderr.write(`\r\u001B[K${visibleLine(text)}`);
    this.#progress = true;
  }

  /** An error that no line of a file is to blame for. */
  error(text: string): void {
    this.#clear();
    this.#shell.stderr.write(`${this.#harmless(`error: ${text}`)}\n`);
    if (this.#isAction) this.#annotate("error", {}, text);
  }

  /** A problem of a file, with its place; what GitHub shows beside the line, too. */
  problem(problem: Problem, file: string, text: string): void {
    this.#clear();
    const { column, line } = positionOf(text, problem.offset);
    const words = problemText(problem);
    this.#shell.stderr.write(
      `${this.#harmless(`${file}:${line}:${column}: ${problem.severity}: ${words}`)}\n`,
    );
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
    this.#annotate(kind, { file, line: String(line), col: String(column) }, words);
  }

  /** The one object of `--json`. */
  result(value: unknown): void {
    this.#clear();
    if (!this.#json) return;
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

/** One line, escaped as by GitHub's own toolkit; line breaks are spelled out by then. */
function annotated(text: string): string {
  return visibleLine(text).replaceAll("%", "%25");
}
