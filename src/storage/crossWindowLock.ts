import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectionFileId } from "./scope.ts";
import { errorCode, isFileMissing } from "./files.ts";

/** Locks older than this many milliseconds are abandoned, because no locked work takes that long. */
const maxHoldMs = 120_000;

/** File locks that let one window at a time work on a connection or an account. */
export class CrossWindowLock {
  readonly #folder: string;

  constructor(storage: string, name: "startingLogins" | "watching") {
    this.#folder = join(storage, name);
  }

  /** Acquires the lock and returns a function that releases it, or `undefined` if another window holds the lock. */
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

/** Replaces an abandoned lock. A claim file ensures that only one of several windows does. */
async function replaceAbandonedLock(file: string): Promise<boolean> {
  if ((await readLockState(file)) !== "abandoned") return createLockFile(file);
  const claim = `${file}.claim`;
  if (!(await createLockFile(claim))) {
    // The claiming window is gone, so remove its claim for the next attempt.
    if ((await readLockState(claim)) === "abandoned") await rm(claim, { force: true });
    return false;
  }
  try {
    // Another window may have replaced the lock since this one read it.
    if ((await readLockState(file)) === "abandoned") await rm(file, { force: true });
    return await createLockFile(file);
  } finally {
    await rm(claim, { force: true });
  }
}

/** Creates a file that contains the process id. Returns `false` if the file exists. */
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
 * Returns "abandoned" if the owner has exited or exceeded {@link maxHoldMs}. A missing file isn't abandoned, because
 * removing it could delete a newer lock.
 */
async function readLockState(file: string): Promise<"held" | "abandoned" | "missing"> {
  try {
    const [pid, { mtimeMs }] = [await readFile(file, "utf8"), await stat(file)];
    const isOver = Date.now() - mtimeMs > maxHoldMs || (/^\d+$/.test(pid) && !isProcessAlive(Number(pid)));
    return isOver ? "abandoned" : "held";
  } catch (error) {
    if (isFileMissing(error)) return "missing";
    throw error;
  }
}

/** True if the process exists, even if another user owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process can't be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
