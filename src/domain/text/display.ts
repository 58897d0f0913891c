import { inBrackets, visibleLine } from "./visible.ts";

/** Maximum displayed length, in grapheme clusters. */
const maxDisplayLength = 200;
/** Created when first needed for long text, because creating a segmenter is slow. */
let graphemeSegmenter: Intl.Segmenter | undefined;

/**
 * Makes untrusted text safe for VS Code's own UI. Replaces line breaks and control characters, makes invisible
 * characters visible, neutralizes icons and links, and truncates to 200 grapheme clusters. Idempotent.
 */
export const display = (text: string): string => displayShort(text, maxDisplayLength);

/** Like {@link display}, but truncates to `maxLength` grapheme clusters followed by "…". */
export function displayShort(text: string, maxLength: number): string {
  // Segmenting long text is slow, so process only a prefix. Each grapheme cluster has at least one code unit.
  const prefix = text.slice(0, maxDisplayLength * 16);
  const safe = withoutIconsAndLinks(visibleLine(prefix));
  const shown = truncateGraphemes(safe, maxLength);
  if (shown.length < safe.length || prefix.length < text.length) return `${shown}…`;
  return shown;
}

/** Maximum length, in UTF-16 code units, of a name that users must see in full before a decision. */
export const maxFullLength = 255;

/**
 * Like {@link display}, but without truncation. Replaces white space with visible symbols if it could push the rest
 * of the name out of view.
 */
export function displayFull(name: string): string {
  return withoutIconsAndLinks(visibleLine(name))
    .replace(/(?! )\p{Zs}/gu, inBrackets)
    .replace(/^ +| +$| {2,}/g, (spaces) => "␣".repeat(spaces.length));
}

/** Prevents VS Code's UI from rendering parts of the text as icons or links. */
export function withoutIconsAndLinks(text: string): string {
  // VS Code renders `$(name)` as an icon. Use a visible replacement, because two names that differ only in invisible
  // characters would look alike.
  return text.replaceAll("$(", () => "$⟨U+0028⟩").replace(/\]\(/g, "] (");
}

function truncateGraphemes(text: string, maxLength: number): string {
  // Skip segmentation if the text is short enough even with one code unit per grapheme cluster.
  if (text.length <= maxLength) return text;
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let shown = "";
  let count = 0;
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (count === maxLength) break;
    shown += segment;
    count += 1;
  }
  return shown;
}
