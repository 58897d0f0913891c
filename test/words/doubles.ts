// Two texts for one thing: those of a role that differ only in case or punctuation.
import type { Said } from "./said.ts";

/**
 * What a text is for and, of a statement, where it stands: one that begins with a capital stands alone, any other is
 * inside a row or another text.
 */
function roleOf({ text, use }: Said): string {
  return use === "statement" ? (/^\p{Lu}/u.test(text) ? "alone" : "inside") : use;
}

/** Without case and punctuation; nothing where that is all but what is inserted. */
function bare(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s{}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /\p{L}/u.test(words) ? words : "";
}

/** The texts of one role that differ only in case or punctuation, together, each with where it stands. */
export function doublesIn(texts: readonly Said[]): readonly (readonly string[])[] {
  const alike = Map.groupBy(
    texts.filter(({ text }) => bare(text) !== ""),
    (one) => `${roleOf(one)}: ${bare(one.text)}`,
  );
  return [...alike.values()]
    .filter((some) => new Set(some.map(({ text }) => text)).size > 1)
    .map((some) => some.map(({ place, text }) => `${place}: ${text}`));
}
