// npm run coverage: writes the table of the interface into CONTRIBUTING.md.
import { readFile, writeFile } from "node:fs/promises";
import { contributing, counts, withTable } from "./table.ts";

await writeFile(contributing, await withTable(await readFile(contributing, "utf8")));
console.log(counts());
