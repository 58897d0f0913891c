import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** Maximum wait on an idle machine, in milliseconds. */
export const patience = 20_000;

/** No wait is this many times longer than `patience`, however crowded the machine is. */
const maxLoad = 10;

/**
 * Calls a function until its result is neither undefined, null nor false, and returns the result. An exception
 * counts as "not yet". Rejects after `patience`, which grows with the machine's load during the wait and shortly
 * before. The error names the expected state and has the last exception as its cause.
 */
export async function until<T>(what: string, ask: Asked<T>, milliseconds: number = patience): Promise<T> {
  const end = await asking(ask, milliseconds);
  if ("value" in end) return end.value;
  throw new Error(`Waited ${end.waited} ms in vain for ${what}`, "cause" in end ? end : undefined);
}

/**
 * Like {@link until}, for actions that may be lost and are then repeated. Resolves to undefined after the timeout.
 */
export async function within<T>(milliseconds: number, ask: Asked<T>): Promise<T | undefined> {
  const end = await asking(ask, milliseconds);
  return "value" in end ? end.value : undefined;
}

/** Like {@link until}, for assertions. On a timeout, the last assertion error becomes the cause. */
export async function untilPasses(what: string, assertions: () => Promise<void> | void): Promise<void> {
  await until(what, async () => {
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
  let asked = 0;
  let crowd = 0;
  for (;;) {
    const answer = await attempt(ask);
    if ("value" in answer && answer.value !== undefined && answer.value !== null && answer.value !== false) {
      return { value: answer.value };
    }
    asked++;
    crowd += currentLoad();
    const waited = performance.now() - start;
    if (waited > milliseconds * Math.min(Math.max(1, crowd / asked), maxLoad)) {
      return { waited: Math.round(waited), ...("cause" in answer && answer) };
    }
    await delay(25);
  }
}

/**
 * Returns the load: the number of threads per processor, averaged over the last minute, which includes threads that
 * wait for a disk, or the current number if it is known and larger.
 */
function currentLoad(): number {
  const lately = loadavg()[0] ?? 0;
  const now =
    process.platform === "linux"
      ? Number(/ (\d+)\/\d+ /.exec(readFileSync("/proc/loadavg", "latin1"))?.[1] ?? 0)
      : 0;
  return Math.max(lately, now) / availableParallelism();
}

async function attempt<T>(ask: () => Promise<T> | T): Promise<{ value: T } | { cause: unknown }> {
  try {
    return { value: await ask() };
  } catch (cause) {
    return { cause };
  }
}
