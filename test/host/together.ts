// Runs the test files that are named to it in one process, one after the other: most of what a small one takes is the start.
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
