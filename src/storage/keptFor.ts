import { join } from "node:path";
import { modifiedAt, namesIn, remove } from "./files.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How long what lies in each folder of the storage is kept, in milliseconds, as the README promises. */
export const keptMs = { drafts: dayMs, entitlements: 7 * dayMs, results: 7 * dayMs } as const;

/** Whether a file has been kept for as long as was promised, or is gone. */
export async function isOver(file: string, longestMs: number): Promise<boolean> {
  const writtenAt = await modifiedAt(file);
  return writtenAt === undefined || Date.now() - writtenAt > longestMs;
}

/** Removes from a folder what has been kept for as long as was promised; returns the names of what stays. */
export async function pruned(storage: string, folder: keyof typeof keptMs): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of await namesIn(join(storage, folder))) {
    const file = join(storage, folder, name);
    if (await isOver(file, keptMs[folder])) await remove(file);
    else left.push(name);
  }
  return left;
}
