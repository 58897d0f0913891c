import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { run as runTests } from "node:test";
import { installedExtension } from "./host/extension.ts";
import { runInHost } from "./host/inHost.ts";
import { interrupted } from "./host/interrupt.ts";
import { root } from "./host/paths.ts";
import { run } from "./host/processes.ts";
import { collect, nothing, total, type Results } from "./host/results.ts";
import { installServer } from "./host/serverInstall.ts";

/** One part of `npm test`. */
export interface Stage {
  name: string;
  /** Whether it is made of tests that are counted one by one. */
  tests: boolean;
  /** Whether it runs only where it is named: it takes minutes. */
  long?: true;
  run: (progress: (line: string) => void) => Promise<Results>;
}

const modules = join(root, "node_modules");

/** In the order in which they run; each needs the first. */
export const stages: readonly [Stage, ...Stage[]] = [
  { name: "build", tests: false, run: () => programs({ esbuild: ["esbuild.mjs"] }) },
  {
    name: "check",
    tests: false,
    run: () =>
      programs({
        "types of the extension": [join(modules, "typescript", "bin", "tsc"), "-p", "."],
        "types of the page": [join(modules, "typescript", "bin", "tsc"), "-p", "src/page"],
        "types of the tests": [join(modules, "typescript", "bin", "tsc"), "-p", "test"],
        lint: [join(modules, "eslint", "bin", "eslint.js"), "--config", ".config/eslint.config.mjs", "."],
        format: [join(modules, "prettier", "bin", "prettier.cjs"), "--check", "."],
      }),
  },
  { name: "structure", tests: true, run: async () => nodeTests(await testFiles(".", false)) },
  { name: "unit", tests: true, run: async () => nodeTests(await testFiles("unit")) },
  { name: "contract", tests: true, run: async () => nodeTests(await testFiles("contract")) },
  { name: "faults", tests: true, run: async () => nodeTests(await testFiles("faults")) },
  {
    name: "in-host",
    tests: true,
    run: async (progress) => {
      await installServer(progress);
      return runInHost();
    },
  },
  { name: "ui", tests: true, run: (progress) => windowTests("ui", progress) },
  { name: "attacks", tests: true, run: (progress) => windowTests("attacks", progress) },
  {
    name: "soak",
    tests: true,
    long: true,
    run: async () => nodeTests(await testFiles("soak"), { concurrency: 1 }),
  },
];

/** Runs programs one after the other; those that fail count, those that pass are no tests. */
async function programs(all: Record<string, readonly string[]>): Promise<Results> {
  const failures: string[] = [];
  for (const [name, args] of Object.entries(all)) {
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: root });
    if (code !== 0) failures.push(`${name}\n${stdout}${stderr}`);
  }
  return { ...nothing, failed: failures.length, failures };
}

/**
 * Runs tests that drive a real VS Code with our extension, one window after the other: two would wait for each other's
 * processor. On a machine that is shared a window may still be late: in CI, a file with a failure runs once more, and
 * what failed the first time only is told, but does not fail the run. Whoever runs the tests by hand is not spared.
 */
async function windowTests(folder: string, progress: (line: string) => void): Promise<Results> {
  await installedExtension(progress);
  const all: Results[] = [];
  for (const file of await testFiles(folder)) {
    if (interrupted.aborted) break;
    const once = (): Promise<Results> => nodeTests([file], { doubles: false });
    const first = await once();
    if (first.failed === 0 || process.env["CI"] !== "true") {
      all.push(first);
    } else {
      for (const text of first.failures) progress(`unsteady: ${text}`);
      all.push(await once());
    }
  }
  return total(all);
}

/** The test files of a folder, in the order of their names. */
async function testFiles(folder: string, recursive = true): Promise<readonly string[]> {
  const names = await readdir(join(root, "test", folder), { recursive });
  return names
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(root, "test", folder, name))
    .sort();
}

interface NodeTestOptions {
  /** Whether the bare import "vscode" is our fake. */
  doubles?: boolean;
  concurrency?: number | true;
}

async function nodeTests(
  files: readonly string[],
  { doubles = true, concurrency = true }: NodeTestOptions = {},
): Promise<Results> {
  const register = new URL("./doubles/register.ts", import.meta.url).href;
  return collect(
    runTests({
      files,
      concurrency,
      signal: interrupted,
      // A test whose promise never settles must fail, not hang; a whole file of UI tests takes minutes.
      timeout: 600_000,
      execArgv: doubles ? ["--import", register] : [],
    }),
  );
}
