// Requires title case for buttons, commands and view titles, and sentence case for messages.

/** The capitalization of a text. */
type Case = "title" | "sentence" | "either" | "mixed";

/** Words with a fixed capitalization, and the reason. */
export const properNouns: readonly { readonly names: readonly string[]; readonly reason: string }[] = [
  {
    names: ["VS Code", "Kernel", "PowerShell", "Python", "TypeScript", "curl", "1Password"],
    reason: "Names of products",
  },
  {
    names: ["Google", "Microsoft", "Okta", "Auth0", "Apple", "GitHub", "Facebook", "LinkedIn"],
    reason: "Names of identity providers",
  },
  { names: ["Amazon Cognito", "OneLogin", "Ping Identity"], reason: "Names of identity providers" },
  { names: ["Managed Auth"], reason: "The name of this extension" },
  { names: ["Sandbox"], reason: "The name of an account" },
  { names: ["Get Token"], reason: "The name of an icon's button" },
  { names: ["Enter"], reason: "A key" },
  { names: ["Off"], reason: "A choice, quoted as it is written" },
];

/** Articles, conjunctions and short prepositions, which are lower case even in titles. */
const lowerCaseWords = new Set(
  "a an and as at but by for from in into nor of off on or out over per the to up with".split(" "),
);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Replaces words whose capitalization decides nothing. */
const neutral = "\uFFFC";

function neutralized(text: string, names: readonly string[]): string {
  const allNames = [...properNouns.flatMap((one) => one.names), ...names].sort((a, b) => b.length - a.length);
  return allNames
    .reduce(
      (remaining, name) =>
        remaining.replaceAll(new RegExp(String.raw`(?<![\p{L}])${escaped(name)}(?![\p{L}])`, "gu"), neutral),
      text,
    )
    .replaceAll(/"[^"]*"|\{\d+\}|\$\([a-z-]+\)|https?:\S*[^\s.,]/g, neutral);
}

/**
 * Returns the capitalization of a text, or "either" if its words don't decide it. Abbreviations and `names`, which
 * a sentence may quote, don't decide it.
 */
export function caseOf(text: string, names: readonly string[] = []): Case {
  const words = neutralized(text, names).split(/\s+/);
  const bare = (word: string): string => word.replaceAll(/^[^\p{L}\uFFFC]+|[^\p{L}]+$/gu, "");
  const begins = (index: number): boolean =>
    index === 0 || (index === 1 && words[0] === neutral) || /[!.:?]["')]?$/.test(words[index - 1] ?? "");
  const telling = words
    .map((word, index) => ({ word: bare(word), begins: begins(index) }))
    .filter(({ begins, word }) => !begins && /^\p{L}/u.test(word) && !/^\p{Lu}[\p{Lu}\d_/]+s?$/u.test(word));
  const large = telling.filter(({ word }) => /^\p{Lu}/u.test(word));
  const lower = telling.filter(({ word }) => /^\p{Ll}/u.test(word) && !lowerCaseWords.has(word));
  if (large.length === 0) return lower.length === 0 ? "either" : "sentence";
  return lower.length === 0 && !/^\p{Ll}/u.test(words[0] ?? "") ? "title" : "mixed";
}
