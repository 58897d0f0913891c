// A language that nobody speaks: every Latin letter of ours wears an accent, so that a word without one was not translated.
import type { Bundle } from "./bundle.ts";

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

/** VS Code's name of the language. */
export const pseudoLanguage = "qps-ploc";

/** A text in the pseudo language; places ({0}), icons ($(add)) and targets of links stay as they are. */
export function pseudo(text: string): string {
  return text.replaceAll(/\{\d+\}|\$\([a-z-]+\)|\]\([^)]*\)|[A-Za-z]/g, (part) => {
    const at = part.length === 1 ? plain.indexOf(part) : -1;
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
