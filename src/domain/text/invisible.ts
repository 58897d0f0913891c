// Detects invisible characters, because two names that differ only in such characters look alike.

/** Matches Unicode's default-ignorable code points, interlinear annotations and the blank Braille pattern. */
const invisiblePattern = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u;
/** Invisible characters that some scripts and emoji require: joiners, variation selectors and tags. */
const shapingCharacters = "\u180B-\u180F\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}";
// eslint-disable-next-line no-misleading-character-class -- each character is matched on its own, not as part of a glyph
const leadingShaperPattern = new RegExp(`^[${shapingCharacters}]`, "u");
// eslint-disable-next-line no-misleading-character-class -- as above
const neverNeededPattern = new RegExp(`(?![${shapingCharacters}])${invisiblePattern.source}`, "gu");

/** Letters of joining scripts, except letters that don't join the next letter (Unicode Joining_Type R and U). */
const joiningLetter =
  "(?![\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3" +
  "\u06D5\u06EE\u06EF\u0710\u0715-\u0719\u071E\u0728\u072A\u072C\u072F\u074D])" +
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}]";
const cursiveLetter = "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}]";
/** Viramas of Indic scripts, which remove a letter's vowel and join the letter to the next one. */
const viramaMark =
  "[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u17D2\u1B44\uA8C4\uA9C0]";
const combiningMarks = "\\p{M}{0,4}";

/**
 * Patterns for joiners and selectors that change the rendering of adjacent letters. RFC 5892 (A.1, A.2) allows
 * joiners in these contexts.
 */
const neededCharacters = [
  `[\u200C\u200D](?<=${viramaMark}.)`,
  `\u200D(?=${viramaMark})(?<=\\p{L}${combiningMarks}.)`,
  `\u200C(?=${combiningMarks}${cursiveLetter})(?<=${joiningLetter}${combiningMarks}.)`,
  `\u200D(?!${combiningMarks}${cursiveLetter})(?<=${joiningLetter}${combiningMarks}.)`,
  `[\uFE00-\uFE02\u{E0100}-\u{E01EF}](?<=\\p{Script=Han}.)`,
  `[\u180B-\u180F](?<=\\p{Script=Mongolian}.)`,
  `\uFE00(?<=\\p{Script=Myanmar}.)`,
].join("|");

/** Matches a pictograph. `emojiPattern` combines pictographs with joiners, selectors and tags into possible emoji. */
const pictographPattern = "\\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\\p{Emoji_Modifier})?";
const emojiPattern = `${pictographPattern}[\u{E0020}-\u{E007F}]*(?:\u200D${pictographPattern})*|[0-9#*]\uFE0F\u20E3`;

let shaperFinder: RegExp | undefined;

/** Replaces each invisible character with the result of `spelled`, unless a script or emoji needs the character. */
export function replaceInvisible(text: string, spelled: (character: string) => string): string {
  // Return early, because most text has no invisible characters.
  if (!invisiblePattern.test(text)) return text;
  shaperFinder ??= new RegExp(
    // eslint-disable-next-line no-misleading-character-class -- as above
    `(?=[${shapingCharacters}])(?:(${neededCharacters})|[^])|${emojiPattern}`,
    "gu",
  );
  return text
    .replace(neverNeededPattern, spelled)
    .replace(shaperFinder, (match, isNeeded: string | undefined) => {
      if (isNeeded !== undefined || isEmoji(match)) return match;
      return Array.from(match, (char) => (invisiblePattern.test(char) ? spelled(char) : char)).join("");
    });
}

/** Removes invisible characters that no script or emoji requires, and control characters other than white space. */
export function withoutInvisible(text: string): string {
  return replaceInvisible(text, () => "").replace(/(?!\s)\p{Cc}/gu, "");
}

/** Returns the first invisible character that no script or emoji requires. */
export function firstInvisible(text: string): string | undefined {
  let first: string | undefined;
  replaceInvisible(text, (character) => (first ??= character));
  return first;
}

/**
 * True if the characters form one emoji that would look different without its joiners and selectors. False if a
 * variation selector only requests the default form. Missing selectors are tolerated.
 */
function isEmoji(characters: string): boolean {
  if (leadingShaperPattern.test(characters)) return false;
  if (/^\p{Extended_Pictographic}\uFE0E$/u.test(characters)) return true;
  if (/\p{Emoji_Presentation}\uFE0F/u.test(characters)) return false;
  const cluster = characters
    .replaceAll("\uFE0F", "")
    .replace(/(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu, "$&\uFE0F");
  return /^\p{RGI_Emoji}$/v.test(characters) || /^\p{RGI_Emoji}$/v.test(cluster);
}
