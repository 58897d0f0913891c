// Parses strace output into events in order: writes and syncs of files, requests read from sockets and replies
// written to them. strace traces only the main thread, which does all of this.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export type Event =
  | { readonly kind: "write"; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly file: string; readonly length: number }
  | { readonly kind: "sync"; readonly file: string }
  | { readonly kind: "request" | "answer"; readonly socket: string; readonly text: string };

/** Returns why tracing isn't possible here, or undefined if it is. */
export function whyNoTrace(): string | undefined {
  if (process.platform !== "linux") return "system calls are traced on Linux alone";
  const { status, error, stderr } = spawnSync("strace", ["-e", "trace=none", "true"], { encoding: "utf8" });
  if (status === 0) return undefined;
  return error === undefined ? `strace cannot trace here: ${stderr.trim()}` : "strace is not installed";
}

const calls =
  "pwrite64,pwritev,pwritev2,write,writev,sendto,sendmsg,sendmmsg,read,recvfrom,readv,fsync,fdatasync,ftruncate,msync";

/**
 * Returns a command prefix that traces the following command into `file`. The traced process stays a child of the
 * caller.
 */
export const tracing = (file: string, longest: number): string[] => [
  ...["strace", "-D", "-yy", "-xx", "-s", String(longest), "-o", file, "-e", `trace=${calls}`],
];

/** Returns the events of a trace, or undefined while the process is running. */
export function readTrace(file: string): Event[] | undefined {
  const lines = readFileSync(file, "latin1").split("\n");
  if (!/^\+\+\+ (exited|killed)/.test(lines.at(-2) ?? "")) return undefined;
  return lines.flatMap((line) => eventOf(line) ?? []);
}

const form = /^(\w+)\(\d+<((?:[^>"]|->)*)>(?:, (.*))?\) = (-?\d+)/s;

function eventOf(line: string): Event | undefined {
  const [, call = "", target = "", args = "", result = ""] = form.exec(line) ?? [];
  if (call === "" || Number(result) < 0) return undefined;
  if (target.startsWith("TCP")) return { ...exchange(call), socket: target, text: textOf(args) };
  const file = decoded(target);
  switch (call) {
    case "fsync":
    case "fdatasync":
      return { kind: "sync", file };
    case "ftruncate":
      return { kind: "truncate", file, length: Number(args) };
    case "pwrite64":
      return { kind: "write", file, offset: lastNumber(args), bytes: wholeBytes(args, Number(result)) };
    default:
      // Reads of source files and terminal output.
      return undefined;
  }
}

const exchange = (call: string): { kind: "request" | "answer" } => ({
  kind: call.startsWith("re") ? "request" : "answer",
});

/** Joins the strings of the arguments, which strace truncates at its configured length. */
const textOf = (args: string): string =>
  Array.from(args.matchAll(/"([^"]*)"/g), ([, hex = ""]) => decoded(hex)).join("");

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");
const decoded = (hex: string): string => (hex.startsWith("\\x") ? bytesOf(hex).toString("latin1") : hex);
const lastNumber = (args: string): number => Number(args.slice(args.lastIndexOf(",") + 1));

function wholeBytes(args: string, length: number): Buffer {
  const bytes = bytesOf(/"([^"]*)"/.exec(args)?.[1] ?? "");
  if (bytes.length !== length) throw new Error("the trace holds a write that it cut");
  return bytes;
}
