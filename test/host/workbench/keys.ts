import type { Locator, Page } from "playwright-core";
import { until, within } from "../until.ts";

/** Maximum time for the effect of a key, after which the key counts as lost, in milliseconds on an idle machine. */
const lostAfterMs = 4_000;

/** Maximum time to reach an element, in milliseconds, before the search starts over. */
const timeout = 5_000;

/**
 * Sends keys, text or a click, and returns true if the element received them. With a label, the element must have it
 * when they arrive, because lists reuse their rows. The document ignores what arrives elsewhere, such as after a page
 * took the focus, so that it can be sent again.
 */
export async function received(target: Locator, send: () => Promise<void>, label = ""): Promise<boolean> {
  const gate = await target.evaluateHandle(
    (element, expected) => {
      let isReceived = false;
      // VS Code runs a CodeLens at the mousedown, and a dialog may cover it before the mouseup.
      const isCodeLens = element.closest(".codelens-decoration") !== null;
      const check = (event: Event): void => {
        // VS Code forwards the keys of a page in the editor as events of its own.
        if (!event.isTrusted) return;
        // A click on a label is followed by one on its input.
        if (isReceived && event.type === "click") return;
        // Some menus are in a shadow root, which replaces their elements as the event's target.
        const isInside = event.composedPath().includes(element);
        if (isInside && (expected === "" || element.ariaLabel === expected)) {
          isReceived ||= isCodeLens || event.type !== "mousedown";
        } else {
          event.preventDefault();
          event.stopImmediatePropagation();
        }
      };
      const types = ["keydown", "beforeinput", "mousedown", "mouseup", "click", "contextmenu"];
      for (const type of types) addEventListener(type, check, true);
      return (): boolean => {
        for (const type of types) removeEventListener(type, check, true);
        return isReceived;
      };
    },
    label,
    { timeout },
  );
  const [sent] = await Promise.allSettled([send()]);
  // If the page is gone, such as after a reload, assume that it received them.
  const isReceived = await gate.evaluate((close) => close()).catch(() => true);
  if (!isReceived && sent.status === "rejected") throw sent.reason;
  return isReceived;
}

/** Clicks an element until the element received the click, because elements move and are replaced. */
export async function click(target: Locator): Promise<void> {
  await until(`the click on ${String(target)}`, () => received(target, () => target.click({ timeout })));
}

/**
 * Presses a key until its effect is visible, and returns the effect. Retries, because a page that opens in an
 * editor takes the focus and swallows keys until it has loaded.
 */
export async function pressFor<T>(
  page: Page,
  key: string,
  condition: string,
  ask: () => Promise<T | undefined | null | false>,
): Promise<T> {
  return until(condition, async () => {
    await page.keyboard.press(key);
    return within(lostAfterMs, ask);
  });
}
