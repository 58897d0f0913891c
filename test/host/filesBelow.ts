import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the paths of all files below a folder. Skips files that are deleted during the search, because a browser
 * and VS Code create and delete files all the time.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  return pathsOf((await entriesBelow(folder)).filter((entry) => entry.isFile()));
}

/** Like {@link filesBelow}, but includes folders. */
export async function pathsBelow(folder: string): Promise<string[]> {
  return pathsOf(await entriesBelow(folder));
}

/** Returns the contents of a file, or nothing if the file was deleted meanwhile. */
export async function contentOf(file: string): Promise<Buffer> {
  return readFile(file).catch(unlessGone(Buffer.alloc(0)));
}

async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessGone([]));
  const found: Dirent[] = [];
  for (const entry of entries) {
    found.push(entry);
    if (entry.isDirectory()) found.push(...(await entriesBelow(join(folder, entry.name))));
  }
  return found;
}

function pathsOf(entries: readonly Dirent[]): string[] {
  return entries.map(({ name, parentPath }) => join(parentPath, name));
}

function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return instead;
    throw error;
  };
}
