// A lock between a user's runs of `ensure`. A run holds the lock while it decides about a login and starts it.
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../api/clock.ts";

/** Releases the lock; later calls do nothing. */
export type ReleaseLock = () => Promise<void>;

/** Retry interval while another run holds the lock, in milliseconds. */
const lockRetryMs = 250;

/**
 * Acquires the lock of a connection, or returns undefined after the timeout. If the temporary folder can't be used, runs
 * aren't synchronized.
 *
 * The lock is a folder with one file that is named after the holder. Only one run can acquire the lock, because a folder
 * can't be renamed to a folder with a file, and the file of a killed holder can be renamed only once.
 */
export async function acquireStartLock(
  id: string,
  timeoutMs: number,
  signal: AbortSignal,
  clock: Clock,
): Promise<ReleaseLock | undefined> {
  const name = createHash("sha256")
    .update(`${process.getuid?.() ?? ""} ${id}`)
    .digest("hex")
    .slice(0, 32);
  const lock = join(tmpdir(), `managed-auth-${name}`);
  const holder = `${process.pid}.${randomUUID()}`;
  const end = clock.now() + timeoutMs;
  const draft = await mkdtemp(`${lock}-`).catch(() => undefined);
  if (draft === undefined || !(await isFulfilled(writeFile(join(draft, holder), ""))))
    return () => Promise.resolve();
  const isTaken = async (): Promise<boolean> => {
    if (await isFulfilled(rename(draft, lock))) return true;
    const [other] = await readdir(lock).catch(() => []);
    // A holder that was killed while releasing the lock has left an empty folder.
    if (other === undefined) await isFulfilled(rmdir(lock));
    else if (!isHolderRunning(other)) return isFulfilled(rename(join(lock, other), join(lock, holder)));
    return false;
  };
  try {
    while (!(await isTaken()))
      if (clock.now() >= end || !(await clock.sleep(lockRetryMs, signal))) return undefined;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return async () => {
    await rm(join(lock, holder), { force: true });
    await isFulfilled(rmdir(lock));
  };
}

function isFulfilled(step: Promise<unknown>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}

function isHolderRunning(holder: string): boolean {
  try {
    return process.kill(Number.parseInt(holder), 0);
  } catch {
    return false;
  }
}
