const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * The whole of a text of unknown origin, for where it is set as text: changes of direction are spelled out, control
 * characters and halves of characters replaced. Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD")
    .replace(direction, (character) => `⟨U+${hex(character)}⟩`);
}

/** As {@link visible}, for where a line break would look like the end of the value. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, "\uFFFD");
}

/** The same JSON with every character escaped that an editor or a terminal would hide or act on. */
export function visibleJson(json: string): string {
  return json.replace(direction, escaped).replace(/[\u007F-\u009F\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${hex(character)}`;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
