// Maximum lengths of texts by role, without their placeholders.
import ts from "typescript";
import { messageOf } from "../l10n/bundle.ts";
import { isTranslation, nodes, locationOf } from "../l10n/sources.ts";

/** A text that is longer than its role allows. */
interface TooLong {
  readonly location: string;
  readonly text: string;
  readonly limit: string;
}

/** Maximum number of words in a sentence. */
const maxSentenceWords = 14;
/** Number of words that a placeholder counts as. */
const placeholderWords = 6;
/** Maximum number of characters in a row's description. */
const maxDescriptionLength = 32;
/** Maximum number of sentences in a dialog's detail. */
const maxDetailSentences = 2;

/** Returns the texts of these files that are too long. */
export function tooLongIn(files: readonly ts.SourceFile[]): readonly TooLong[] {
  return files.flatMap((file) =>
    [...nodes(file)].filter(isTranslation).flatMap((call) => {
      const { text } = messageOf(call);
      const limit = passed(text, roleOf(call));
      return limit === undefined ? [] : [{ location: locationOf(call), text, limit }];
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

/** Returns the words of a sentence. */
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
    return sentences.join(" ").length > maxDescriptionLength
      ? `a description of ${maxDescriptionLength} characters`
      : undefined;
  if (role === "detail" && sentences.length > maxDetailSentences)
    return `a detail of ${maxDetailSentences} sentences`;
  return sentences.some((sentence) => wordsOf(sentence).length > maxSentenceWords)
    ? `a sentence of ${maxSentenceWords} words`
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
