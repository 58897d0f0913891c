export type NameFault = "empty" | "control" | "surrogate" | "tooLong";

/** Maximum length, in UTF-16 code units. The interface gives no limit, but longer text is a pasted file, not a name. */
export const maxNameLength = 1024;

/** Validates the name of a profile, proxy, credential or provider. Returns undefined if the name can be sent. */
export function nameFault(name: string): NameFault | undefined {
  if (name.trim() === "") return "empty";
  if (/\p{Cc}|[\u2028\u2029]/u.test(name)) return "control";
  if (!name.isWellFormed()) return "surrogate";
  if (name.length > maxNameLength) return "tooLong";
  return undefined;
}

/** Returns the text that all spellings of a profile name share if only case and Unicode composition differ. */
export function caselessName(name: string): string {
  // Normalizing a very long name can take quadratic time.
  return name.length > maxNameLength ? name : name.toLowerCase().normalize("NFC");
}

/** Returns the text that all spellings of a profile name share (operations.md §9): case and Latin accents don't count. */
export function plainName(name: string): string {
  const caseless = caselessName(name);
  if (name.length > maxNameLength || /^[\x20-\x7E]*$/.test(caseless)) return caseless;
  // Marks of other scripts are letters: दिन and दान are two names.
  return caseless
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
}

/** True if the service takes two profile names for the same one. */
export function isSameProfileName(one: string, other: string): boolean {
  return one === other || plainName(one) === plainName(other);
}

/** True if a name begins or ends with a space. The service allows such names, but most are copying mistakes. */
export function hasOuterSpace(name: string): boolean {
  return name !== name.trim();
}

/** Number of trailing characters of an ID, in UTF-16 code units, that distinguish equal names. */
const idSuffixLength = 6;

/** Returns the names to show, in order. Shared names get the end of their ID. */
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

/** Returns the name of the item with this ID, if known. */
export function nameAmong(wanted: string, known: readonly NamedResource[]): string | undefined {
  const named = known.flatMap(({ id, name }) => (name === undefined ? [] : [{ id, name }]));
  return distinctNames(named)[named.findIndex(({ id }) => id === wanted)];
}

/**
 * Splits a pasted list into names, one per line. Blank outer lines, carriage returns and duplicates are dropped.
 * Everything else stays, because names may contain commas and spaces.
 */
export function namesOfLines(text: string): readonly string[] {
  return [...new Set(text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== ""))];
}
