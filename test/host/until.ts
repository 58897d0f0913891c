import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** Maximum wait on an idle machine, in milliseconds. */
export const patience = 20_000;

/** Maximum factor by which load extends `patience`. */
const maxLoad = 10;

/**
 * Calls a function until its result is neither undefined, null nor false, and returns the result. An exception
 * counts as "not yet". Rejects after `patience`, which grows with the machine's load during the wait and shortly
 * before. The error names the expected state and has the last exception as its cause.
 */
export async function until<T>(
  condition: string,
  ask: Asked<T>,
  milliseconds: number = patience,
): Promise<T> {
  const result = await asking(ask, milliseconds);
  if ("value" in result) return result.value;
  throw new Error(
    `Waited ${result.waited} ms in vain for ${condition}`,
    "cause" in result ? result : undefined,
  );
}

/**
 * Like {@link until}, for actions that may have no effect and are then repeated. Resolves to undefined after the
 * timeout.
 */
export async function within<T>(milliseconds: number, ask: Asked<T>): Promise<T | undefined> {
  const result = await asking(ask, milliseconds);
  return "value" in result ? result.value : undefined;
}

/** Like {@link until}, for assertions. On a timeout, the last assertion error becomes the cause. */
export async function untilPasses(condition: string, assertions: () => Promise<void> | void): Promise<void> {
  await until(condition, async () => {
    await assertions();
    return true;
  });
}

type Asked<T> = () => Promise<T | undefined | null | false> | T | undefined | null | false;

async function asking<T>(
  ask: Asked<T>,
  milliseconds: number,
): Promise<{ value: T } | { waited: number; cause?: unknown }> {
  const start = performance.now();
  let attempts = 0;
  let crowd = 0;
  for (;;) {
    const answer = await attempt(ask);
    if ("value" in answer && answer.value !== undefined && answer.value !== null && answer.value !== false) {
      return { value: answer.value };
    }
    attempts++;
    crowd += currentLoad();
    const waited = performance.now() - start;
    if (waited > milliseconds * Math.min(Math.max(1, crowd / attempts), maxLoad)) {
      return { waited: Math.round(waited), ...("cause" in answer && answer) };
    }
    await delay(25);
  }
}

/**
 * Returns the load: the number of running or waiting threads per processor, averaged over the last minute, or the
 * current number if it is known and larger. On Linux, the average includes threads that wait for a disk.
 */
function currentLoad(): number {
  const lately = loadavg()[0] ?? 0;
  const current =
    process.platform === "linux"
      ? Number(/ (\d+)\/\d+ /.exec(readFileSync("/proc/loadavg", "latin1"))?.[1] ?? 0)
      : 0;
  return Math.max(lately, current) / availableParallelism();
}

async function attempt<T>(ask: () => Promise<T> | T): Promise<{ value: T } | { cause: unknown }> {
  try {
    return { value: await ask() };
  } catch (cause) {
    return { cause };
  }
}
