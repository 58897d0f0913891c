import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileId } from "./scope.ts";
import { codeOf, isMissing } from "./files.ts";

/** Longer than any marked work takes, in milliseconds: the window of an older mark is gone. */
const longestMs = 120_000;

/** Locks between windows: one window at a time works on a connection or for an account. */
export class Marks {
  readonly #folder: string;

  constructor(storage: string, name: "startingLogins" | "watching") {
    this.#folder = join(storage, name);
  }

  /** Sets a mark and returns what removes it; `undefined` where another window has set the mark. */
  async set(accountId: string, connectionId = ""): Promise<(() => Promise<void>) | undefined> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(accountId, connectionId);
    if (!(await create(file)) && !(await takeOver(file))) return undefined;
    return () => rm(file, { force: true });
  }

  /** Whether a window has the mark. */
  async isSet(accountId: string, connectionId: string): Promise<boolean> {
    return (await stateOf(this.#file(accountId, connectionId))) === "set";
  }

  #file(accountId: string, connectionId: string): string {
    return join(this.#folder, `${fileId(accountId, connectionId)}.json`);
  }
}

/** Replaces an abandoned mark. A claim file lets one of several windows do so. */
async function takeOver(file: string): Promise<boolean> {
  if ((await stateOf(file)) !== "abandoned") return create(file);
  const claim = `${file}.claim`;
  if (!(await create(claim))) {
    // The claiming window is gone: the next attempt may claim.
    if ((await stateOf(claim)) === "abandoned") await rm(claim, { force: true });
    return false;
  }
  try {
    // Another window may have replaced the mark since this one read it.
    if ((await stateOf(file)) === "abandoned") await rm(file, { force: true });
    return await create(file);
  } finally {
    await rm(claim, { force: true });
  }
}

/** Creates a file with this process's id; `false` where the file exists. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (fault) {
    if (codeOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** "abandoned" where the owner of a mark is dead or too slow. A missing one is not: removing it could remove a newer mark. */
async function stateOf(file: string): Promise<"set" | "abandoned" | "missing"> {
  try {
    const [pid, { mtimeMs }] = [await readFile(file, "utf8"), await stat(file)];
    const isOver = Date.now() - mtimeMs > longestMs || (/^\d+$/.test(pid) && !isAlive(Number(pid)));
    return isOver ? "abandoned" : "set";
  } catch (fault) {
    if (isMissing(fault)) return "missing";
    throw fault;
  }
}

/** Whether a process exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // No permission to signal it: another user's process.
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}
