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
  await writeAside(file, text, durable, (unfinished) => renamePatiently(unfinished, file));
}

/** The same where there is no such file; whether there was none. Of all who do so at once, one does. */
export async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeAside(file, text, false, (unfinished) => link(unfinished, file));
    return true;
  } catch (fault) {
    if (codeOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** Writes a text beside a file, has it put in the file's place, and leaves nothing beside it. */
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

/** Windows lets nobody replace a file while another program has it open: a window that reads it, or a virus scanner. */
const heldOpen = /^(EPERM|EACCES|EBUSY)$/;
const patienceMs = 1000;

async function renamePatiently(from: string, to: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let wait = 10; ; wait *= 2) {
    try {
      await rename(from, to);
      return;
    } catch (fault) {
      const mayPass = process.platform === "win32" && heldOpen.test(codeOf(fault));
      if (!mayPass || Date.now() >= deadline) throw fault;
    }
    await pause(Math.min(wait, Math.max(deadline - Date.now(), 0)));
  }
}

const longestWriteMs = 60_000;
/** How {@link writeAside} names a file that it has not finished. */
const unfinishedName = /\.json\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Removes what a process that died while it wrote has left in the folders of the extension's storage. Follows no link,
 * and takes nothing that is not named as its own.
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
    // A younger one is being written by another window.
    if (Date.now() - (await lstat(file)).mtimeMs > longestWriteMs) await rm(file, { force: true });
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
}

/** What is in a folder; nothing where there is no such folder. */
export async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (fault) {
    if (isMissing(fault)) return [];
    throw fault;
  }
}

/** Whether a fault says that there is no such file or folder. */
export const isMissing = (fault: unknown): boolean => codeOf(fault) === "ENOENT";

/** The system's code of a fault; empty where it has none. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "";
}
