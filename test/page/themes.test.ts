import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { before, describe, it } from "node:test";
import type { AxeResults } from "axe-core";
import { viewsOfSuite } from "./browser.ts";
import { created } from "./samples/cards.ts";
import { samples } from "./samples/samples.ts";
import { styleSheet } from "./server.ts";
import { themeNames, type ThemeName, type View } from "./view.ts";
import themes from "./themes.json" with { type: "json" };

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

describe("the result page in VS Code's themes", () => {
  const openView = viewsOfSuite();
  let axe: string;
  before(async () => (axe = await readFile(axePath, "utf8")));

  /** Returns axe's violations and undecided checks, for all rules by default. */
  async function problems(view: View, rules?: readonly string[]): Promise<string[]> {
    const options = JSON.stringify(rules === undefined ? {} : { runOnly: rules });
    const { incomplete, violations }: AxeResults = await view.page.evaluate(`axe.run(${options})`);
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 160)}: ${failureSummary ?? ""}`),
    );
  }

  // Together, these cover all layouts. Other themes differ only in colours.
  const fullThemes: readonly ThemeName[] = ["dark", "hc-dark"];
  const colours = ["color-contrast", "link-in-text-block"];
  const looks = themeNames.flatMap((theme): [theme: ThemeName, width: number, rules?: readonly string[]][] =>
    fullThemes.includes(theme) ? [300, 700].map((width) => [theme, width]) : [[theme, 700, colours]],
  );
  for (const [theme, width, rules] of looks) {
    const problem = rules === undefined ? "accessibility problem" : "colour problem";
    it(`has no ${problem} in ${theme} at ${width} px`, async () => {
      // Tall enough that the sandbox line covers nothing, which axe couldn't judge.
      const view = await openView({ theme, width, height: 4000 });
      await view.page.evaluate(axe);
      for (const card of samples) {
        await view.show(card);
        for (const fold of await view.page.locator("summary").all()) await fold.click();
        assert.deepEqual(await problems(view, rules), [], card.id);
      }
    });
  }

  it("fails the accessibility check with a low-contrast heading and an unlabelled button", async () => {
    const view = await openView();
    await view.page.evaluate(axe);
    await view.show(created);
    await view.page.evaluate(() => {
      document.querySelector("h1")?.style.setProperty("color", "#333");
      document.querySelector("#next bdi")?.remove();
    });
    const rules = (await problems(view)).map((problem) => problem.split(":")[0]);
    assert.deepEqual(new Set(rules), new Set(["button-name", "color-contrast"]));
  });

  it("has borders and plain icons in forced-colours mode", async () => {
    const view = await openView({ theme: "hc-dark", forcedColors: true });
    await view.show(created);
    const text = await view.page.locator("h1").evaluate((heading) => getComputedStyle(heading).color);
    for (const selector of [".verdict", ".pill", ".surface", "button.primary", "button.secondary"]) {
      const border = await view.page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).borderBottom);
      assert.equal(border, `${selector === "button.primary" ? 2 : 1}px solid ${text}`, selector);
    }
    const icons = await view.page
      .locator(".icon:not(.icon-fold)")
      .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).stroke));
    assert.deepEqual(new Set(icons), new Set([text]));
  });

  it("uses only VS Code's colours", async () => {
    const css = (await styleSheet()).replaceAll(/\/\*.*?\*\//gs, "");
    const forcing = /@media \(forced-colors: active\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g;
    const plain = css.replaceAll(/--[\w-]+/g, "");
    const [themed, forced] = [plain.replaceAll(forcing, ""), plain.match(forcing)?.join("") ?? ""];
    assert.doesNotMatch(themed, /forced-colors/);
    assert.equal(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i.exec(css)?.[0], undefined);
    const named = /:[^;{}]*\b(?:black|white|red|green|blue|gr[ae]y|yellow|orange|CanvasText|Canvas)\b/;
    assert.equal(named.exec(themed)?.[0], undefined);
    assert.match(forced, /CanvasText/);
    const defined = new Set(Object.values(themes).flatMap((theme) => Object.keys(theme)));
    const used = new Set([...css.matchAll(/--vscode-[\w-]+/g)].map(([name]) => name));
    const fonts = /^--vscode-(?:editor-)?font-(?:family|size|weight)$/;
    assert.deepEqual(
      [...used].filter((name) => !defined.has(name) && !fonts.test(name)),
      [],
    );
  });
});
