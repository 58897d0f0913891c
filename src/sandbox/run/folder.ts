// The sandbox's own folder, and what its owner tells the other windows there: where it listens, in a file beside the data
// that only this user can read. What stands in it is believed only after a health check, so nobody else may ever have been
// able to write there.
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
import type { Identity } from "../identity.ts";
import { execFile } from "node:child_process";
import { hostname } from "node:os";
import { promisify } from "node:util";

/**
 * Makes the folder, or makes sure of it: this user's alone, and no link.
 * @throws {SandboxError} `unusableFile`, and what the file system throws.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory())
    throw new SandboxError("unusableFile", `${folder} is a link, not a folder.`);
  const user = process.getuid?.();
  // Windows keeps it among the files of the user's profile, which others have no right to.
  if (user === undefined) return;
  // The folder itself is held open meanwhile: another one may come in its place.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(opened);
    if (uid !== user) throw new SandboxError("unusableFile", `${folder} belongs to another user.`);
    if ((mode & 0o077) !== 0) fchmodSync(opened, 0o700);
  } finally {
    closeSync(opened);
  }
}

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
    // No file, not a whole one, or not our own: in each case no listener is known.
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

/**
 * What 127.0.0.1 means here, in a text: the same for every process of this computer until it is started anew, and
 * another one on every other. Homes are shared between computers and containers, ports are not. Never rejects.
 */
export async function thisMachine(): Promise<string> {
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
    // A system that does not tell: its name has to do.
  }
  return hostname();
}
