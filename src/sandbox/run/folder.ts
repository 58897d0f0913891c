// Manages the sandbox's folder. The process that owns the data announces its port and token to other windows in a
// file that only this user can read. Other processes verify the announced sandbox with a health check. The check
// relies on the token in the file, so no other user may ever have had write access to the folder.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { SandboxError } from "../sandboxError.ts";
import { join } from "node:path";
import type { SandboxIdentity } from "../identity.ts";
import { execFile } from "node:child_process";
import { hostname } from "node:os";
import { promisify } from "node:util";

/**
 * Creates the folder, or checks that an existing folder is private to this user and not a symbolic link. @throws
 * {SandboxError} `unusableFile`, and errors of the file system.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory())
    throw new SandboxError("unusableFile", `${folder} is a link, not a folder.`);
  const user = process.getuid?.();
  // Skip the check on Windows, because the folder is in the user's profile, to which other users have no access.
  if (user === undefined) return;
  // Open the folder, so that no other folder can take its place between the checks.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(opened);
    if (uid !== user) throw new SandboxError("unusableFile", `${folder} belongs to another user.`);
    if ((mode & 0o077) !== 0) fchmodSync(opened, 0o700);
  } finally {
    closeSync(opened);
  }
}

const announcementPath = (directory: string): string => join(directory, "sandbox.json");

export const dataFilePath = (directory: string): string => join(directory, "sandbox.db");

/** Maximum size of an announcement file, in bytes. Real announcements are far smaller. */
const maxAnnouncementBytes = 4096;

/** Writes the announcement of this process's sandbox. Only the process that holds the lock may call this function. */
export function writeAnnouncement(
  directory: string,
  machine: string,
  { port, instanceId, token }: SandboxIdentity,
): void {
  const path = announcementPath(directory);
  const startedAt = new Date().toISOString();
  const announced = { port, instanceId, machine, pid: process.pid, startedAt, token };
  // Replace an existing file instead of overwriting it, because it may be a link or be open in another program.
  // Readers ignore a partial file.
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(announced), { mode: 0o600, flag: "wx" });
}

/**
 * Removes this process's announcement. Keeps an announcement that another process wrote, because the folder may have
 * been replaced after this process wrote its own announcement.
 */
export function removeAnnouncement(directory: string, machine: string, own: SandboxIdentity): void {
  if (readAnnouncement(directory, machine)?.instanceId === own.instanceId)
    rmSync(announcementPath(directory), { force: true });
}

/**
 * Reads the latest announcement on this machine. Returns undefined if it is missing, unreadable, or possibly written
 * by another user. The announced sandbox may have stopped already. Call {@link prepareFolder} first.
 */
export function readAnnouncement(directory: string, machine: string): SandboxIdentity | undefined {
  let announced: unknown;
  try {
    announced = JSON.parse(readPrivateFile(announcementPath(directory)));
  } catch {
    // Ignore a partial or untrusted file, as if the file were missing.
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

/** Reads a file. Throws if a different user could have written the file. */
function readPrivateFile(path: string): string {
  // With O_NONBLOCK, opening a named pipe doesn't wait for a writer. Windows has neither O_NOFOLLOW nor O_NONBLOCK.
  const opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(opened);
    const user = process.getuid?.();
    const own = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
    if (!found.isFile() || found.nlink !== 1 || found.size > maxAnnouncementBytes || !own)
      throw new Error("not our own");
    return readFileSync(opened, "utf8");
  } finally {
    closeSync(opened);
  }
}

/**
 * Returns an ID of the network namespace to which 127.0.0.1 belongs. The ID is valid until the next boot.
 * Announcements contain the ID, because computers and containers can share a home folder, but not their ports. Never
 * rejects.
 */
export async function readMachineId(): Promise<string> {
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return `${boot} ${readlinkSync("/proc/self/ns/net")}`;
    }
    if (process.platform === "darwin") {
      const { stdout } = await promisify(execFile)("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"]);
      if (stdout.trim() !== "") return stdout.trim();
    }
  } catch {
    // Fall back to the host name if the system provides no ID.
  }
  return hostname();
}
