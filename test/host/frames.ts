import type { Frame, Page } from "playwright-core";
import { until } from "./until.ts";

/** Returns the HTML of each frame of a page. */
export function documentsIn(page: Page): Promise<string[]> {
  return inFrames(page, (frame) => frame.evaluate(() => document.documentElement.outerHTML));
}

/**
 * Calls a function in each frame of a page. Retries in frames that are loading, and skips frames that are removed.
 */
export async function inFrames<T>(page: Page, ask: (frame: Frame) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const frame of page.frames())
    await until(`the answer of a frame at ${frame.url()}`, async () => {
      if (!frame.isDetached()) answers.push(await ask(frame));
      return true;
    });
  return answers;
}
