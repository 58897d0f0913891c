import type { Page } from "playwright-core";
import { until, within } from "../until.ts";

/** Maximum time for the effect of a key, after which the key counts as lost, in milliseconds on an idle machine. */
const lost = 4_000;

/**
 * Presses a key until its effect is visible, and returns the effect. Retries, because a page that opens in an
 * editor takes the focus and swallows keys until it has loaded. Presses no key if the effect is already visible.
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
