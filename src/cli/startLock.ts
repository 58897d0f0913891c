// A lock between concurrent runs of `ensure` by the same user. A run holds the lock while it decides if a login is
// needed and starts the login.
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../api/clock.ts";

/** Releases the lock. Later calls do nothing. */
export type ReleaseLock = () => Promise<void>;

/** Retry interval while another run holds the lock, in milliseconds. */
const lockRetryMs = 250;

/**
 * Acquires the lock of a connection. Returns undefined after the timeout or if the signal aborts. If the temporary
 * folder can't be used, runs aren't synchronized. The lock is a folder that contains one file, named after the holder.
 * Only one run can acquire the lock, because a folder can't be renamed to the name of a folder that contains a file.
 * Only one run can take over the lock of a killed run, because that run's file can be renamed only once.
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
  const deadline = clock.now() + timeoutMs;
  const draft = await mkdtemp(`${lock}-`).catch(() => undefined);
  if (draft === undefined || !(await isFulfilled(writeFile(join(draft, holder), ""))))
    return () => Promise.resolve();
  const tryAcquire = async (): Promise<boolean> => {
    if (await isFulfilled(rename(draft, lock))) return true;
    const [other] = await readdir(lock).catch(() => []);
    // The lock folder is empty if its holder was killed while releasing the lock.
    if (other === undefined) await isFulfilled(rmdir(lock));
    else if (!isHolderRunning(other)) return isFulfilled(rename(join(lock, other), join(lock, holder)));
    return false;
  };
  try {
    while (!(await tryAcquire()))
      if (clock.now() >= deadline || !(await clock.sleep(lockRetryMs, signal))) return undefined;
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
