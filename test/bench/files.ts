// Measures connection files: the time to plan a thousand connections, and the start of the command line.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";
import { runCommandLine as runCommand } from "../../src/cli/run.ts";
import { parseConnectionFile } from "../../src/domain/file/parseFile.ts";
import { planChanges } from "../../src/domain/file/plan.ts";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";
import { figureOf, medianOf, Samples, type Measure, type Row } from "./row.ts";

const entries = Array.from({ length: 1000 }, (_, index) => ({
  domain: `site-${index}.example`,
  profile_name: "ops",
  health_check_interval: 7200,
  allowed_domains: ["sso.example"],
  browser: { stealth: false, telemetry: { enabled: true } },
}));
const text = JSON.stringify({ version: 1, connections: entries }, undefined, 2);

/** Rows of `npm run bench`. */
export const files: Measure = async ({ short }) => [
  readAndCompare(short ? 5 : 60),
  ...(await wholePlan(short ? 3 : 20)),
  await start(short ? 3 : 30),
];

function readAndCompare(times: number): Row {
  const connections = entries.map(({ domain, profile_name }) => ({
    id: domain,
    domain,
    profile_name,
    health_check_interval: 3600,
    browser: { stealth: true },
  }));
  const once = (): number => {
    const begin = performance.now();
    planChanges(parseConnectionFile(text), { connections });
    return performance.now() - begin;
  };
  // The first samples would measure code that isn't compiled yet.
  for (let index = 0; index < times / 2; index++) once();
  const figure = figureOf(Array.from({ length: times }, once));
  return {
    title: "file of 1,000 connections: parse and compare",
    unit: "ms",
    contenders: [{ name: "parse and compare", figure }],
    goals: [{ words: "parse and compare", value: figure.median, limit: 50, kind: "time" }],
    notes: ["Each connection differs in four settings; the file has 13,000 lines."],
  };
}

/** Measures the whole command against a service in another thread: time, memory, requests and the longest block. */
async function wholePlan(times: number): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "managed-auth-bench-"));
  const worker = new Worker(join(import.meta.dirname, "fileService.ts"));
  try {
    const ask = async (): Promise<unknown> => ((await once(worker, "message")) as [unknown])[0];
    const { baseUrl, token } = z.object({ baseUrl: z.string(), token: z.string() }).parse(await ask());
    await writeFile(join(folder, "managed-auth.jsonc"), text);
    const quiet = { write: () => true };
    const { stdin } = process;
    const shell = { env: { KERNEL_API_KEY: token }, cwd: folder, stdin, stdout: quiet, stderr: quiet };
    const samples: { readonly ms: number; readonly mb: number; readonly block: number }[] = [];
    let requests = 0;
    for (let index = 0; index < times + 2; index++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      const before = process.memoryUsage().heapUsed;
      delay.enable();
      const begin = performance.now();
      const exit = await runCommand(["plan", "--base-url", baseUrl], shell, new AbortController().signal);
      const ms = performance.now() - begin;
      delay.disable();
      if (exit !== 2) throw new Error(`the plan ended with ${exit}`);
      worker.postMessage("count");
      requests = Number(await ask());
      const mb = Math.max(0, process.memoryUsage().heapUsed - before) / 1e6;
      if (index >= 2) samples.push({ ms, mb, block: delay.max / 1e6 });
    }
    const total = figureOf(samples.map(({ ms }) => ms));
    const block = figureOf(samples.map(({ block: longest }) => longest));
    const heap = figureOf(samples.map(({ mb }) => mb));
    return [
      {
        title: "file of 1,000 connections: plan (parse, read, compare, print)",
        unit: "ms",
        contenders: [
          { name: "the whole command", figure: total },
          { name: "longest block", figure: block },
        ],
        goals: [
          { words: "the whole command", value: total.median, limit: 1000, kind: "time" },
          { words: "requests", value: requests, limit: 13, kind: "leak" },
        ],
        notes: [`${requests} requests, ten or eleven of them for the list. The service answers at once.`],
      },
      {
        title: "file of 1,000 connections: memory of a plan",
        unit: "MB",
        contenders: [{ name: "more heap in use afterwards", figure: heap }],
        goals: [{ words: "more heap", value: heap.median, limit: 60, kind: "time" }],
      },
    ];
  } finally {
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures `--help`, compared with a Node.js process that does nothing. */
async function start(times: number): Promise<Row> {
  const samples = new Samples();
  const [ours, nothing] = ["managed-auth --help", "node -e 0"];
  for (let index = 0; index < times; index++)
    for (const [name, args] of [
      [ours, [join(root, "dist", "cli", "managed-auth.cjs"), "--help"]],
      [nothing, ["-e", "0"]],
    ] as const) {
      const begin = performance.now();
      if ((await run(process.execPath, args)).code !== 0) throw new Error(`${name} failed`);
      samples.add(name, performance.now() - begin);
    }
  const { contenders } = samples;
  const more = medianOf(contenders, ours) - medianOf(contenders, nothing);
  return {
    title: "start of the command line",
    unit: "ms",
    contenders,
    goals: [{ words: "beyond Node.js itself", value: more, limit: 60, kind: "time" }],
  };
}
