// Which file a name leads to, and whether the sandbox may take it for its data: a slip of the hand must cost nobody a
// file, and no two names may lead two owners to the same one.
import { closeSync, lstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SandboxError } from "../sandboxError.ts";

/** How every database of SQLite begins. */
const beginning = Buffer.from("SQLite format 3\0");

/**
 * The one path of a data file, whatever links lead to it; where there is none yet, its path to be.
 * @throws {SandboxError} `foreignFile` for what is no regular file or has several names.
 */
export function realFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return pathToBe(file);
  if (!found.isFile()) throw new SandboxError("foreignFile", `${file} is no regular file.`);
  if (found.nlink > 1) {
    const message = `${file} has several names (hard links), of which another sandbox may use one. Name a copy of it.`;
    throw new SandboxError("foreignFile", message);
  }
  return realpathSync.native(file);
}

function pathToBe(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw new SandboxError("foreignFile", `${file} is a link that leads nowhere.`);
  }
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    // There is no such folder, as whoever opens it says.
    return file;
  }
}

/**
 * Refuses a file that is neither empty nor begins as a database does; one that is not there is fine. To be called by
 * the holder of its lock alone: closing a file takes back the locks that its process holds on it.
 * @throws {SandboxError} `foreignFile`.
 */
export function refuseNoDatabase(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const found = Buffer.alloc(beginning.length);
  const opened = openSync(file, "r");
  const length = readSync(opened, found);
  closeSync(opened);
  if (length === 0 || found.equals(beginning)) return;
  throw new SandboxError(
    "foreignFile",
    `${file} is no database. Name another file, or one that is not there yet.`,
  );
}
