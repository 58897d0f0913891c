// Whole lists of the service, read page by page.
import type { ApiError, Outcome } from "./errors.ts";
import { maxPageSize, type Page, type PageRequest, type UnreadRow } from "./page.ts";

/** Rows of a list, as far as they were read: each once, in the service's order. */
interface Rows<T> {
  readonly rows: readonly T[];
  /** How many rows beside these could not be read. */
  readonly unreadable: number;
  /** Those rows; missing if there are none. */
  readonly unread?: readonly UnreadRow[];
  /** Whether the list goes on beyond these rows, as far as is known. */
  readonly more: boolean;
}

/**
 * A list that was read page by page, and why it ends where it does: it is still being read, it is whole, it is
 * longer than wanted, reading was cancelled, or it failed. Whatever ends it, the rows before that stay.
 */
export type Listing<T> =
  | (Rows<T> & { readonly kind: "loading" | "complete" | "cut" | "cancelled" })
  | (Rows<T> & { readonly kind: "failed"; readonly error: ApiError });

export interface Extent<T> {
  /** Rows at most; 1000 where it is missing. */
  readonly most?: number;
  /** Told the rows so far each time another page is to come, so that the first need not wait for the last. */
  readonly onRows?: (listing: Listing<T>) => void;
}

/** Requests at most for each thousand rows that are wanted, however little each brings. */
const pagesPerThousand = 50;

/**
 * Reads a list to its end, or to `most` rows. A page of rows that are known already ends it, too, unless the service
 * names an offset ahead: such a list is cut where the service says that there is more. Aborting the signal ends it at
 * once. Rejects only where `read` or `onRows` do.
 */
export async function allPages<T>(
  read: (page: PageRequest, signal: AbortSignal) => Promise<Outcome<Page<T>>>,
  { most = 1000, onRows = () => undefined }: Extent<T>,
  signal: AbortSignal,
): Promise<Listing<T>> {
  // A row that moves down the list between two requests comes twice, and may have changed meanwhile.
  const rows = new Map<string, T>();
  let unreadable = 0;
  const unread: UnreadRow[] = [];
  let offset = 0;
  // A page begins with the last row before it: where that is missing, rows were deleted meanwhile, and others moved up
  // between the pages. Rows that cannot be read have no names, and would be counted twice.
  let overlap = 0;
  let isRepeated = false;
  const mostPages = pagesPerThousand * Math.ceil(most / 1000);
  const sofar = (more: boolean): Rows<T> => {
    const missing = unread.length > 0 && { unread: [...unread] };
    return { rows: [...rows.values()].slice(0, most), unreadable, ...missing, more };
  };
  const take = (page: readonly T[]): void => page.forEach((row) => rows.set(keyOf(row), row));
  for (let pages = 1; ; pages++) {
    const limit = Math.max(1, Math.min(maxPageSize, most - rows.size - unreadable + overlap));
    const outcome = await read({ limit, offset: offset - overlap }, signal);
    if (outcome.kind === "cancelled") return { kind: "cancelled", ...sofar(pages > 1) };
    if (outcome.kind === "failed") return { kind: "failed", ...sofar(pages > 1), error: outcome.error };
    const { ahead, more, next, ...page } = outcome.value;
    const before = rows.size;
    const [first] = page.rows;
    const moved = overlap > 0 && page.unreadable === 0 && (first === undefined || !rows.has(keyOf(first)));
    if (moved) pages++;
    const behind = moved
      ? await read({ limit: maxPageSize, offset: Math.max(0, offset - maxPageSize) }, signal)
      : undefined;
    if (behind?.kind === "ok") take(behind.value.rows);
    take(page.rows);
    unreadable += page.unreadable;
    unread.push(...(page.unread ?? []));
    if (behind?.kind === "cancelled") return { kind: "cancelled", ...sofar(true) };
    if (behind?.kind === "failed") return { kind: "failed", ...sofar(true), error: behind.error };
    if (rows.size > most) return { kind: "cut", ...sofar(true) };
    const bringsNothing = rows.size === before && page.unreadable === 0 && page.rows.length > overlap;
    // What brings nothing twice repeats itself.
    const goesTo = !bringsNothing ? next : isRepeated ? undefined : ahead;
    isRepeated = bringsNothing;
    if (goesTo === undefined) return { kind: more ? "cut" : "complete", ...sofar(more) };
    if (rows.size + unreadable >= most || pages >= mostPages) return { kind: "cut", ...sofar(true) };
    onRows({ kind: "loading", ...sofar(true) });
    offset = goesTo;
    overlap = rows.size > before && page.unreadable === 0 ? 1 : 0;
  }
}

/** What tells a row from the others: its id, or all of it where it has none. */
function keyOf(row: unknown): string {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  return typeof id === "string" ? `id ${id}` : JSON.stringify(row);
}
