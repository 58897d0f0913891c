import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run as runTests } from "node:test";
import { collect, lastTest } from "../host/results.ts";

/**
 * Entry point for VS Code (`extensionTestsPath`). Runs the test files beside this one in this process and writes
 * their results to the file in IN_HOST_REPORT. Rejects if a test fails, so that VS Code exits with 1.
 */
export async function run(): Promise<void> {
  const tests = (await readdir(__dirname)).filter((name) => name.endsWith(".test.cjs")).sort();
  const files = [...tests, "last.cjs"].map((name) => join(__dirname, name));
  const stream = runTests({ files, isolation: "none", concurrency: false, timeout: 300_000 });
  const results = await collect(stream, lastTest);
  const report = process.env["IN_HOST_REPORT"];
  if (report !== undefined) await writeFile(report, JSON.stringify(results));
  if (results.failed > 0 || results.passed === 0) throw new Error(JSON.stringify(results, null, 2));
}
