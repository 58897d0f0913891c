/** What the service says of something that the document does not know, as it came: it bounds nothing. */
export interface Said {
  readonly said: string | number | boolean;
}

/** A number that bounds something (§2.8): `null` is unlimited, `undefined` is not reported, and neither is the other. */
export type Constraint = number | null | undefined | "unreadable";

/** Reads a constraint as received: only a whole number from zero up is one. */
export function readConstraint(value: unknown): Constraint {
  if (value === undefined || value === null) return value;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : "unreadable";
}

/** Reads a value of a key that the document does not know: what bounds nothing stays as it came. */
export function readSaid(value: unknown): Constraint | Said {
  if (value === "") return undefined;
  const isPlain = typeof value === "string" || typeof value === "boolean" || typeof value === "number";
  const known = readConstraint(value);
  return known === "unreadable" && isPlain ? { said: value } : known;
}
