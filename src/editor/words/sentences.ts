// Functions that join sentences or list items. Translations can change the punctuation between them.
import { l10n } from "vscode";
import { perLanguage } from "./formatting.ts";

const conjunctionFormat = perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction" }));
const narrowListFormat = perLanguage(
  (tag) => new Intl.ListFormat(tag, { type: "conjunction", style: "narrow" }),
);

export function withFullStop(headline: string): string {
  return l10n.t("{0}.", headline);
}

/** Adds a full stop to untrusted text unless it ends with punctuation. */
export function ensureFullStop(text: string): string {
  if (/[.!?]$/u.test(text)) return text;
  return withFullStop(text);
}

/** Joins sentences. Not all languages put a space between sentences. */
export function joinSentences(sentences: readonly string[]): string {
  if (sentences.length === 0) return "";
  return sentences.reduce((text, next) =>
    l10n.t({ message: "{0} {1}", args: [text, next], comment: "two sentences of a paragraph" }),
  );
}

export function labelWithValue(label: string, value: string): string {
  return l10n.t("{0}: {1}", label, value);
}

export function inQuotes(text: string): string {
  return l10n.t('"{0}"', text);
}

export function withParentheses(words: string, aside?: string): string {
  if (aside === undefined) return words;
  return l10n.t("{0} ({1})", words, aside);
}

/** Joins items within a sentence: "a, b, and c". */
export function joinWithAnd(items: readonly string[]): string {
  return conjunctionFormat().format(items);
}

/** Joins items in a row or cell: "a, b, c". */
export function joinWithCommas(items: readonly string[]): string {
  return narrowListFormat().format(items);
}

export function oneOrMany(count: number, singular: string, plural: string): string {
  if (count === 1) return singular;
  return plural;
}
