// How the owner of the data tells the other windows where it listens: a file beside the data that only this user
// can read. What stands in it is believed only after a health check.
import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Identity } from "../http/identity.ts";

const fileIn = (directory: string): string => join(directory, "sandbox.json");

/** The data file of the sandbox in a directory. */
export const dataFileIn = (directory: string): string => join(directory, "sandbox.db");

/** Far above the length of an announcement, in bytes. */
const longest = 4096;

/** Announces a sandbox of this machine; to be called by the holder of the lock. */
export function announce(directory: string, machine: string, { port, instanceId, token }: Identity): void {
  const path = fileIn(directory);
  const startedAt = new Date().toISOString();
  const announced = { port, instanceId, machine, pid: process.pid, startedAt, token };
  // Never into a file that is there: it may be a link, or open in another program. Half a file is none to its readers.
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(announced), { mode: 0o600, flag: "wx" });
}

/** Takes the announcement back, unless another owner's stands there: the folder may have been replaced. */
export function withdraw(directory: string, machine: string, { instanceId }: Identity): void {
  if (readAnnouncement(directory, machine)?.instanceId === instanceId)
    rmSync(fileIn(directory), { force: true });
}

/**
 * What was announced last on this machine, or undefined where there is nothing readable, or another user may have
 * written it. The owner may be long gone. The folder must have been made sure of.
 */
export function readAnnouncement(directory: string, machine: string): Identity | undefined {
  let announced: unknown;
  try {
    announced = JSON.parse(ownText(fileIn(directory)));
  } catch {
    // No file, not a whole one, or not our own: all of them mean that nobody is known to listen.
    return undefined;
  }
  if (typeof announced !== "object" || announced === null) return undefined;
  if (!("machine" in announced) || announced.machine !== machine) return undefined;
  if (!("port" in announced && "instanceId" in announced && "token" in announced)) return undefined;
  const { port, instanceId, token } = announced;
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  if (typeof instanceId !== "string" || typeof token !== "string" || token === "") return undefined;
  return { port, instanceId, token };
}

/** The text of a file that only this user can have written; throws for every other. */
function ownText(path: string): string {
  // Without waiting: a pipe would have it wait for a writer. Windows has neither of the two.
  const opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(opened);
    const user = process.getuid?.();
    const own = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
    if (!found.isFile() || found.nlink !== 1 || found.size > longest || !own) throw new Error("not our own");
    return readFileSync(opened, "utf8");
  } finally {
    closeSync(opened);
  }
}
