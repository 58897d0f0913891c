import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run as runTests } from "node:test";
import { installedExtension } from "./host/extension.ts";
import { runInHost } from "./host/inHost.ts";
import { interrupted } from "./host/interrupt.ts";
import { cache, root } from "./host/paths.ts";
import { run } from "./host/processes.ts";
import { collect, noResults, total, type Results } from "./host/results.ts";
import { installServer } from "./host/serverInstall.ts";

/** A stage of `npm test`. */
export interface Stage {
  name: string;
  /** True if the stage consists of tests that are counted one by one. */
  tests: boolean;
  /** Set for stages that take minutes: `npm test` omits "corner", and `npm test -- all` omits only "long". */
  slowGroup?: "corner" | "long";
  /**
   * True for a stage that runs in parallel with all others after the build. It needs few processors and shares no
   * files with them.
   */
  parallel?: true;
  run: (progress: (line: string) => void) => Promise<Results>;
}

const modules = join(root, "node_modules");
const tsc = join(modules, "typescript", "bin", "tsc");

/**
 * Size of V8's young generation, in MiB. A larger one saves a sixth of the time of programs that allocate much
 * long-lived memory.
 */
const heapFlag = "--max-semi-space-size=64";

/** The programs that check types, lint and format. */
const checks = {
  "types of the extension": [heapFlag, tsc, "-p", "."],
  "types of the page": [heapFlag, tsc, "-p", "src/page"],
  "types of the tests": [heapFlag, tsc, "-p", "test"],
  lint: [
    ...[heapFlag, join(modules, "eslint", "bin", "eslint.js"), "--config", ".config/eslint.config.mjs", "."],
    ...["--cache", "--cache-strategy", "content", "--cache-location", join(cache, "eslint")],
  ],
  format: [
    ...[join(modules, "prettier", "bin", "prettier.cjs"), "--check", "."],
    ...["--cache", "--cache-strategy", "content", "--cache-location", join(cache, "prettier")],
  ],
};

/**
 * Number of parallel windows of VS Code. A single window leaves half of two cores idle, and a third window would wait
 * for them.
 */
const windows = 2;

/** Stages in order, except parallel ones. All other stages need the first. */
export const stages: readonly [Stage, ...Stage[]] = [
  { name: "build", tests: false, run: () => programs({ esbuild: ["esbuild.mjs"] }) },
  { name: "check", tests: false, parallel: true, run: () => programs(checks) },
  { name: "structure", tests: true, run: async () => nodeTests(await testFiles(".", false)) },
  { name: "unit", tests: true, run: unitTests },
  { name: "contract", tests: true, run: async () => nodeTests(await testFiles("contract")) },
  { name: "faults", tests: true, run: async () => nodeTests(await testFiles("faults")) },
  { name: "page", tests: true, run: async () => nodeTests(await testFiles("page"), { doubles: false }) },
  {
    name: "in-host",
    tests: true,
    parallel: true,
    run: async (progress) => {
      await installServer(progress);
      return runInHost();
    },
  },
  { name: "ui", tests: true, run: (progress) => windowStage("ui", progress) },
  { name: "corners", tests: true, slowGroup: "corner", run: (progress) => windowStage("corners", progress) },
  {
    name: "guards",
    tests: true,
    slowGroup: "corner",
    run: async () => nodeTests(await testFiles("mutants"), { concurrency: 1 }),
  },
  {
    name: "soak",
    tests: true,
    slowGroup: "long",
    run: async () => nodeTests(await testFiles("soak", false), { concurrency: 1 }),
  },
  {
    name: "windows",
    tests: true,
    slowGroup: "long",
    run: async (progress) => windowTests(await testFiles("soak/windows"), progress),
  },
];

/** Runs programs one after the other with low priority. Failures are counted, and successes aren't tests. */
async function programs(all: Record<string, readonly string[]>): Promise<Results> {
  const failures: string[] = [];
  for (const [name, args] of Object.entries(all)) {
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: root, modest: true });
    if (code !== 0) failures.push(`${name}\n${stdout}${stderr}`);
  }
  return { ...noResults, failed: failures.length, failures };
}

