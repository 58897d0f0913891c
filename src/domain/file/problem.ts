// Problems in connection files, represented as data with positions. `problemMessages` contains the messages.
import { maskedText } from "../text/secrets.ts";

/** A range in a text, in UTF-16 code units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Returns only the range of a node or problem, without its other properties. */
export const toRange = ({ length, offset }: TextRange): TextRange => ({ offset, length });

/** A problem in a file. If any problem is an error, no request is sent. */
export interface FileProblem extends TextRange {
  readonly severity: "error" | "warning";
  readonly code: ProblemCode;
  /** Arguments for the placeholders {0}, {1} … of the message: names from the file or the service, never secrets. */
  readonly args: readonly string[];
  /** The text that was probably intended. */
  readonly suggestion?: string;
  /** Valid words, one of which may be the correct spelling of the last argument. Used if there is no `suggestion`. */
  readonly candidates?: readonly string[];
  /**
   * Set if the problem is an error only when the value would be sent. If the connection already has the value, a plan
   * downgrades the problem to a warning.
   */
  readonly onlyIfSent?: true;
}

export function errorAt(
  { length, offset }: TextRange,
  code: ProblemCode,
  args: readonly string[] = [],
  suggestion?: string,
): FileProblem {
  return { severity: "error", code, args, offset, length, ...(suggestion !== undefined && { suggestion }) };
}

/** Maximum number of errors to list. The same limit applies to warnings. */
const maxListedProblems = 200;

export function limitProblems(
  problems: readonly FileProblem[],
  limit = maxListedProblems,
): { readonly shown: readonly FileProblem[]; readonly more: number } {
  const counts = { error: 0, warning: 0 };
  const shown = problems.filter(({ severity }) => ++counts[severity] <= limit);
  return { shown, more: problems.length - shown.length };
}

/**
 * Returns the most likely correction of a problem's value. Call this only for displayed problems, because finding the
 * nearest word is slow.
 */
export function suggestionOf({ args, candidates = [], suggestion }: FileProblem): string | undefined {
  return suggestion ?? nearestWord(args.at(-1) ?? "", candidates);
}

