import type { Goal, Unit } from "./row.ts";
import { isMet } from "./row.ts";

/** Three digits that mean something. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(size >= 1 ? 2 : 3);
}

export function amount(value: number, unit: Unit): string {
  return `${number(value)} ${unit}`;
}

/** A goal with what came of it, such as "✔ at most 1.6 × bare Pool.request: 1.42". */
export function outcome(goal: Goal): string {
  return `${isMet(goal) ? "✔" : "✘"} ${goal.words}: ${number(goal.value)}`;
}
