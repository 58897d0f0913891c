import { replaceInvisible } from "./invisible.ts";

/**
 * Makes hidden characters of a text of unknown origin visible. Direction changes and invisible characters are spelled
 * out. Control characters and lone surrogates are replaced. Line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return replaceInvisible(
    text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD"),
    inBrackets,
  );
}

/** Formats the number of an invisible character. */
export function inBrackets(character: string): string {
  return `⟨U+${hexCodeUnit(character.codePointAt(0))}⟩`;
}

/** Like {@link visible}, but also replaces line breaks, which would look like the end of the value. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, "\uFFFD");
}

/** Escapes every character of JSON that an editor or a terminal would hide or interpret. */
export function visibleJson(json: string, escape = escapeJsonCharacter): string {
  return replaceInvisible(json, escape).replace(/[\u007F-\u009F\u2028\u2029]/g, escapeJsonCharacter);
}

/** JSON's escape of a character, or of both its surrogates. */
export function escapeJsonCharacter(character: string): string {
  const halves = Array.from({ length: character.length }, (_, index) =>
    hexCodeUnit(character.charCodeAt(index)),
  );
  return halves.map((half) => `\\u${half}`).join("");
}

function hexCodeUnit(code = 0): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