/** True if any of the problems is an error, in which case nothing may be sent. */
export function hasErrors(problems: readonly FileProblem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** True if any of the problems prevents comparing the file with the service. */
export function preventsPlan(problems: readonly FileProblem[]): boolean {
  return hasErrors(problems.filter(({ onlyIfSent }) => onlyIfSent !== true));
}

/** The English message for each problem code, with placeholders for arguments. */
const problemMessages = {
  emptyFile: "The file is empty.",
  tooLarge: "The file is too large: at most {0} MB can be read.",
  tooDeep: "Brackets are nested too deeply here.",
  syntax: "The JSON can't be read: {0}.",
  notObject: "The file must contain an object: { … }.",
  storedPlan: "This is a plan. Name the plan with --plan-file.",
  commandOutput: "This is output of --json, not a connection file.",
  duplicateKey: "“{0}” is set twice.",
  unknownKey: "Unknown key “{0}”.",
  missingKey: "“{0}” is missing.",
  wrongType: "“{0}” must be: {1}.",
  outOfBounds: "“{0}” must be {1}.",
  notRemovable: "You can replace the credential, not remove it. Leave the key out to keep the credential.",
  oneCredential: "A credential takes one form: {name}, {provider, path} or {provider, auto: true}.",
  oneProxy: "A proxy takes one form: {mode}, {id} or {name}.",
  oneDestination: "A destination takes one form: {id} or {name}.",
  empty: "“{0}” is empty. Remove the key, or add a setting.",
  emptyText: "“{0}” is empty. Enter a value.",
  value: "“{0}” can't be used here.",
  domain: "A domain is a host such as bank.example, without scheme, port or path.",
  loginUrl: "Use an http or https address without a user name or password.",
  loginUrlSpace: "The login page's address contains a space. Write a space as %20.",
  loginUrlCharacters: "The login page's address must be escaped: {0}.",
  allowedDomain: "An allowed domain is a host or *.host, without scheme, user, port or path.",
  neverMatches: "“{0}” can't match any website.",
  tooWide: "“{0}” is too wide: a login could take a stored credential almost anywhere.",
  characters: "“{0}” contains a character that can't be sent.",
  nameTooLong: "“{0}” is longer than {1} characters.",
  blank: "“{0}” contains only spaces.",
  duplicateConnection: "This file lists {0} with profile “{1}” twice.",
  similarConnection:
    "This file lists {0} with profiles “{1}” and “{2}”. The service ignores case and accents, so these are one profile.",
  otherSpelling: "The service spells this profile differently.",
  severalConnections:
    "Several connections match this entry: {0}. Use the spelling of one connection, or delete the others.",
  patternSpelling: "“{0}” matches names as written, and so not {1}.",
  secret: "This looks like {0}. Don't put secrets in files: use a credential instead.",
  maybeSecret: "This may be a secret. Don't put secrets in files: use a credential instead.",
  missingReference: "This project has no {0} “{1}”.",
  ambiguousReference: "This project has more than one {0} “{1}”. Use an ID: {2}.",
  ambiguousName: "This project has more than one {0} “{1}”. Rename the duplicates.",
  otherSite: "The credential “{0}” is stored for {1}, not for this connection's site.",
  mayExist: "{0} with profile “{1}” may exist: a connection couldn't be read.",
  noRoom: "{0} to create, but the plan has room for {1}.",
  noRoomYet: "{0} to create, but the plan has room for {1}. First delete in VS Code or the dashboard: {2}.",
  notInPlan: "The organization's plan doesn't include {0}.",
  belowPlan: "The plan's shortest interval is {0} seconds.",
  abovePlan: "The plan's longest interval is {0} seconds.",
} as const;
const didYouMean = "{0} Did you mean “{1}”?";
export type ProblemCode = keyof typeof problemMessages;

/** Translates a message if a translation exists, and replaces the placeholders. */
type TranslateMessage = (sentence: string, ...args: string[]) => string;

const inEnglish: TranslateMessage = (sentence, ...args) =>
  sentence.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");

/** Returns a problem's message, followed by the suggested correction if there is one. */
export function problemMessage(problem: FileProblem, translate: TranslateMessage = inEnglish): string {
  const sentence = translate(problemMessages[problem.code], ...problem.args);
  const suggestion = suggestionOf(problem);
  // Omit a suggestion that contains a URL query. The query may be a secret, and the suggestion is useless without it.
  const isShown = suggestion !== undefined && maskedText(suggestion) === suggestion;
  if (!isShown) return sentence;
  return translate(didYouMean, sentence, suggestion);
}

/** Returns the known word that is most similar to a misspelled word, or undefined if none is similar enough. */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  const begun = word.slice(0, 60).toLowerCase();
  // Accept at most one edit per three characters.
  let fewest = Math.floor(begun.length / 3) + 1;
  for (const candidate of candidates) {
    const changes = editDistance(begun, candidate.slice(0, 60).toLowerCase(), fewest);
    if (changes < fewest) [best, fewest] = [candidate, changes];
  }
  return best;
}

/**
 * Returns the optimal string alignment distance of two words: the number of letters to insert, delete, replace or
 * swap with a neighbor. Returns `limit` if the distance isn't below `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  let secondPrevious = previous;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (secondPrevious[column - 2] ?? 0) + 1 : limit;
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped));
    }
    if (Math.min(...current) >= limit) return limit;
    [secondPrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}

/**
 * Cached line offsets of the most recent text. Without the cache, splitting a text of 5 MB once per problem takes
 * minutes.
 */
let lastLines: { readonly text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

/** Returns the one-based line and column of an offset. */
export function lineAndColumn(text: string, offset: number) {
  if (lastLines.text !== text) {
    const starts = [0];
    for (const { 0: lineBreak, index } of text.matchAll(/\r\n|[\r\n]/g))
      starts.push(index + lineBreak.length);
    lastLines = { text, starts };
  }
  const { starts } = lastLines;
  let line = 1;
  let upper = starts.length + 1;
  while (upper - line > 1) {
    const middle = Math.floor((line + upper) / 2);
    if ((starts[middle - 1] ?? 0) <= offset) line = middle;
    else upper = middle;
  }
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
