import type { Row } from "./row.ts";

/** What came of one entry of the bench: its rows, or why there are none. */
export type Entry = {
  readonly name: string;
  /** When, in ISO 8601, where it was taken anew after the run that it is kept with. */
  readonly at?: string;
} & ({ readonly rows: readonly Row[] } | { readonly why: string });

/** A run, as it is kept. */
export interface Report {
  /** When, in ISO 8601; never a name of a person or a machine. */
  readonly at: string;
  readonly short: boolean;
  /** What it ran on: processors, memory, versions. */
  readonly on: string;
  readonly entries: readonly Entry[];
}

/** A kept run with some entries taken anew, in the order of `names`; each that is newer than the run says so. */
export function renewed(kept: Report, { at, entries }: Report, names: readonly string[]): Report {
  const all = [...kept.entries, ...entries.map((entry) => ({ ...entry, at }))];
  return {
    ...kept,
    entries: names.flatMap((name) => all.filter((entry) => entry.name === name).slice(-1)),
  };
}
