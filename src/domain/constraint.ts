/** A number that bounds something (§2.8): `null` is unlimited, `undefined` is not reported, and neither is the other. */
export type Constraint = number | null | undefined | "unreadable";

/** Reads a constraint as received: only a whole number from zero up is one. */
export function readConstraint(value: unknown): Constraint {
  if (value === undefined || value === null) return value;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : "unreadable";
}
