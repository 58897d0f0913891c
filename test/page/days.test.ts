import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { history } from "./samples/history.ts";
import { viewsOfSuite } from "./browser.ts";
import { labelsOf, type View, type ViewOptions } from "./view.ts";

const days = history.blocks.find((one) => one.kind === "days");
assert.ok(days);
/** In chronological order, as the arrow keys move. */
const oldestFirst = days.days.toReversed();
const texts = oldestFirst.flatMap(({ pieces }) => pieces.map(({ text }) => text));

describe("the history on the result page", () => {
  const openView = viewsOfSuite();
  let view: View;

  async function open(options?: ViewOptions): Promise<Locator> {
    view = await openView(options, history);
    return view.page.getByRole("listbox", { name: "Day by day" });
  }
  const caption = (): Promise<string | null> => view.page.locator(".day-caption").textContent();
  /** Returns the accessible name of the focused piece. */
  const focused = (): Promise<string | null | undefined> =>
    view.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

  it("labels each day and period for screen readers", async () => {
    const list = await open();
    assert.deepEqual(
      await labelsOf(list.getByRole("group")),
      days.days.map(({ label }) => label),
    );
    const inOrder = days.days.flatMap(({ pieces }) => pieces.map(({ text }) => text));
    assert.deepEqual(await labelsOf(list.getByRole("option")), inOrder);
  });

  it("marks the current time only in the top row", async () => {
    const list = await open();
    const lines = list.locator(".day-now");
    assert.equal(await lines.count(), 1);
    const [line, track] = await Promise.all([
      lines.boundingBox(),
      view.page.locator(".day-track").first().boundingBox(),
    ]);
    assert.ok(line && track);
    assert.ok(Math.abs((line.x - track.x) / track.width - 0.71) < 0.01);
    assert.ok(line.y >= track.y && line.y + line.height <= track.y + track.height);
    const [above, legend] = await Promise.all([
      list.boundingBox(),
      view.page.locator(".day-legend").boundingBox(),
    ]);
    assert.ok(above && legend && legend.y - (above.y + above.height) <= 8);
  });

  it("is a single tab stop and supports the arrow keys", async () => {
    await open();
    const { keyboard } = view.page;
    assert.equal(await caption(), texts.at(-1));
    await view.page.locator("#more").focus();
    const go = async (...keys: readonly string[]): Promise<string | null | undefined> => {
      for (const key of keys) await keyboard.press(key);
      const at = await focused();
      assert.equal(await caption(), at);
      return at;
    };
    assert.equal(await go("Tab"), texts.at(-1));
    const back: (string | null | undefined)[] = [];
    while (back.length < texts.length - 1) back.push(await go("ArrowLeft"));
    assert.deepEqual(back, texts.slice(0, -1).toReversed());
    assert.equal(await go("ArrowLeft"), texts[0]);
    assert.equal(await go("ArrowRight"), texts[1]);
    assert.equal(await go("End"), texts.at(-1));
    assert.equal(await go("ArrowRight"), texts.at(-1));
    assert.equal(await go("Home"), texts[0]);
    assert.equal(await go("ArrowDown"), texts[0]);
    const firsts = oldestFirst.map(({ pieces }) => pieces[0]?.text);
    assert.deepEqual([await go("ArrowUp"), await go("ArrowUp"), await go("ArrowUp")], firsts.slice(1));
    assert.equal(await go("ArrowUp"), texts.at(-1));
    assert.equal(await go("ArrowDown"), firsts[2]);
    await keyboard.press("Tab");
    assert.equal(await view.page.evaluate(() => document.activeElement?.id), "block-1-more");
  });

  it("shows a period's text on hover and selects the period on click", async () => {
    const list = await open();
    const second = list.getByRole("option").nth(1);
    const says = await second.getAttribute("aria-label");
    await second.hover();
    assert.equal(await caption(), says);
    await view.page.locator("h1").hover();
    assert.equal(await caption(), texts.at(-1));
    await second.click();
    await view.page.locator("h1").hover();
    assert.equal(await caption(), says);
    assert.equal(await second.getAttribute("aria-selected"), "true");
    assert.equal(await list.locator('[aria-selected="true"]').count(), 1);
  });

  for (const width of [300, 700, 1200])
    it(`draws each period in proportion to the day at ${width} px`, async () => {
      await open({ width });
      const drawn = await view.page.locator(".day-track").evaluateAll((tracks) =>
        tracks.map((track) => {
          const { left, width: whole } = track.getBoundingClientRect();
          return [...track.children].map((piece) => {
            const box = piece.getBoundingClientRect();
            const isMark = piece.matches(".day-mark");
            return isMark
              ? [(box.left + box.width / 2 - left) / whole]
              : [(box.left - left) / whole, (box.right - left) / whole];
          });
        }),
      );
      days.days.forEach(({ pieces }, day) =>
        pieces.forEach((piece, index) => {
          const [from = -1, to] = drawn[day]?.[index] ?? [];
          const close = (a: number, b: number): boolean => Math.abs(a - b) < 0.015;
          if ("at" in piece) assert.ok(close(from, piece.at), piece.text);
          else assert.ok(close(from, piece.from) && to !== undefined && close(to, piece.to), piece.text);
        }),
      );
      assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    });

  it("uses different shapes for logged-in, logged-out and unknown periods", async () => {
    await open({ theme: "hc-dark", forcedColors: true });
    const shapes = await Promise.all(
      ["in", "out", "unknown"].map((look) =>
        view.page
          .locator(`.day-track .day-${look}`)
          .first()
          .evaluate((one) => {
            const { backgroundImage, borderTopStyle, height } = getComputedStyle(one, "::before");
            return [backgroundImage === "none", borderTopStyle, height === "10px"];
          }),
      ),
    );
    assert.deepEqual(shapes, [
      [true, "none", true],
      [false, "solid", true],
      [true, "dotted", false],
    ]);
  });

  it("keeps focus on the button that loads more entries", async () => {
    await open();
    await view.page.getByRole("button", { name: "Load More" }).click();
    assert.deepEqual((await view.posted()).at(-1), { type: "press", drawing: 1, press: "loadMore" });
    await view.show(history);
    assert.equal(await view.page.evaluate(() => document.activeElement?.id), "block-1-more");
  });

  it("keeps the selected period when re-rendered", async () => {
    const list = await open();
    await list.getByRole("option").nth(2).click();
    await list.getByRole("option").nth(2).focus();
    await view.show(history);
    const third = await list.getByRole("option").nth(2).getAttribute("aria-label");
    assert.equal(await focused(), third);
    assert.equal(await caption(), third);
  });
});
