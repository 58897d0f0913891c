// Measures the command line's list of 500 browsers: its time, and its longest block of the event loop.
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";
import { runCommandLine } from "../../src/cli/run.ts";
import { figureOf, type Measure } from "./row.ts";

/** Rows of `npm run bench`. The service runs in another thread, so that its work doesn't block the measured code. */
export const browsers: Measure = async ({ short }) => {
  const worker = new Worker(join(import.meta.dirname, "fileService.ts"));
  try {
    const [message] = (await once(worker, "message")) as [unknown];
    const { baseUrl, token } = z.object({ baseUrl: z.string(), token: z.string() }).parse(message);
    const quiet = { write: () => true };
    const env = { KERNEL_API_KEY: token };
    const shell = { env, cwd: tmpdir(), stdin: process.stdin, stdout: quiet, stderr: quiet };
    const samples: { readonly ms: number; readonly block: number }[] = [];
    for (let index = 0; index < (short ? 5 : 32); index++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const begin = performance.now();
      const exit = await runCommandLine(
        ["browsers", "--base-url", baseUrl],
        shell,
        new AbortController().signal,
      );
      const ms = performance.now() - begin;
      delay.disable();
      if (exit !== 0) throw new Error(`the list ended with ${exit}`);
      // The first samples would measure code that isn't compiled yet.
      if (index >= 2) samples.push({ ms, block: delay.max / 1e6 });
    }
    const block = figureOf(samples.map((sample) => sample.block));
    return [
      {
        title: "500 browsers: list",
        unit: "ms",
        contenders: [
          { name: "the whole command", figure: figureOf(samples.map(({ ms }) => ms)) },
          { name: "longest block", figure: block },
        ],
        goals: [{ words: "longest block at most 50 ms", value: block.median, limit: 50, kind: "time" }],
      },
    ];
  } finally {
    await worker.terminate();
  }
};