/** Files that visit every feature in a real VS Code, and attacks that can only be tested in a window. */
const windowPaths = [
  "ui/connections",
  "ui/destinations",
  "ui/edit",
  "ui/fromEmpty",
  "ui/history",
  "ui/login",
  "ui/mainJob",
  "ui/oneTimeCode",
  "ui/projects",
  "ui/providers",
  "ui/proxies",
  "attacks/hostileStrings",
  "attacks/login",
  "attacks/token",
].map((name) => join(root, "test", `${name}.test.ts`));

/**
 * Divides test files into those that run in windows of `npm test` and all others. A new file belongs to the others by
 * default.
 */
export function groupWindowTests(
  files: readonly string[],
): Readonly<Record<"ui" | "corners", readonly string[]>> {
  return { ui: windowPaths, corners: files.filter((file) => !windowPaths.includes(file)) };
}

async function windowStage(
  stage: keyof ReturnType<typeof groupWindowTests>,
  progress: (line: string) => void,
): Promise<Results> {
  const files = [...(await testFiles("ui")), ...(await testFiles("attacks"))];
  return windowTests(groupWindowTests(files)[stage], progress);
}

/**
 * Runs tests that drive a real VS Code with our extension. The longest files start first, so that none runs alone at
 * the end.
 */
async function windowTests(files: readonly string[], progress: (line: string) => void): Promise<Results> {
  await installedExtension(progress);
  const sizes = new Map(
    await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)),
  );
  const bySize = files.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  return nodeTests(bySize, { doubles: false, concurrency: windows });
}

/**
 * Folders whose tests leave no state in their process. The tests of a folder share one process, which saves half of a
 * process's time per file. The slowest folder starts first.
 */
const sharedProcessFolders = [
  "editor/connections/creation",
  "api",
  "domain",
  "editor/accounts",
  "editor/app",
  "editor/catalogue",
  "editor/connections/editing",
  "editor/connections/history",
  "editor/connections/listed",
  "editor/connections/login",
  "editor/connections/settings",
  "editor/connections/shown",
  "editor/entitlements",
  "editor/files",
  "editor/logins",
  "editor/resources",
  "editor/results",
  "editor/sidebar",
  "editor/tools",
  "editor/words",
  "sandbox/http",
  "sandbox/resources",
  "storage",
];

/**
 * Runs the folders that share a process, in parallel on all processors, and then each other file in a process of
 * its own. A test that shares a process can't find the snapshots of its file.
 */
async function unitTests(): Promise<Results> {
  const files = await Promise.all(sharedProcessFolders.map((room) => testFiles(join("unit", room))));
  const rooms = files.map((some) => some.filter((file) => !existsSync(`${file}.snapshot`)));
  const tidy = new Set(rooms.flat());
  const together: Results[] = [];
  const remaining = rooms.values();
  const next = async (): Promise<void> => {
    for (const files of remaining)
      together.push(await nodeTests(files, { together: true, timeout: shortTimeoutMs }));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  const separate = (await testFiles("unit")).filter((file) => !tidy.has(file));
  return total([...together, await nodeTests(separate, { timeout: shortTimeoutMs })]);
}

/** Returns the test files of a folder, sorted by name. */
async function testFiles(folder: string, recursive = true): Promise<readonly string[]> {
  return (await readdir(join(root, "test", folder), { recursive }))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(root, "test", folder, name))
    .sort();
}

interface NodeTestOptions {
  /** True to replace the bare import "vscode" by the test double. */
  doubles?: boolean;
  concurrency?: number;
  /** True to run all files in one process, one after the other. */
  together?: boolean;
  /**
   * Maximum duration of a file, in milliseconds, so that a test whose promise never settles fails instead of
   * hanging.
   */
  timeout?: number;
}

/** Maximum duration of a file that waits only for itself, in milliseconds. */
const shortTimeoutMs = 300_000;
/** Maximum duration of a file that drives windows or runs long on purpose, in milliseconds. */
const longTimeoutMs = 1_800_000;

async function nodeTests(
  files: readonly string[],
  {
    doubles = true,
    concurrency = availableParallelism(),
    together = false,
    timeout = longTimeoutMs,
  }: NodeTestOptions = {},
): Promise<Results> {
  const first = new URL(doubles ? "./doubles/register.ts" : "./host/compiled.ts", import.meta.url).href;
  return collect(
    runTests({
      ...(together
        ? { files: [join(root, "test", "host", "together.ts")], argv: [...files] }
        : { files: [...files] }),
      concurrency,
      signal: interrupted,
      timeout,
      execArgv: ["--import", first],
    }),
  );
}
