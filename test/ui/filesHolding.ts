import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The files below a folder that hold this text, as UTF-8, UTF-16 or base64. */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  const forms = [Buffer.from(text), Buffer.from(text, "utf16le"), Buffer.from(btoa(text).replace(/=+$/, ""))];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    // The browser's cache changes while it is read.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (forms.some((form) => content.includes(form))) found.push(file);
  }
  return found;
}
