import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageCard } from "../../src/card/protocol.ts";
import { painted, type Painted } from "./painted.ts";
import { blocked, connection } from "./samples/connection.ts";
import { created, deleted } from "./samples/cards.ts";
import { history } from "./samples/history.ts";
import { entitlements } from "./samples/report.ts";
import { viewsOfSuite } from "./browser.ts";
import { themeNames, type View } from "./view.ts";

/** Together, these cover every block kind, every tone and the sandbox line. */
const cards: readonly PageCard[] = [created, connection, entitlements, deleted, blocked, history];

describe("the result page's contrast", () => {
  const openView = viewsOfSuite();

  /** Lists text with less contrast than `text` and icons with less than 3. */
  const tooWeak = (all: readonly Painted[], text: number): readonly string[] =>
    all
      .filter(({ icon, ratio }) => ratio < (icon ? 3 : text))
      .map(({ icon, name, ratio }) => `${icon ? "icon" : "text"} ${name}: ${ratio.toFixed(2)}`);

  /** Like {@link tooWeak} for a light theme, without the figures. */
  const weakest = async ({ page }: View): Promise<readonly string[]> =>
    tooWeak(await painted(page), 4.5).map((words) => words.replace(/: [\d.]+$/, ""));

  for (const theme of themeNames) {
    const textRatio = theme.startsWith("hc") ? 7 : 4.5;
    it(`is at least ${textRatio}:1 for text and 3:1 for icons in ${theme}`, async () => {
      const view = await openView({ theme, width: 1920, zoom: 2, height: 1600 });
      for (const card of cards) {
        await view.show(card);
        for (const fold of await view.page.locator("summary").all()) await fold.press("Enter");
        const all = await painted(view.page);
        assert.ok(all.length > 10, card.id);
        const names = new Set(all.map(({ name }) => name));
        const drawn = [names.has("bar"), names.has("day")];
        assert.deepEqual(drawn, [card === entitlements, card === history], card.id);
        assert.deepEqual(tooWeak(all, textRatio), [], card.id);
      }
    });
  }

  it("is reported as too low if a bar is light grey", async () => {
    const view = await openView({ theme: "light", zoom: 2 }, entitlements);
    await view.page.evaluate(() => {
      for (const one of document.querySelectorAll<SVGElement>(".bar-fill")) one.style.fill = "#aaa";
    });
    assert.deepEqual(await weakest(view), ["icon bar", "icon bar"]);
  });

  it("is reported as too low if the heading is grey", async () => {
    const view = await openView({ theme: "light", zoom: 2 }, created);
    await view.page.evaluate(() => document.querySelector("h1")?.style.setProperty("color", "#888"));
    assert.deepEqual(await weakest(view), [`text ${created.title}`]);
  });
});
