// Runs `npm run sandbox` as a child process, for tests that stop or kill the sandbox.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../../src/sandbox/run/commandLine.ts", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly port: number;
  readonly token: string;
  readonly lines: readonly string[];
  readonly pid: number;
  readonly ended: Promise<Ended>;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export interface StartOptions {
  readonly nodeArgs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /**
   * A program that receives the command as arguments and replaces itself with it, such as `strace -D` or a shell with
   * `exec`.
   */
  readonly through?: readonly string[];
  /** User ID to run as. */
  readonly uid?: number;
  /** Kills the process after this time, in milliseconds. */
  readonly timeout?: number;
}

function begin(t: TestContext, args: readonly string[], how: StartOptions) {
  const { nodeArgs = [], env = {}, through = [], ...options } = how;
  const command = [...through, process.execPath, ...nodeArgs, main, ...args];
  const child = spawn(command[0] ?? "", command.slice(1), {
    ...options,
    killSignal: "SIGKILL",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out = collected(child.stdout);
  const err = collected(child.stderr);
  const ended = once(child, "close").then((): Ended => {
    return { code: child.exitCode, signal: child.signalCode, out: out(), err: err() };
  });
  t.after(() => endOf(child, ended, "SIGKILL"));
  return { child, ended };
}

function collected(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  return () => text;
}

function endOf(child: ChildProcess, ended: Promise<Ended>, signal: NodeJS.Signals): Promise<Ended> {
  child.kill(signal);
  return ended;
}

/** Runs the sandbox until it exits. */
export const run = (t: TestContext, args: readonly string[], how: StartOptions = {}): Promise<Ended> =>
  begin(t, args, how).ended;

/** Starts the sandbox and waits for the last line of its start-up output. */
export async function start(
  t: TestContext,
  args: readonly string[],
  how: StartOptions = {},
): Promise<Started> {
  const { child, ended } = begin(t, args, how);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes("Ctrl+C")) break;
  }
  child.stdout.resume();
  const value = (label: string) =>
    lines
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim() ?? "";
  if (lines.length === 0) throw new Error(`it did not start: ${(await ended).err}`);
  return {
    port: Number(new URL(value("Address")).port),
    token: value("Token"),
    pid: child.pid ?? 0,
    ended,
    lines,
    end: (signal) => endOf(child, ended, signal),
  };
}
