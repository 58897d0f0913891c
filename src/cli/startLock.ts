// A lock between runs of `ensure` on one computer, held while one of them decides about a login and starts it.
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../api/clock.ts";

/** Releases the lock; later calls do nothing. */
export type Release = () => Promise<void>;

/** How often a lock that is held is tried again, in milliseconds. */
const pauseMs = 250;

/** Waits for the lock of a connection. Without a place for the file, runs aren't kept apart. */
export async function lockStart(id: string, signal: AbortSignal, clock: Clock): Promise<Release> {
  const name = createHash("sha256").update(id).digest("hex").slice(0, 32);
  const path = join(tmpdir(), `managed-auth-${name}.lock`);
  while (!signal.aborted) {
    try {
      await writeFile(path, String(process.pid), { flag: "wx", mode: 0o600 });
      let isHeld = true;
      return async () => {
        if (isHeld) await rm(path, { force: true });
        isHeld = false;
      };
    } catch (fault) {
      const isTaken = fault instanceof Error && "code" in fault && fault.code === "EEXIST";
      if (!isTaken) break;
    }
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    // An empty file is being written. The holder of any other may have been killed.
    if (holder > 0 && !isRunning(holder)) await rm(path, { force: true });
    else await clock.sleep(pauseMs, signal);
  }
  return () => Promise.resolve();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}
