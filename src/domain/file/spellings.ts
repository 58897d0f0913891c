// Finds names that the file and the service spell differently.
import type { ManagedAuth } from "../../api/schemas.ts";
import type { IdentityMatch } from "../connections/identity.ts";
import { nameFault, plainName } from "../text/names.ts";
import type { DeclaredEntry, ParsedFile } from "./parseFile.ts";
import { errorAt, type FileProblem } from "./problem.ts";

/** An entry of a file with the connection that matches it. */
interface MatchedEntry {
  readonly entry: DeclaredEntry;
  readonly match: IdentityMatch<ManagedAuth>;
}

/** Reports entries that match several connections, and entries with names that the service spells differently. */
export function spellingProblems(matched: readonly MatchedEntry[]): readonly FileProblem[] {
  return matched.flatMap(({ entry, match }): readonly FileProblem[] => {
    const range = entry.rangeOf("profile_name");
    if (match.kind === "several") {
      const names = match.connections.map(
        ({ domain = "", profile_name = "" }) => `${domain} (${profile_name})`,
      );
      return [errorAt(range, "severalConnections", [names.toSorted().join(", ")])];
    }
    if (match.kind === "absent" || match.isExact) return [];
    const { profile_name: name = "" } = match.connection;
    // Some names that exist in the service are invalid in a file, so don't suggest them.
    const suggestion = nameFault(name) === undefined ? name : undefined;
    return [{ ...errorAt(range, "otherSpelling", [], suggestion), severity: "warning" }];
  });
}

/** Warns about `owns` patterns that would match more profiles if case and accents were ignored. */
export function patternProblems(
  { owns }: ParsedFile,
  connections: readonly ManagedAuth[],
): readonly FileProblem[] {
  const names = new Set(connections.flatMap(({ profile_name }) => profile_name ?? []));
  const unmatched = [...names].filter((name) => !owns.some(({ pattern }) => matchesPattern(pattern, name)));
  return owns.flatMap(({ pattern, range }): readonly FileProblem[] => {
    const missed = unmatched.filter((name) => matchesPattern(plainName(pattern), plainName(name))).toSorted();
    if (missed.length === 0) return [];
    const [first = "", ...more] = missed;
    const example = more.length === 0 ? `“${first}”` : `“${first}” and ${more.length} more`;
    return [{ ...errorAt(range, "patternSpelling", [pattern, example]), severity: "warning" }];
  });
}

/** True if a name matches a pattern in which `*` matches any text. */
export function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}
