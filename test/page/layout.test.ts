import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageBlock, PageCard } from "../../src/card/protocol.ts";
import { created, deleted, invalid } from "./samples/cards.ts";
import { blocked, connection } from "./samples/connection.ts";
import { samples } from "./samples/samples.ts";
import { viewsOfSuite } from "./browser.ts";
import type { View } from "./view.ts";

const shortBlock = (title: string, length: number): PageBlock => ({
  kind: "rows",
  title,
  rows: Array.from({ length }, (_, index) => ({ label: `Setting ${index}`, value: { text: "On" } })),
});
/** The second column is the longer one. */
const uneven: PageCard = {
  ...created,
  id: "uneven",
  blocks: [
    ...[4, 5, 3].map((length) => shortBlock(`${length} rows`, length)),
    { kind: "code", title: "Reply as received", text: "{}" },
  ],
};

describe("the layout of the result page", () => {
  const openView = viewsOfSuite();

  /** Evaluates a view of a card at a width, and asserts that there is no horizontal scroll bar. */
  async function at<T>(width: number, card: PageCard, say: (view: View) => Promise<T>): Promise<T> {
    const view = await openView({ width }, card);
    const wider = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${card.id} is ${wider} px wider than ${width} px`);
    return say(view);
  }

  const lefts = ({ page }: View): Promise<number> =>
    page
      .locator(".block")
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);

  it("shows consecutive short blocks in two columns on wide pages", async () => {
    assert.deepEqual(
      [await at(300, created, lefts), await at(940, created, lefts), await at(960, created, lefts)],
      [1, 1, 2],
    );
    // A single section in two columns would leave half of the page empty.
    assert.equal(await at(960, connection, lefts), 1);
  });

  it("keeps 20 px of space below blocks in two columns", async () => {
    const gap = ({ page }: View): Promise<number> =>
      page.locator(".short").evaluate((columns) => {
        const ends = [...columns.querySelectorAll(".surface")].map(
          (one) => one.getBoundingClientRect().bottom,
        );
        const next = columns.nextElementSibling?.getBoundingClientRect().top ?? NaN;
        return Math.round(next - Math.max(...ends));
      });
    for (const card of [created, uneven])
      for (const width of [960, 1600])
        assert.equal(await at(width, card, gap), 20, `${card.id}, ${width} px`);
  });

  it("keeps a bullet next to its text at any width", async () => {
    const gap = ({ page }: View): Promise<number> =>
      page.locator(".list .item > span").evaluateAll((all) =>
        Math.max(
          ...all.map((one) => {
            const item = one.parentElement ?? one;
            return one.getBoundingClientRect().left - item.getBoundingClientRect().left;
          }),
        ),
      );
    for (const width of [300, 940, 1600]) {
      const pixels = await at(width, invalid, gap);
      assert.ok(pixels > 0 && pixels < 24, `${pixels} px at ${width} px`);
    }
  });

  it("needs no horizontal scrolling at 200% zoom in a 960 px window", async () => {
    const view = await openView({ width: 960, zoom: 2 });
    for (const card of samples) {
      await view.show(card);
      for (const fold of await view.page.locator("summary").all()) await fold.click();
      const wider = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${card.id} is ${wider} px too wide`);
      const cut = await view.page.locator("bdi").evaluateAll((texts) =>
        texts
          // Code blocks have their own scroll bar.
          .filter((text) => text.checkVisibility() && text.closest("pre") === null)
          .filter((text) => text.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      );
      assert.deepEqual(cut, [], card.id);
    }
  });

  it("keeps the block order and limits the line length on wide pages", async () => {
    const [titles, width] = await at(1600, created, async ({ page }) => [
      await page.locator("h2").allTextContents(),
      (await page.locator(".verdict").boundingBox())?.width,
    ]);
    assert.deepEqual(
      titles,
      created.blocks.map(({ title }) => title),
    );
    assert.equal(width, 1200 - 2 * 24);
  });

  it("shows the sandbox notice as one unobtrusive line", async () => {
    const { height, weight } = await at(700, created, ({ page }) =>
      page.getByRole("banner").evaluate((line) => ({
        height: line.getBoundingClientRect().height,
        weight: getComputedStyle(line).fontWeight,
      })),
    );
    assert.ok(height >= 24 && height <= 26, String(height));
    assert.equal(weight, "400");
  });

  it("keeps table values within 40 px of their row's name", async () => {
    const gap = await at(960, deleted, ({ page }) =>
      page.locator("tbody").evaluate((body) => {
        const edge = (selector: string, side: "left" | "right"): number =>
          Math.max(...[...body.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()[side]));
        return edge(".pill", "left") - edge("th > *", "right");
      }),
    );
    assert.ok(gap > 0 && gap < 40, String(gap));
  });

  it("never wraps the label of a row's button", async () => {
    for (const width of [480, 600, 960]) {
      const heights = await at(width, blocked, ({ page }) =>
        page
          .locator(".small")
          .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().height)).size),
      );
      assert.equal(heights, 1, `at ${width} px`);
    }
  });

  it("stretches a header button to the full width of a narrow panel", async () => {
    const gap = await at(300, connection, ({ page }) =>
      page.locator(".actions").evaluate((actions) => {
        const end = actions.getBoundingClientRect().right;
        return end - (actions.firstElementChild?.getBoundingClientRect().right ?? 0);
      }),
    );
    assert.ok(Math.abs(gap) < 1, String(gap));
  });
});
