/** The quoted values of a distribution of samples. */
export interface Figure {
  readonly median: number;
  readonly p95: number;
}

/** Summarizes samples. Throws without samples, so that nothing is quoted that wasn't measured. */
export function figureOf(samples: readonly number[]): Figure {
  if (samples.length === 0) throw new Error("no sample was taken");
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}

/** Returns a quantile, interpolated between two samples. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** A measured contender with its figure. The extension is the first contender of a row. */
export interface Contender {
  readonly name: string;
  readonly figure: Figure;
}

/** Collects samples by contender, in the order of each contender's first sample. */
export class Samples {
  readonly #values = new Map<string, number[]>();

  add(name: string, sample: number): void {
    this.#values.set(name, [...(this.#values.get(name) ?? []), sample]);
  }

  get contenders(): readonly Contender[] {
    return [...this.#values].map(([name, taken]) => ({ name, figure: figureOf(taken) }));
  }
}

/** Returns the median of a contender. Throws if there is none with that name. */
export function medianOf(contenders: readonly Contender[], name: string): number {
  const match = contenders.find((contender) => contender.name === name);
  if (match === undefined) throw new Error(`${name} was not measured`);
  return match.figure.median;
}

/** An upper limit for a row. */
export interface Goal {
  readonly words: string;
  /** The result in the goal's unit: a ratio, a difference or a figure. */
  readonly value: number;
  readonly limit: number;
  /** Leaks count wherever the bench runs. Ratios and times need a quiet machine. */
  readonly kind: "leak" | "ratio" | "time";
}

/** A row of the table of results. */
export interface Row {
  readonly title: string;
  /** Bytes are in decimal units: 1 MB is 1,000,000 bytes. */
  readonly unit: "ms" | "MB" | "requests";
  readonly contenders: readonly Contender[];
  readonly goals?: readonly Goal[];
  /** Notes on the method for readers. */
  readonly notes?: readonly string[];
}

export interface Effort {
  /** Takes few samples, for CI. They reveal large regressions, but are too few for published figures. */
  readonly short: boolean;
}

/** Measures one or more rows. Throws the reason if measuring isn't possible. */
export type Measure = (effort: Effort) => Promise<readonly Row[]>;

/** True if a goal is met. */
export function isMet({ value, limit }: Goal): boolean {
  return value <= limit;
}

const wideMargin = 3;

/** True if a goal must be met on any machine, busy or not. Leaks keep their limit, and ratios get a wide margin. */
export function appliesAnywhere(goal: Goal): boolean {
  switch (goal.kind) {
    case "leak":
      return isMet(goal);
    case "ratio":
      return isMet({ ...goal, limit: goal.limit * wideMargin });
    case "time":
      return true;
  }
}
