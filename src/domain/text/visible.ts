import { spelledOut } from "./invisible.ts";

/**
 * The whole of a text of unknown origin, for where it is set as text: changes of direction and invisible characters
 * are spelled out, control characters and halves of characters replaced. Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return spelledOut(text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD"), inBrackets);
}

/** A character that would not be seen, by its number. */
export function inBrackets(character: string): string {
  return `⟨U+${hex(character.codePointAt(0))}⟩`;
}

/** As {@link visible}, for where a line break would look like the end of the value. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, "\uFFFD");
}

/** The same JSON with every character escaped, as `escape` does, that an editor or a terminal would hide or act on. */
export function visibleJson(json: string, escape = escaped): string {
  return spelledOut(json, escape).replace(/[\u007F-\u009F\u2028\u2029]/g, escaped);
}

/** JSON's escape for a character: of both its halves, where it has two. */
export function escaped(character: string): string {
  const halves = Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index)));
  return halves.map((half) => `\\u${half}`).join("");
}

function hex(code = 0): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
