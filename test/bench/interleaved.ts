import { Bench } from "tinybench";
import { figureOf } from "./statistics.ts";
import type { Contender } from "./row.ts";

export interface Turns {
  /** How often each contender has its turn. */
  readonly rounds: number;
  /** Calls in one turn. */
  readonly calls: number;
}

/**
 * Times contenders in turns, a few calls at a time and each round in another order, so that whatever else the machine
 * does meets all of them alike. Returns milliseconds per call, ours first as given. Rejects where a call does.
 */
export async function interleaved(
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls }: Turns,
): Promise<Contender[]> {
  const bench = new Bench({ iterations: calls, time: 0, warmup: false, retainSamples: true, throws: true });
  for (const [name, work] of Object.entries(contenders)) bench.add(name, work, { async: true });
  const samples = new Map<string, number[]>(bench.tasks.map(({ name }) => [name, []]));
  // The first round warms up: compilers have seen all code once before anything counts.
  for (let round = 0; round <= rounds; round++) {
    for (const task of rotated(bench.tasks, round)) {
      await task.run();
      const { result } = task;
      if (!("latency" in result) || result.latency.samples === undefined)
        throw new Error(`${task.name} was not timed`);
      if (round > 0) samples.get(task.name)?.push(...result.latency.samples);
      task.reset();
    }
  }
  return [...samples].map(([name, taken]) => ({ name, figure: figureOf(taken) }));
}

function rotated<T>(all: readonly T[], by: number): T[] {
  const start = by % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

/** The median of a contender; throws where there is none of that name. */
export function medianOf(contenders: readonly Contender[], name: string): number {
  const found = contenders.find((contender) => contender.name === name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found.figure.median;
}
