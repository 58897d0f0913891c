// Maximum lengths of texts by role, without their placeholders.
import ts from "typescript";
import { messageOf } from "../l10n/bundle.ts";
import { isTranslation, nodes, placeOf } from "../l10n/sources.ts";

/** A text that is longer than its role allows. */
interface TooLong {
  readonly place: string;
  readonly text: string;
  readonly limit: string;
}

/** Words of a sentence. */
const mostWords = 14;
/** Words of a placeholder. */
const placeholderWords = 6;
/** Characters of a row's description. */
const descriptionCharacters = 32;
/** Sentences of a dialog's detail. */
const detailSentences = 2;

/** The texts of some files that are too long. */
export function tooLongIn(files: readonly ts.SourceFile[]): readonly TooLong[] {
  return files.flatMap((file) =>
    [...nodes(file)].filter(isTranslation).flatMap((call) => {
      const { text } = messageOf(call);
      const limit = passed(text, roleOf(call));
      return limit === undefined ? [] : [{ place: placeOf(call), text, limit }];
    }),
  );
}

/** Splits a text into sentences without placeholders. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/\{\d+\}/g, "\u0000")
    .split(/(?<=[.?!])\s+/)
    .map((sentence) => sentence.replaceAll("\u0000", "").trim());
}

/** The words of a sentence. */
export function wordsOf(sentence: string): readonly string[] {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

type Role = "description" | "detail" | "placeholder" | "sentence";

/** Returns the limit that a text exceeds, or `undefined`. */
function passed(text: string, role: Role): string | undefined {
  const sentences = sentencesOf(text);
  if (role === "placeholder")
    return wordsOf(sentences.join(" ")).length > placeholderWords
      ? `a placeholder of ${placeholderWords} words`
      : undefined;
  if (role === "description")
    return sentences.join(" ").length > descriptionCharacters
      ? `a description of ${descriptionCharacters} characters`
      : undefined;
  if (role === "detail" && sentences.length > detailSentences)
    return `a detail of ${detailSentences} sentences`;
  return sentences.some((sentence) => wordsOf(sentence).length > mostWords)
    ? `a sentence of ${mostWords} words`
    : undefined;
}

function roleOf(call: ts.Node): Role {
  for (let inner = call, outer = call.parent; !ts.isSourceFile(outer); inner = outer, outer = outer.parent) {
    if (ts.isCallExpression(outer))
      return outer.expression.getText() === "confirm" && outer.arguments[1] === inner ? "detail" : "sentence";
    if (ts.isPropertyAssignment(outer)) {
      const name = outer.name.getText();
      return name === "placeholder" || name === "description" || name === "detail" ? name : "sentence";
    }
  }
  return "sentence";
}
