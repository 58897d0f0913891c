import { compact } from "../compact.ts";
export type NameFault = "empty" | "control" | "surrogate" | "tooLong";

/**
 * Maximum length of a name, in UTF-16 code units. The API documents no limit, but longer text is likely a pasted
 * file.
 */
export const maxNameLength = 1024;

/** Returns the fault in the name of a profile, proxy, credential or provider, or undefined if the name is valid. */
export function nameFault(name: string): NameFault | undefined {
  if (name.trim() === "") return "empty";
  if (/\p{Cc}|[\u2028\u2029]/u.test(name)) return "control";
  if (!name.isWellFormed()) return "surrogate";
  if (name.length > maxNameLength) return "tooLong";
  return undefined;
}

/** Normalizes a profile name, so that names that differ only in case or Unicode composition become equal. */
export function caselessName(name: string): string {
  // Skip very long names, because normalizing them can take quadratic time.
  if (name.length > maxNameLength) return name;
  return name.toLowerCase().normalize("NFC");
}

/**
 * Normalizes a profile name, so that names that differ only in case or Latin accents become equal, as in the service
 * (operations.md §9).
 */
export function plainName(name: string): string {
  const caseless = caselessName(name);
  if (name.length > maxNameLength || /^[\x20-\x7E]*$/.test(caseless)) return caseless;
  // Remove marks from Latin letters only. In other scripts, marks are part of the spelling: दिन and दान are different
  // names.
  return caseless
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
}

/** True if the service treats two profile names as the same name. */
export function isSameProfileName(a: string, b: string): boolean {
  return a === b || plainName(a) === plainName(b);
}

/** True if a name starts or ends with white space. The service allows this, but it is usually a pasting mistake. */
export const hasOuterSpace = (name: string): boolean => name !== name.trim();

/** Number of UTF-16 code units to show from the end of an ID if several items have the same name. */
const idSuffixLength = 6;

/** Returns the display names of items, in the given order. Appends the end of the ID to names that aren't unique. */
export function distinctNames(
  named: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const sharing = Map.groupBy(named, ({ name }) => name);
  return named.map(({ id, name }) =>
    sharing.get(name)?.length === 1 ? name : `${name} …${id.slice(-idSuffixLength)}`,
  );
}

export interface NamedResource {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Returns the display name of the item with the given ID, or undefined if the item or its name is unknown. */
export function nameAmong(idOrName: string, candidates: readonly NamedResource[]): string | undefined {
  const named = compact(...candidates.map(({ id, name }) => name !== undefined && { id, name }));
  return distinctNames(named)[named.findIndex(({ id }) => id === idOrName)];
}

/**
 * Splits a pasted list into names, one per line. Drops blank lines and duplicates. Doesn't split or trim lines,
 * because names may contain commas and spaces.
 */
export function namesOfLines(text: string): readonly string[] {
  return [...new Set(text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== ""))];
}
