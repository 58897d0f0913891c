// Finds texts of the same role that differ only in case or punctuation, because such texts should be equal.
import type { UiText } from "./said.ts";

/**
 * Returns the role of a text. A statement that begins with a capital letter is used alone, and any other is part of
 * a row or text.
 */
function roleOf({ text, use }: UiText): string {
  return use === "statement" ? (/^\p{Lu}/u.test(text) ? "alone" : "inside") : use;
}

/** Returns a text without case and punctuation, or an empty string if little but placeholders remains. */
function normalized(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s{}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /\p{L}/u.test(words) ? words : "";
}

/** Groups texts of one role that differ only in case or punctuation, with their locations. */
export function duplicatesIn(texts: readonly UiText[]): readonly (readonly string[])[] {
  const alike = Map.groupBy(
    texts.filter(({ text }) => normalized(text) !== ""),
    (one) => `${roleOf(one)}: ${normalized(one.text)}`,
  );
  return [...alike.values()]
    .filter((some) => new Set(some.map(({ text }) => text)).size > 1)
    .map((some) => some.map(({ location, text }) => `${location}: ${text}`));
}
