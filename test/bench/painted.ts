import type { Page } from "playwright-core";

/**
 * Returns the time from pressing a mouse button on an element of the activity bar to the frame that shows a row with
 * this text in the side bar, in milliseconds.
 */
export async function rowPainted(page: Page, tab: string, row: string): Promise<number> {
  const painted = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        addEventListener(
          "mousedown",
          ({ timeStamp }) => {
            const look = (): void => {
              const rows = document.querySelectorAll(".part.sidebar .monaco-list-row");
              const shown = [...rows].some((one) => one.textContent.includes(text));
              // The row is on screen when the next frame starts.
              if (shown) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    row,
  );
  await page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${tab}"])`).first().click();
  return painted;
}
