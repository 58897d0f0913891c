import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { interrupted } from "./interrupt.ts";
import { patience, within } from "./until.ts";

const windows = process.platform === "win32";

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program to its end without a terminal. Returns the exit code, or -1 if a signal ended the program. Rejects
 * if the program can't be started, and on an interrupt. With `modest`, the program runs with low priority.
 */
export async function run(
  command: string,
  args: readonly string[],
  { modest = false, ...options }: SpawnOptions & { readonly modest?: boolean } = {},
): Promise<Finished> {
  const child = spawn(command, args, {
    ...options,
    signal: interrupted,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (modest && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const finished: Finished = { code: -1, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (finished.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (finished.stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { ...finished, code: code ?? -1 };
}

/** Runs npm with the Node.js that runs this process. */
export async function npm(args: readonly string[], cwd: string): Promise<Finished> {
  const cli = process.env["npm_execpath"];
  if (cli?.endsWith("npm-cli.js")) return run(process.execPath, [cli, ...args], { cwd });
  return run("npm", args, { cwd, shell: windows });
}

/** Returns the last non-empty line, quoted as the error of a failed program. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}

/**
 * Starts a program as the leader of a new process group, so that `endGroup` also ends the processes that it starts.
 */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: !windows });
}

/**
 * Asks a process group to end and kills it after a timeout. Resolves once no process of the group is left, and
 * rejects otherwise.
 */
export async function endGroup(head: ChildProcess): Promise<void> {
  const { pid } = head;
  if (pid === undefined) return;
  if (windows) {
    await run("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  signal(-pid, "SIGTERM");
  if (await hasEnded(pid)) return;
  await killGroup(head);
}

/** Kills a process group immediately. Resolves once no process of the group is left, and rejects otherwise. */
export async function killGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  signal(-pid, "SIGKILL");
  if (!(await hasEnded(pid))) throw new Error(`processes of group ${pid} are left over`);
}

/** Returns the processes of a group whose command line contains `text`. Linux only. */
export async function processesOf(group: number, text: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await processes())
    if ((await isAliveIn(group, entry)) && (await commandOf(entry)).includes(text)) found.push(Number(entry));
  return found;
}

/** Kills the processes of {@link processesOf} and returns their IDs. Rejects if there are none. Linux only. */
export async function killAll(group: number, text: string): Promise<number[]> {
  const pids = await processesOf(group, text);
  if (pids.length === 0) throw new Error(`no process of group ${group} has ${text} in its command line`);
  for (const pid of pids) signal(pid, "SIGKILL");
  return pids;
}

/** Sends a signal to a process, or to a group by its negative ID. Returns false if neither exists. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // ESRCH: no such process.
  }
}

async function hasEnded(group: number): Promise<boolean> {
  return (await within(patience, async () => !(await alive(group)))) === true;
}

/**
 * True if a process of the group runs. Without a process that reaps orphans, as in many containers, kill(2) also
 * finds zombies.
 */
async function alive(group: number): Promise<boolean> {
  if (process.platform !== "linux") return signal(-group, 0);
  for (const entry of await processes()) if (await isAliveIn(group, entry)) return true;
  return false;
}

async function isAliveIn(group: number, entry: string): Promise<boolean> {
  const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(processGroup) === group && state !== "Z" && state !== "X";
}

/** Waits until no process has `path` in its command line. Rejects after a timeout. Linux only. */
export async function expectNone(path: string): Promise<void> {
  let remaining: string[] = [];
  const none = await within(patience, async () => {
    remaining = await processesMentioning(path);
    return remaining.length === 0;
  });
  if (none !== true) throw new Error(`These processes are left over:\n${remaining.join("\n")}`);
}

async function processesMentioning(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await processes()) {
    const command = await commandOf(entry);
    if (command.includes(path)) found.push(`${entry} ${command.slice(0, 200)}`);
  }
  return found;
}

async function commandOf(entry: string): Promise<string> {
  return (await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
}

async function processes(): Promise<string[]> {
  if (process.platform !== "linux") return [];
  return (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
}
