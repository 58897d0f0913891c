// Runs the given test files in one process, one after the other, because most of the time of a small file is its
// start.
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
