// Detects secrets in connection files, because these files are committed and reviewed. The problem messages never
// contain the secret.
import { stripComments } from "jsonc-parser";
import { secretMask } from "../text/secrets.ts";
import type { FileProblem } from "./problem.ts";

/** Patterns for the tokens of well-known vendors, with each vendor's prefix, alphabet and length. */
const tokenPatterns: readonly string[] = [
  String.raw`sk_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w+/=-]{20,512}`,
  // Tokens below 32 characters need three digit groups, because names such as sk-telecom5gcustomerportal have fewer.
  String.raw`sk[_-](?:(?=[A-Za-z]*\d)[A-Za-z\d]{32,512}|(?=(?:[A-Za-z]*\d+(?=[A-Za-z])){3})[A-Za-z\d]{20,31})`,
  String.raw`[rs]k_(?:live|test)_(?=[A-Za-z]*\d)[A-Za-z\d]{24,512}`,
  String.raw`sk-(?:proj|svcacct|admin|or-v1|ant-[a-z]+\d\d)-(?=[\w-]*?[A-Za-z\d]{16})[\w-]{40,512}`,
  String.raw`gh[opsur]_[A-Za-z\d]{36,255}`,
  String.raw`github_pat_[A-Za-z\d]{22}_[A-Za-z\d]{59}`,
  String.raw`glpat-(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?:[\w-]{20}|[\w-]{27,300}\.[\da-z]{9})`,
  String.raw`xox[abeoprs]-(?:\d{9,14}-)+[A-Za-z\d-]{10,512}`,
  String.raw`ops_eyJ[\w+/=-]{100,2048}`,
  String.raw`(?:AKIA|ASIA)(?=[A-Z]*[2-7])[A-Z2-7]{16}`,
  String.raw`AIza[\w-]{35}`,
  String.raw`npm_[A-Za-z\d]{36}`,
  String.raw`hf_[A-Za-z\d]{34}`,
  String.raw`pypi-AgE[\w-]{50,512}`,
  String.raw`do[opr]_v1_[\da-f]{64}`,
  String.raw`eyJ[\w-]{10,8192}\.eyJ[\w-]{6,8192}\.[\w-]*`,
];
const wholeWordPattern = (pattern: string): RegExp => new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "g");

const certainSecrets: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a token", wholeWordPattern(tokenPatterns.join("|"))],
  ["a key or certificate", /-----BEGIN [A-Z0-9 ]{0,60}-----/g],
];

const passwordUrlPattern = /:\/\/[^\s/?#"@:]{0,1000}:[^\s/?#"@]{1,1000}@/g;

/** Matches text that has a token's prefix followed by a long alphanumeric part, which is rare in names. */
const tokenLikePattern = wholeWordPattern(
  String.raw`(?:[rs]k[_-]|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|ops_ey|AKIA|ASIA|AIza|npm_|hf_|pypi-|do[opr]_v1_|eyJ)[\w-]{0,512}?[A-Za-z\d]{12}[\w-]{0,512}`,
);

/**
 * Matches quoted text that looks random. Such text contains uppercase letters, lowercase letters, digits, and at
 * least 16 consecutive characters other than hyphens and underscores, which are common in names.
 */
const randomTextPattern =
  /"(?=[^"]*\d)(?=[^"]*[a-z])(?=[^"]*[A-Z])(?=[^"]*[A-Za-z0-9+/=]{16})[A-Za-z0-9+/=_-]{24,512}"/g;

export function findSecrets(text: string): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  let remaining = text;
  const find = (
    pattern: RegExp,
    problem: (offset: number) => Pick<FileProblem, "args" | "code" | "severity">,
  ): void => {
    // Blank out the match, so that later patterns don't report a part of the same secret.
    remaining = remaining.replace(pattern, (match, offset: number) => {
      problems.push({ ...problem(offset), offset, length: match.length });
      return " ".repeat(match.length);
    });
  };
  for (const [label, pattern] of certainSecrets)
    find(pattern, () => ({ severity: "error", code: "secret", args: [label] }));
  let values: string | undefined;
  find(passwordUrlPattern, (offset) => {
    values ??= stripComments(text, " ");
    const severity = values[offset] === ":" ? "error" : "warning";
    return { severity, code: "secret", args: ["an address with a password"] };
  });
  for (const pattern of [tokenLikePattern, randomTextPattern])
    find(pattern, () => ({ severity: "warning", code: "maybeSecret", args: [] }));
  return problems;
}

export function maskSecrets(text: string): string {
  return [...certainSecrets.map(([, pattern]) => pattern), passwordUrlPattern, tokenLikePattern].reduce(
    (masked, pattern) => masked.replace(pattern, secretMask),
    text,
  );
}
