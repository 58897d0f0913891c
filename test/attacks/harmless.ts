import assert from "node:assert/strict";
import type { Frame, Page } from "playwright-core";
import { until } from "../host/until.ts";

/** Characters that no surface may contain. Line feeds and tabs are recognized by their effect. */
const hidden = /(?![\n\t])\p{Cc}|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Elements that a text must never create: elements that load, link or run something, and icons. */
const effects = [
  ...[
    "img",
    "picture",
    "script",
    "iframe",
    "object",
    "embed",
    "video",
    "style:not([media=screen])",
    "base",
    "meta",
    "link",
    "form",
  ],
  ...["math", "use", "input[name=q]", "a[href]:not([href=''])", "[data-href]", "a.monaco-link", "[onload]"],
  ...[".codicon-rocket", ".codicon-verified-filled", ".codicon-bug"],
  // Rows contain icons of the extension, one of which spins.
  ".codicon-modifier-spin:not(.custom-view-tree-node-item-icon)",
].join();

/** The part of a surface that shows a text: its words and any forbidden elements. */
interface Shown {
  readonly lines: readonly string[];
  readonly elements: readonly string[];
}

/**
 * Returns the visible text in these elements: each text and each screen reader label separately, and each rendered
 * line.
 */
export async function visibleText(page: Page | Frame, roots: string): Promise<Shown> {
  return page.locator(roots).evaluateAll((elements, unwanted): Shown => {
    const visible = elements.filter(
      (root): root is HTMLElement => root instanceof HTMLElement && root.checkVisibility(),
    );
    const all = visible.flatMap((root) => [root, ...root.querySelectorAll("*")]);
    const spoken = all.flatMap((element) =>
      ["aria-label", "aria-valuetext", "title", "alt", "placeholder", "data-column"].map((name) =>
        element.getAttribute(name),
      ),
    );
    return {
      lines: [
        ...visible.flatMap((root) => root.innerText.split("\n")),
        ...spoken.filter((one) => one !== null),
      ],
      elements: all
        .filter((element) => element.matches(unwanted))
        .map(({ outerHTML }) => outerHTML.slice(0, 300)),
    };
  }, effects);
}

/**
 * Waits until a surface shows the mark, and asserts that the text has no effect: no element, icon, link, hidden
 * character or additional line. Resolves to the lines of the surface. `native` surfaces would interpret `$(…)` and
 * `](`. `reveal` shows a surface again that closes by itself.
 */
export async function assertHarmless(
  page: Page | Frame,
  surface: string,
  roots: string,
  mark: string,
  { native = true, reveal }: { native?: boolean; reveal?: () => Promise<void> } = {},
): Promise<readonly string[]> {
  const { elements, lines } = await until(`${surface} to show ${mark}`, async () => {
    await reveal?.();
    const shown = await visibleText(page, roots);
    return shown.lines.some((line) => line.includes(mark)) && shown;
  });
  assert.deepEqual(elements, [], surface);
  for (const line of lines) {
    assert.equal(hidden.exec(line), null, `${surface}: ${JSON.stringify(line.slice(0, 300))}`);
    assert.ok(line.isWellFormed(), `${surface}: ${JSON.stringify(line.slice(0, 300))}`);
    assert.doesNotMatch(line, /^(?:FORGED|2026-11-20 10)/, surface);
    if (native) assert.doesNotMatch(line, /\$\(|\]\(/, surface);
  }
  return lines;
}
