import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes a file whole or not at all: a reader never sees half of it. Only the user may read it. A durable one has
 * reached the disk when this resolves.
 */
export async function writeWhole(file: string, text: string, { durable = false } = {}): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: durable });
    await rename(unfinished, file);
  } catch (fault) {
    await rm(unfinished, { force: true });
    throw fault;
  }
}

const longestWriteMs = 60_000;

/** Removes what a process that died while it wrote has left in a folder, or in one below it. */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await namesIn(directory, { recursive: true })) {
    if (!name.endsWith(".tmp")) continue;
    const file = join(directory, name);
    const writtenAt = await modifiedAt(file);
    // A younger one is being written by another window.
    if (writtenAt !== undefined && Date.now() - writtenAt > longestWriteMs) await remove(file);
  }
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(directory: string, { recursive = false } = {}): Promise<readonly string[]> {
  try {
    return await readdir(directory, { recursive });
  } catch (fault) {
    if (isMissing(fault)) return [];
    throw fault;
  }
}

/** The JSON in a file, or `undefined` where there is no such file or it is not JSON. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch (fault) {
    if (fault instanceof SyntaxError || isMissing(fault)) return undefined;
    throw fault;
  }
}

/** When a file was written, in milliseconds, or `undefined` where it is gone: other windows remove files too. */
export async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw fault;
  }
}

/** Removes a file; one that is not there is fine. */
export async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ENOENT";
}
