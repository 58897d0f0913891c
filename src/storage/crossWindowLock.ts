import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectionFileId } from "./scope.ts";
import { errorCode, isFileMissing } from "./files.ts";

/** Maximum age of a lock in milliseconds. Older locks count as abandoned, because no work takes that long. */
const maxHoldMs = 120_000;

/** File locks that ensure that only one window at a time works on a connection or an account. */
export class CrossWindowLock {
  readonly #folder: string;

  constructor(storage: string, name: "startingLogins" | "watching") {
    this.#folder = join(storage, name);
  }

  /** Tries to acquire the lock. Returns a function that releases it, or undefined if another window has it. */
  async tryAcquire(accountId: string, connectionId = ""): Promise<(() => Promise<void>) | undefined> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(accountId, connectionId);
    if (!(await createLockFile(file)) && !(await replaceAbandonedLock(file))) return undefined;
    return () => rm(file, { force: true });
  }

  async isHeld(accountId: string, connectionId: string): Promise<boolean> {
    return (await readLockState(this.#file(accountId, connectionId))) === "held";
  }

  #file(accountId: string, connectionId: string): string {
    return join(this.#folder, `${connectionFileId(accountId, connectionId)}.json`);
  }
}

/** Replaces an abandoned lock. If several windows try at once, a claim file ensures that only one succeeds. */
async function replaceAbandonedLock(file: string): Promise<boolean> {
  if ((await readLockState(file)) !== "abandoned") return createLockFile(file);
  const claim = `${file}.claim`;
  if (!(await createLockFile(claim))) {
    // Remove an abandoned claim file, so that the next attempt to replace the lock can succeed.
    if ((await readLockState(claim)) === "abandoned") await rm(claim, { force: true });
    return false;
  }
  try {
    // Check the lock again, because another window may have replaced it before this window created the claim file.
    if ((await readLockState(file)) === "abandoned") await rm(file, { force: true });
    return await createLockFile(file);
  } finally {
    await rm(claim, { force: true });
  }
}

/** Creates a lock file that contains the process id of this window. Returns `false` if the file exists. */
async function createLockFile(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Returns "abandoned" if the owning process has exited or has held the lock for longer than {@link maxHoldMs}. A
 * missing file doesn't count as abandoned, because callers remove abandoned files and could then delete a newer lock.
 */
async function readLockState(file: string): Promise<"held" | "abandoned" | "missing"> {
  try {
    const [pid, { mtimeMs }] = [await readFile(file, "utf8"), await stat(file)];
    const isOver = Date.now() - mtimeMs > maxHoldMs || (/^\d+$/.test(pid) && !isProcessAlive(Number(pid)));
    if (isOver) return "abandoned";
    return "held";
  } catch (error) {
    if (isFileMissing(error)) return "missing";
    throw error;
  }
}

/** True if a process exists, even if another user owns the process. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return errorCode(error) === "EPERM";
  }
}
