import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Writes a file whole or not at all: a reader never sees half of it. Only the user may read it. A durable one has
 * reached the disk when this resolves.
 */
export async function writeWhole(file: string, text: string, { durable = false } = {}): Promise<void> {
  await writeAside(file, text, durable, (unfinished) => renameWithRetry(unfinished, file));
}

/** As {@link writeWhole}, if no such file exists; `false` if one does. Of several processes at once, exactly one succeeds. */
export async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeAside(file, text, false, (unfinished) => link(unfinished, file));
    return true;
  } catch (fault) {
    if (codeOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** Writes a temporary file beside `file`, has `place` move it there, and always removes the temporary file. */
async function writeAside(
  file: string,
  text: string,
  durable: boolean,
  place: (unfinished: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: durable });
    await place(unfinished);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Windows refuses to replace a file that another program has open, such as another window or a virus scanner. */
const heldOpen = /^(EPERM|EACCES|EBUSY)$/;
const longestRetryMs = 1000;

async function renameWithRetry(from: string, to: string): Promise<void> {
  const deadline = Date.now() + longestRetryMs;
  for (let wait = 10; ; wait *= 2) {
    try {
      await rename(from, to);
      return;
    } catch (fault) {
      const isTemporary = process.platform === "win32" && heldOpen.test(codeOf(fault));
      if (!isTemporary || Date.now() >= deadline) throw fault;
    }
    await pause(Math.min(wait, Math.max(deadline - Date.now(), 0)));
  }
}

const longestWriteMs = 60_000;
/** The temporary names of {@link writeAside}. */
const unfinishedName = /\.json\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Removes the temporary files that dead processes left in the folders of the extension's storage. Follows no link, and
 * removes only files with a temporary name.
 */
export async function removeUnfinished(storage: string): Promise<void> {
  const folders = (await entriesOf(storage)).filter((entry) => entry.isDirectory());
  for (const { name: folder } of folders) {
    const names = (await entriesOf(join(storage, folder)))
      .filter((entry) => entry.isFile() && unfinishedName.test(entry.name))
      .map(({ name }) => name);
    for (const name of names) await removeAbandoned(join(storage, folder, name));
  }
}

async function removeAbandoned(file: string): Promise<void> {
  try {
    // Another window may still be writing a younger one.
    if (Date.now() - (await lstat(file)).mtimeMs > longestWriteMs) await rm(file, { force: true });
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
}

/** The entries of a folder; none where the folder does not exist. */
export async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (fault) {
    if (isMissing(fault)) return [];
    throw fault;
  }
}

/** Whether a fault is that a file or folder does not exist. */
export const isMissing = (fault: unknown): boolean => codeOf(fault) === "ENOENT";

/** The system's code of a fault; empty where it has none. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "";
}
