// One entry of the bench in a process of its own: `measure.ts NAME [--short]` prints its rows as JSON on the last line.
import { measures } from "./measures.ts";

const [name = "", ...flags] = process.argv.slice(2);
const measure = measures[name];
if (measure === undefined)
  throw new Error(`There is no ${name}; there are ${Object.keys(measures).join(", ")}`);
const rows = await measure({ short: flags.includes("--short") });
process.stdout.write(`\n${JSON.stringify(rows)}\n`);
