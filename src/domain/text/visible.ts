import { replaceInvisible } from "./invisible.ts";

/**
 * Makes hidden characters in untrusted text visible. Spells out bidirectional control characters and invisible
 * characters, and replaces other control characters and lone surrogates. Keeps line feeds and tabs.
 */
export function visibleText(text: string): string {
  return replaceInvisible(
    text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD"),
    inBrackets,
  );
}

/** Formats a character as its code point in brackets, such as ⟨U+200B⟩. */
export const inBrackets = (character: string): string => `⟨U+${hexCodeUnit(character.codePointAt(0))}⟩`;

/**
 * Like {@link visibleText}, but also replaces line feeds and tabs, because a line break could look like the end of
 * the value.
 */
export const visibleLine = (text: string): string => visibleText(text).replace(/[\n\t]/g, "\uFFFD");

/** Escapes all characters in JSON that an editor or a terminal would hide or interpret. */
export function visibleJson(json: string, escape = escapeJsonCharacter): string {
  return replaceInvisible(json, escape).replace(/[\u007F-\u009F\u2028\u2029]/g, escapeJsonCharacter);
}

/** Returns the JSON escape sequence of a character. Outside the BMP, escapes both surrogates. */
export function escapeJsonCharacter(character: string): string {
  const halves = Array.from({ length: character.length }, (_, index) =>
    hexCodeUnit(character.charCodeAt(index)),
  );
  return halves.map((half) => `\\u${half}`).join("");
}

const hexCodeUnit = (code = 0): string => code.toString(16).toUpperCase().padStart(4, "0");
