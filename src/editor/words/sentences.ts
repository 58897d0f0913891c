// How words are put together. What stands between them is a matter of the language, too.
import { l10n } from "vscode";
import { perLanguage } from "./numbers.ts";

const conjunction = perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction" }));
const narrow = perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction", style: "narrow" }));

/** What happened, as a sentence. */
export function sentence(headline: string): string {
  return l10n.t("{0}.", headline);
}

/** What someone else said, as a sentence: it may be one already. */
export function asSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : sentence(text);
}

/** Sentences one after the other: not every script has a space between them. */
export function paragraph(sentences: readonly string[]): string {
  return sentences.length === 0
    ? ""
    : sentences.reduce((before, next) =>
        l10n.t({ message: "{0} {1}", args: [before, next], comment: "two sentences of a paragraph" }),
      );
}

/** A value behind its name. */
export function labelled(label: string, value: string): string {
  return l10n.t("{0}: {1}", label, value);
}

/** Words with something beside them, such as a code. */
export function withAside(words: string, aside: string): string {
  return l10n.t("{0} ({1})", words, aside);
}

/** All of these, within a sentence: "a, b, and c". */
export function all(items: readonly string[]): string {
  return conjunction().format(items);
}

/** Values one after the other, as a row or a cell has them: "a, b, c". */
export function series(items: readonly string[]): string {
  return narrow().format(items);
}
