// npm run tools: writes the input schemas of language model tools into the manifest.
import { readFile, writeFile } from "node:fs/promises";
import { manifestText } from "./schemas.ts";

await writeFile("package.json", manifestText(await readFile("package.json", "utf8")));
