import { contentOf, filesBelow } from "../host/filesBelow.ts";

/** Returns the files below a folder that contain this text as UTF-8, UTF-16 or base64. */
export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const forms = [Buffer.from(text), Buffer.from(text, "utf16le"), Buffer.from(btoa(text).replace(/=+$/, ""))];
  const found: string[] = [];
  for (const file of await filesBelow(folder)) {
    const content = await contentOf(file);
    if (forms.some((form) => content.includes(form))) found.push(file);
  }
  return found;
}
