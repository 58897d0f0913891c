import { inBrackets, visibleLine } from "./visible.ts";

/** Maximum displayed length, in grapheme clusters. */
const maxDisplayLength = 200;
/** Created for the first long text, because creation is slow. */
let graphemeSegmenter: Intl.Segmenter | undefined;

/**
 * Makes text of unknown origin safe for VS Code's own UI: removes line breaks, control and invisible characters,
 * neutralizes icons and links, and truncates to 200 characters. Idempotent.
 */
export function display(text: string): string {
  return displayShort(text, maxDisplayLength);
}

/** Like {@link display}, but with at most `most` characters plus the "…" of truncated text. */
export function displayShort(text: string, most: number): string {
  // Segmenting long text is slow. A grapheme has at least one code unit, so a prefix bounds the work.
  const prefix = text.slice(0, maxDisplayLength * 16);
  const safe = withoutIconsAndLinks(visibleLine(prefix));
  const shown = truncateGraphemes(safe, most);
  return shown.length < safe.length || prefix.length < text.length ? `${shown}…` : shown;
}

/** Maximum length, in UTF-16 code units, of a name that users must see in full before a decision. */
export const longestWhole = 255;

/**
 * Like {@link display}, but without truncation. White space that could push later text out of sight becomes visible.
 */
export function wholeName(name: string): string {
  return withoutIconsAndLinks(visibleLine(name))
    .replace(/(?! )\p{Zs}/gu, inBrackets)
    .replace(/^ +| +$| {2,}/g, (spaces) => "␣".repeat(spaces.length));
}

/** Prevents VS Code's UI from rendering icons and links in a text. */
export function withoutIconsAndLinks(words: string): string {
  // `$(name)` would become an icon. The replacement is visible, because invisible characters could make two names
  // look alike.
  return words.replaceAll("$(", () => "$⟨U+0028⟩").replace(/\]\(/g, "] (");
}

function truncateGraphemes(text: string, most: number): string {
  // A grapheme has at least one code unit.
  if (text.length <= most) return text;
  graphemeSegmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let shown = "";
  let count = 0;
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (count === most) break;
    shown += segment;
    count += 1;
  }
  return shown;
}
