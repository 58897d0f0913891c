import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file that a window stored. */
interface StoredFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the stored files of a folder. A window writes a temporary file first and then renames it, so other names are
 * ignored, as well as a file that is deleted after the folder was listed.
 */
export async function storedFiles(folder: string): Promise<StoredFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await textUnlessDeleted(join(folder, name)) })),
  );
  return files.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
}

async function textUnlessDeleted(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
