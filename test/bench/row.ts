/** A distribution of samples, as it is quoted. */
export interface Figure {
  readonly median: number;
  readonly p95: number;
}

/** Sums samples up; throws where there are none, for nothing may be quoted that was not taken. */
export function figureOf(samples: readonly number[]): Figure {
  if (samples.length === 0) throw new Error("no sample was taken");
  const sorted = [...samples].sort((one, other) => one - other);
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}

/** Between two samples, as far as the share lies between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** One of those that are compared, and what was taken of it; ours comes first in its row. */
export interface Contender {
  readonly name: string;
  readonly figure: Figure;
}

/** Samples of those that are compared, in the order in which each came first. */
export class Samples {
  readonly #taken = new Map<string, number[]>();

  add(name: string, sample: number): void {
    this.#taken.set(name, [...(this.#taken.get(name) ?? []), sample]);
  }

  get contenders(): readonly Contender[] {
    return [...this.#taken].map(([name, taken]) => ({ name, figure: figureOf(taken) }));
  }
}

/** The median of a contender; throws where there is none of that name. */
export function medianOf(contenders: readonly Contender[], name: string): number {
  const found = contenders.find((contender) => contender.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found.figure.median;
}

/** What is asked of a row: at most so much. */
export interface Goal {
  readonly words: string;
  /** What came out, in the goal's own terms: a ratio, a difference or a figure. */
  readonly value: number;
  readonly limit: number;
  /** Leaks count wherever the bench runs. Ratios and times need a quiet machine. */
  readonly kind: "leak" | "ratio" | "time";
}

/** One row of the table. */
export interface Row {
  readonly title: string;
  /** Bytes are in decimal units: 1 MB is 1,000,000 bytes. */
  readonly unit: "ms" | "MB" | "requests";
  readonly contenders: readonly Contender[];
  readonly goals?: readonly Goal[];
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
export function isMet({ value, limit }: Goal): boolean {
  return value <= limit;
}

const wideMargin = 3;

/** Whether a goal holds on any machine, busy or not: leaks as they are, ratios with a wide margin. */
export function holdsAnywhere(goal: Goal): boolean {
  switch (goal.kind) {
    case "leak":
      return isMet(goal);
    case "ratio":
      return isMet({ ...goal, limit: goal.limit * wideMargin });
    case "time":
      return true;
  }
}
