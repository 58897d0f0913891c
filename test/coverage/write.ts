// npm run coverage: writes the table of the interface into CONTRIBUTING.md.
import { readFile, writeFile } from "node:fs/promises";
import { contributing } from "../host/contributing.ts";
import { counts, withInterfaceTable } from "./table.ts";

await writeFile(contributing, await withInterfaceTable(await readFile(contributing, "utf8")));
console.log(counts());
