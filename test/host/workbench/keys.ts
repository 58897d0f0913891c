import type { Page } from "playwright-core";
import { until, within } from "../until.ts";

/** How long what a key is for may take before it is taken for lost, in milliseconds on a quiet machine. */
const lost = 4_000;

/**
 * Presses a key until what it is for is there, and returns that. A page that is only just coming into an editor takes
 * the focus and swallows keys until it has loaded: a person presses again. What is there already needs no key.
 */
export async function pressFor<T>(
  page: Page,
  key: string,
  what: string,
  ask: () => Promise<T | undefined | null | false>,
): Promise<T> {
  return until(what, async () => {
    await page.keyboard.press(key);
    return within(lost, ask);
  });
}
