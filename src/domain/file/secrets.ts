// What looks like a secret in a file of connections, which is shared and reviewed. No message repeats it.
import { mask } from "../text/secrets.ts";
import { mostProblems } from "./problem.ts";
import type { Problem } from "./problem.ts";

/** Texts that begin as secrets of well-known makers do, and what they are. Comments are looked at, too. */
const certain: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "a token",
    /(?<![A-Za-z0-9_-])(?:sk[_-]|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|ops_ey|AKIA|ASIA|AIza|npm_|hf_|pypi-|dop_v1_)[A-Za-z0-9_-]{12,}/g,
  ],
  ["a token", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{4,}/g],
  ["a key or certificate", /-----BEGIN [A-Z0-9 ]{0,60}-----/g],
  ["an address with a user name or password", /:\/\/[^\s/?#"@]{1,1000}@/g],
];

/** A text of letters in both cases and digits, without the marks of words and names. */
const likely = /"(?=[^"]*\d)(?=[^"]*[a-z])(?=[^"]*[A-Z])[A-Za-z0-9+/=_-]{24,512}"/g;

/** The places of a text that are, or may be, secrets; of each sort, the first. */
export function secretsInText(text: string): readonly Problem[] {
  const found: Problem[] = certain.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].slice(0, mostProblems).map(({ 0: match, index: offset }): Problem => {
      return { severity: "error", code: "secret", args: [what], offset, length: match.length };
    }),
  );
  const maybe = [...text.matchAll(likely)]
    .slice(0, mostProblems)
    .map(({ 0: match, index: offset }): Problem => {
      return { severity: "warning", code: "maybeSecret", args: [], offset, length: match.length };
    });
  const isWithin = (one: Problem): boolean =>
    found.some(({ length, offset }) => offset < one.offset + one.length && one.offset < offset + length);
  return [...found, ...maybe.filter((one) => !isWithin(one))];
}

/** A text in which a mask stands for each secret that is certain. */
export function withoutSecrets(text: string): string {
  return certain.reduce((masked, [, pattern]) => masked.replace(pattern, mask), text);
}
