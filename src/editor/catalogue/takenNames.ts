import type { LoadRows } from "../kit/inputs/liveListing.ts";

/** Reads a list until the signal aborts. Gives its rows, as far as they could be read by then. */
export function soFar<T>(load: LoadRows<T>, signal: AbortSignal): () => readonly T[] {
  let rows: readonly T[] = [];
  const take = (listing: { readonly rows: readonly T[] }): void => {
    ({ rows } = listing);
  };
  void load("", take, signal).then(take);
  return () => rows;
}

/** Names that are taken, as far as they could be read by then or the service has said so. */
export interface TakenNames {
  readonly names: () => readonly string[];
  readonly add: (name: string) => void;
}

/** Reads which names are taken, until the signal aborts. */
export function takenNames(
  load: LoadRows<{ readonly name?: string | undefined }>,
  signal: AbortSignal,
): TakenNames {
  const rows = soFar(load, signal);
  const added: string[] = [];
  return {
    names: () => [...rows().flatMap(({ name }) => name ?? []), ...added],
    add: (name) => added.push(name),
  };
}
