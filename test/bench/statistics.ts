/** A distribution of samples, as it is quoted. */
export interface Figure {
  readonly median: number;
  /** First and third quartile. */
  readonly quartiles: readonly [number, number];
  readonly p95: number;
  readonly samples: number;
}

/** Sums samples up; throws where there are none, for nothing may be quoted that was not taken. */
export function figureOf(samples: readonly number[]): Figure {
  if (samples.length === 0) throw new Error("no sample was taken");
  const sorted = [...samples].sort((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
    p95: quantile(sorted, 0.95),
    samples: sorted.length,
  };
}

/** A single reading of something that does not vary, such as the size of a file. */
export function exactly(value: number): Figure {
  return figureOf([value]);
}

/** Between two samples, as far as the share lies between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * The exponent e of the power law n^e that comes nearest to times by n: the slope of a straight line through their
 * logarithms. n log n over 10 to 10,000 comes to about 1.2.
 */
export function orderOf(points: readonly { readonly n: number; readonly time: number }[]): number {
  const logs = points.map(({ n, time }) => ({ x: Math.log(n), y: Math.log(time) }));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const centre = { x: mean(logs.map(({ x }) => x)), y: mean(logs.map(({ y }) => y)) };
  const rise = mean(logs.map(({ x, y }) => (x - centre.x) * (y - centre.y)));
  const run = mean(logs.map(({ x }) => (x - centre.x) ** 2));
  return rise / run;
}
