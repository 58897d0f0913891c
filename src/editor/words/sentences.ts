// Joins words. Translations may change what stands between them.
import { l10n } from "vscode";
import { perLanguage } from "./numbers.ts";

const conjunction = perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction" }));
const narrow = perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction", style: "narrow" }));

/** A headline as a sentence, with its full stop. */
export function sentence(headline: string): string {
  return l10n.t("{0}.", headline);
}

/** What someone else said, as a sentence: it may be one already. */
export function asSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : sentence(text);
}

/** Sentences as one text: not every script has a space between them. */
export function paragraph(sentences: readonly string[]): string {
  return sentences.length === 0
    ? ""
    : sentences.reduce((before, next) =>
        l10n.t({ message: "{0} {1}", args: [before, next], comment: "two sentences of a paragraph" }),
      );
}

/** A label and its value. */
export function labelled(label: string, value: string): string {
  return l10n.t("{0}: {1}", label, value);
}

/** What someone else said, beside words of ours. */
export function inQuotes(text: string): string {
  return l10n.t('"{0}"', text);
}

/** Words with an addition in parentheses. */
export function withAside(words: string, aside: string): string {
  return l10n.t("{0} ({1})", words, aside);
}

/** Items within a sentence: "a, b, and c". */
export function all(items: readonly string[]): string {
  return conjunction().format(items);
}

/** Items in a row or a cell: "a, b, c". */
export function series(items: readonly string[]): string {
  return narrow().format(items);
}
