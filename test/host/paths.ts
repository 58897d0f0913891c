import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The repository's folder, absolute. */
export const root = join(import.meta.dirname, "..", "..");

/** Downloads and output of tests. Ignored by git and safe to delete. */
export const cache = join(root, ".vscode-test");

/** True if the file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Deletes cache entries that start with the prefix and are more than a day old. No run takes that long. */
export async function deleteOlder(prefix: string): Promise<void> {
  const dayMs = 86_400_000;
  const names = await readdir(cache).catch(() => []);
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => join(cache, name)))
    if (Date.now() - (await stat(folder)).mtimeMs > dayMs) await rm(folder, { recursive: true, force: true });
}
