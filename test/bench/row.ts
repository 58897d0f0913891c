import type { Figure } from "./statistics.ts";

/** What figures are in. Bytes are in decimal units: 1 KB is 1,000 bytes. */
export type Unit = "ms" | "µs" | "KB" | "MB" | "per s" | "at once";

/** One of those that are compared, and what was taken of it; ours comes first in its row. */
export interface Contender {
  readonly name: string;
  readonly figure: Figure;
}

/** What is asked of a row. */
export interface Goal {
  readonly words: string;
  /** What came out, in the goal's own terms: a ratio, a difference or a figure. */
  readonly value: number;
  readonly limit: number;
  /** Whether the limit is the least rather than the most. */
  readonly atLeast?: true;
  /** Sizes and leaks count wherever the bench runs. Ratios, times and orders of growth need a quiet machine. */
  readonly kind: "size" | "leak" | "ratio" | "order" | "time";
}

/** One row of the table. */
export interface Row {
  readonly title: string;
  readonly unit: Unit;
  readonly contenders: readonly Contender[];
  readonly goals: readonly Goal[];
  /** What a reader has to know of how it was taken. */
  readonly notes?: readonly string[];
}

export interface Effort {
  /** Few samples, for CI: enough to notice a blunder, too few for a figure to be quoted. */
  readonly short: boolean;
}

/** Takes one or more rows. What it throws is why they could not be taken. */
export type Measure = (effort: Effort) => Promise<readonly Row[]>;

/** Whether a goal is met. */
export function isMet({ value, limit, atLeast }: Goal): boolean {
  return atLeast === true ? value >= limit : value <= limit;
}

const wideMargin = 3;

/** Whether a goal holds on any machine, busy or not: sizes and leaks as they are, ratios with a wide margin. */
export function holdsAnywhere(goal: Goal): boolean {
  switch (goal.kind) {
    case "size":
    case "leak":
      return isMet(goal);
    case "ratio":
      return isMet({
        ...goal,
        limit: goal.atLeast === true ? goal.limit / wideMargin : goal.limit * wideMargin,
      });
    case "order":
      // What is quadratic comes to two, however busy the machine is.
      return isMet({ ...goal, limit: 1.7 });
    case "time":
      return true;
  }
}
