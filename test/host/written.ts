import { writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";

/** Writes a generated file of the repository in the repository's format. */
export async function writeFormatted(file: string, text: string): Promise<void> {
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
