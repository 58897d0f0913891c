import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../host/paths.ts";
import { writeFormatted } from "../host/written.ts";
import { page as figures } from "./figures.ts";
import type { Report } from "./report.ts";

const results = join(root, "test", "bench", "results.json");

/** The run that is kept. */
export async function kept(): Promise<Report> {
  return JSON.parse(await readFile(results, "utf8")) as Report;
}

/** Keeps a whole run: as JSON, and as the page that the README leads to. */
export async function keep(report: Report): Promise<void> {
  await writeFormatted(results, JSON.stringify(report));
  await writeFormatted(join(root, "test", "bench", "README.md"), figures(report));
}
