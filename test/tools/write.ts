// npm run tools: writes what tools for language models take into the manifest.
import { readFile, writeFile } from "node:fs/promises";
import { manifestText } from "./schemas.ts";

await writeFile("package.json", manifestText(await readFile("package.json", "utf8")));
