// A pseudo language in which every Latin letter has an accent, so that a word without accents is untranslated.
import type { Bundle } from "./bundle.ts";

const plainLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

/** VS Code's name of the language. */
export const pseudoLanguage = "qps-ploc";

/** Translates a text to the pseudo language. Placeholders ({0}), icons ($(add)) and link targets don't change. */
export function pseudo(text: string): string {
  return text.replaceAll(/\{\d+\}|\$\([a-z-]+\)|\]\([^)]*\)|[A-Za-z]/g, (part) => {
    const at = part.length === 1 ? plainLetters.indexOf(part) : -1;
    return at === -1 ? part : accented.charAt(at);
  });
}

/** A bundle, or the translations of a manifest, in the pseudo language. */
export function pseudoBundle(bundle: Bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bundle).map(([key, entry]) => [
      key,
      pseudo(typeof entry === "string" ? entry : entry.message),
    ]),
  );
}
