import type { Contender, Row } from "../row.ts";
import { figureOf } from "../statistics.ts";

interface Pair {
  readonly ours: number[];
  readonly other: number[];
}

export interface ColdSamples {
  readonly activation: Pair;
  /** In MB. */
  readonly heap: Pair;
  readonly firstRequest: Pair;
}

export function noSamples(): ColdSamples {
  const pair = (): Pair => ({ ours: [], other: [] });
  return { activation: pair(), heap: pair(), firstRequest: pair() };
}

/** The rows of the table for samples of cold starts. */
export function coldRows(samples: ColdSamples): readonly Row[] {
  const activation = contenders(samples.activation, "empty extension");
  const heap = contenders(samples.heap, "empty extension");
  const request = contenders(samples.firstRequest, "bare host fetch");
  return [
    {
      title: "load and activate, cold",
      unit: "ms",
      contenders: activation,
      goals: [{ words: "at most 5 ms", value: ours(activation), limit: 5, kind: "time" }],
      notes: ["VS Code's own table, which knows whole milliseconds."],
    },
    {
      title: "heap growth by activation",
      unit: "MB",
      contenders: heap,
      goals: [{ words: "at most 0.6 MB", value: ours(heap), limit: 0.6, kind: "leak" }],
      notes: ["After garbage collection."],
    },
    {
      title: "first request, cold",
      unit: "ms",
      contenders: request,
      goals: [
        { words: "at most 20 ms more than a bare fetch", value: more(request), limit: 20, kind: "time" },
      ],
      notes: ["Loading the client's code is part of it; no code of the pool is loaded."],
    },
  ];
}

function contenders({ ours, other }: Pair, name: string): readonly [Contender, Contender] {
  return [
    { name: "ours", figure: figureOf(ours) },
    { name, figure: figureOf(other) },
  ];
}

function ours([first]: readonly [Contender, Contender]): number {
  return first.figure.median;
}

function more([first, second]: readonly [Contender, Contender]): number {
  return first.figure.median - second.figure.median;
}
