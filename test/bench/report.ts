import type { Row } from "./row.ts";

/** What came of one entry of the bench: its rows, or why there are none. */
export type Entry =
  { readonly name: string; readonly rows: readonly Row[] } | { readonly name: string; readonly why: string };

/** A run, as it is kept. */
export interface Report {
  /** When, in ISO 8601; never a name of a person or a machine. */
  readonly at: string;
  readonly short: boolean;
  /** What it ran on: processors, memory, versions. */
  readonly on: string;
  readonly entries: readonly Entry[];
}
