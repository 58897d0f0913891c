export type NameFault = "empty" | "control" | "surrogate" | "tooLong";

/** The document states no bound for names; a longer one is a pasted file, not a name. In UTF-16 code units. */
export const longestName = 1024;

/** The fault of a name of a profile, proxy, credential or provider, or `undefined` if it can be sent as it is. */
export function nameFault(name: string): NameFault | undefined {
  if (name.trim() === "") return "empty";
  if (/\p{Cc}|[\u2028\u2029]/u.test(name)) return "control";
  if (!name.isWellFormed()) return "surrogate";
  if (name.length > longestName) return "tooLong";
  return undefined;
}

/** Returns the text that all spellings of a profile name share if only case and Unicode composition differ. */
export function caselessName(name: string): string {
  // Normalizing a very long name can take a time that grows with the square of its length.
  return name.length > longestName ? name : name.toLowerCase().normalize("NFC");
}

/** Returns the text that all spellings of a profile name share (operations.md §9): case and Latin accents don't count. */
export function plainName(name: string): string {
  const caseless = caselessName(name);
  if (name.length > longestName || /^[\x20-\x7E]*$/.test(caseless)) return caseless;
  // Marks of other scripts are letters: दिन and दान are two names.
  return caseless
    .normalize("NFD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC");
}

/** True if the service takes two profile names for the same one. */
export function isSameName(one: string, other: string): boolean {
  return one === other || plainName(one) === plainName(other);
}

/** Whether a name begins or ends with a space: legal, but mostly a slip of copying. */
export function hasOuterSpace(name: string): boolean {
  return name !== name.trim();
}

/** How much of the end of an ID tells apart what shares a name, in UTF-16 code units. */
const tellingEnd = 6;

/** The names to show, in their order: one that several share, with the end of its ID. */
export function distinctNames(
  named: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const sharing = Map.groupBy(named, ({ name }) => name);
  return named.map(({ id, name }) =>
    sharing.get(name)?.length === 1 ? name : `${name} …${id.slice(-tellingEnd)}`,
  );
}

/** What has an ID, and a name if it was given one. */
export interface Named {
  readonly id: string;
  readonly name?: string | undefined;
}

/** The name to show for what has this ID, if it is known. */
export function nameAmong(wanted: string, known: readonly Named[]): string | undefined {
  const named = known.flatMap(({ id, name }) => (name === undefined ? [] : [{ id, name }]));
  return distinctNames(named)[named.findIndex(({ id }) => id === wanted)];
}

/**
 * The names of a pasted list, one a line: outer blank lines and carriage returns go, everything else stays as
 * it is, for a name may hold commas and spaces. Each name comes once.
 */
export function namesOfLines(text: string): readonly string[] {
  return [...new Set(text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== ""))];
}
