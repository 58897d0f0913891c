import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Replaces a file atomically, so that readers never see a partially written file. Only the user can read the file. If
 * `durable` is true, the text has been flushed to disk when the promise resolves.
 */
export async function writeFileAtomically(
  file: string,
  text: string,
  { durable = false } = {},
): Promise<void> {
  await writeViaTemporaryFile(file, text, durable, (temporaryFile) => renameWithRetry(temporaryFile, file));
}

/**
 * Creates a file atomically. Returns `false` if the file exists. If several processes try at the same time, exactly
 * one of them succeeds.
 */
export async function createFileIfAbsent(file: string, text: string): Promise<boolean> {
  try {
    await writeViaTemporaryFile(file, text, false, (temporaryFile) => link(temporaryFile, file));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Writes a temporary file in the same folder, calls `moveIntoPlace`, and always removes the temporary file. */
async function writeViaTemporaryFile(
  file: string,
  text: string,
  durable: boolean,
  moveIntoPlace: (temporaryFile: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporaryFile = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporaryFile, text, { mode: 0o600, flush: durable });
    await moveIntoPlace(temporaryFile);
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

/** Windows reports these codes while another program, such as a second window or virus scanner, has the file open. */
const lockedFileCodes = /^(EPERM|EACCES|EBUSY)$/;
const renameRetryMs = 1000;

async function renameWithRetry(from: string, to: string): Promise<void> {
  const deadline = Date.now() + renameRetryMs;
  for (let delay = 10; ; delay *= 2) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isLocked = process.platform === "win32" && lockedFileCodes.test(errorCode(error));
      if (!isLocked || Date.now() >= deadline) throw error;
    }
    await sleep(Math.min(delay, Math.max(deadline - Date.now(), 0)));
  }
}

const abandonedAfterMs = 60_000;
/** Matches names of temporary files that {@link writeViaTemporaryFile} creates. */
const temporaryFileName = /\.json\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files that crashed processes left in the folders of the extension's storage. Doesn't follow
 * symbolic links, and never removes other files.
 */
export async function removeTemporaryFiles(storage: string): Promise<void> {
  const folders = (await listEntries(storage)).filter((entry) => entry.isDirectory());
  for (const { name: folder } of folders) {
    const names = (await listEntries(join(storage, folder)))
      .filter((entry) => entry.isFile() && temporaryFileName.test(entry.name))
      .map(({ name }) => name);
    for (const name of names) {
      const file = join(storage, folder, name);
      const stats = await unlessMissing(lstat(file));
      // Keep recent files, because another window may still be writing them.
      if (stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs)
        await rm(file, { force: true });
    }
  }
}

/** Lists the entries of a folder. Returns an empty list if the folder doesn't exist. */
export const listEntries = async (directory: string): Promise<readonly Dirent[]> =>
  (await unlessMissing(readdir(directory, { withFileTypes: true }))) ?? [];

/** Resolves to `undefined` if the work fails because a file or folder doesn't exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}

export const isFileMissing = (error: unknown): boolean => errorCode(error) === "ENOENT";

export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "";
}
