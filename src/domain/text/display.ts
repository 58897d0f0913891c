import { inBrackets, visibleLine } from "./visible.ts";

/** In grapheme clusters, as a reader counts characters. */
const longestShown = 200;
/** Made for the first long text: that takes longer than most of what the first rows do. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Text of unknown origin, made safe for VS Code's own surfaces: no line breaks or control characters, nothing
 * invisible, nothing that a native surface draws as an icon or a link; at most 200 characters. Done twice, it is the same.
 */
export function display(text: string): string {
  return displayShort(text, longestShown);
}

/** As {@link display}, with at most so many characters, beside the "…" of a cut one. */
export function displayShort(text: string, most: number): string {
  // Segmenting is slow on long text; a grapheme has at least one code unit, so a prefix bounds the work.
  const prefix = text.slice(0, longestShown * 16);
  const safe = inert(visibleLine(prefix));
  const shown = cut(safe, most);
  return shown.length < safe.length || prefix.length < text.length ? `${shown}…` : shown;
}

/** In UTF-16 code units: so long a name may be to stand whole where someone decides about it. */
export const longestWhole = 255;

/** As {@link display}, but whole, and with the white space seen that would push what follows out of sight. */
export function wholeName(name: string): string {
  return inert(visibleLine(name))
    .replace(/(?! )\p{Zs}/gu, inBrackets)
    .replace(/^ +| +$| {2,}/g, (spaces) => "␣".repeat(spaces.length));
}

/** Words in which nothing is drawn as an icon or a link by a native surface, whatever they were made of. */
export function inert(words: string): string {
  // `$(name)` would become an icon. What is put in is seen: something invisible would make two names look alike.
  return words.replaceAll("$(", () => "$⟨U+0028⟩").replace(/\]\(/g, "] (");
}

function cut(text: string, most: number): string {
  // A grapheme has at least one code unit.
  if (text.length <= most) return text;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let shown = "";
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (count === most) break;
    shown += segment;
    count += 1;
  }
  return shown;
}
