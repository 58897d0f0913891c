import { setTimeout as delay } from "node:timers/promises";

/** How long a wait for the workbench may take, in milliseconds; generous, because two slow cores share the work. */
export const patience = 20_000;

/**
 * Asks again and again until the answer is neither undefined, null nor false, and returns it. An exception counts as
 * "not yet". After `patience` it rejects with what was waited for and the last exception.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  milliseconds: number = patience,
): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await attempt(ask);
    if ("value" in answer && answer.value !== undefined && answer.value !== null && answer.value !== false) {
      return answer.value;
    }
    if (Date.now() > end) {
      throw new Error(
        `Waited ${milliseconds} ms in vain for ${what}`,
        "cause" in answer ? answer : undefined,
      );
    }
    await delay(25);
  }
}

async function attempt<T>(ask: () => Promise<T> | T): Promise<{ value: T } | { cause: unknown }> {
  try {
    return { value: await ask() };
  } catch (cause) {
    return { cause };
  }
}
