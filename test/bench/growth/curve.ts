import type { Row } from "../row.ts";
import { figureOf, orderOf } from "../statistics.ts";

/** What is done to so many items; what it needs is made before its time is taken. */
export interface Subject {
  readonly title: string;
  readonly prepare: (count: number) => () => unknown;
}

export const counts = [1, 10, 100, 1_000, 10_000] as const;

/** Below this many items the cost of a call hides that of an item. */
const leastForOrder = 100;
/** n log n comes to 1.15 over these counts; the rest is for what a busy machine adds. */
const mostOrder = 1.35;

/** Times a subject for each count in turns, and says by which power of the count its time grows. */
export async function curveOf({ title, prepare }: Subject, rounds: number): Promise<Row> {
  const points = counts.map((count) => ({ count, run: prepare(count), samples: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { count, run, samples } of points) {
      // Short runs are repeated, so that the clock can tell them from nothing.
      const calls = Math.max(1, Math.round(200 / count));
      const begin = performance.now();
      for (let call = 0; call < calls; call++) await run();
      if (round > 0) samples.push((performance.now() - begin) / calls);
    }
  }
  const figures = points.map(({ count, samples }) => ({ count, figure: figureOf(samples) }));
  const order = orderOf(
    figures
      .filter(({ count }) => count >= leastForOrder)
      .map(({ count, figure }) => ({ n: count, time: figure.median })),
  );
  return {
    title: `growth: ${title}`,
    unit: "ms",
    contenders: figures.map(({ count, figure }) => ({ name: `${count}`, figure })),
    goals: [
      {
        words: "no worse than n log n; time grows by the power",
        value: order,
        limit: mostOrder,
        kind: "order",
      },
    ],
  };
}
