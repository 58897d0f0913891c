// Whole lists of the service, read page by page.
import type { ApiError, Outcome } from "./errors.ts";
import { maxPageSize, type Page, type PageRequest, type UnreadRow } from "./page.ts";

/** Rows of a list, as far as they were read: each once, in the service's order. */
interface ListingRows<T> {
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
  | (ListingRows<T> & { readonly kind: "loading" | "complete" | "cut" | "cancelled" })
  | (ListingRows<T> & { readonly kind: "failed"; readonly error: ApiError });

export interface ListingOptions<T> {
  /** Rows at most; 1000 where it is missing. */
  readonly maxRows?: number;
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
export async function listAll<T>(
  read: (page: PageRequest, signal: AbortSignal) => Promise<Outcome<Page<T>>>,
  { maxRows = 1000, onRows = () => undefined }: ListingOptions<T>,
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
  const maxPages = pagesPerThousand * Math.ceil(maxRows / 1000);
  const rowsSoFar = (more: boolean): ListingRows<T> => {
    const missing = unread.length > 0 && { unread: [...unread] };
    return { rows: [...rows.values()].slice(0, maxRows), unreadable, ...missing, more };
  };
  const addRows = (page: readonly T[]): void => page.forEach((row) => rows.set(rowKey(row), row));
  for (let pages = 1; ; pages++) {
    const limit = Math.max(1, Math.min(maxPageSize, maxRows - rows.size - unreadable + overlap));
    const outcome = await read({ limit, offset: offset - overlap }, signal);
    if (outcome.kind === "cancelled") return { kind: "cancelled", ...rowsSoFar(pages > 1) };
    if (outcome.kind === "failed") return { kind: "failed", ...rowsSoFar(pages > 1), error: outcome.error };
    const { serverNext: ahead, more, next, ...page } = outcome.value;
    const before = rows.size;
    const [first] = page.rows;
    const hasShifted =
      overlap > 0 && page.unreadable === 0 && (first === undefined || !rows.has(rowKey(first)));
    if (hasShifted) pages++;
    const refetched = hasShifted
      ? await read({ limit: maxPageSize, offset: Math.max(0, offset - maxPageSize) }, signal)
      : undefined;
    if (refetched?.kind === "ok") addRows(refetched.value.rows);
    addRows(page.rows);
    unreadable += page.unreadable;
    unread.push(...(page.unread ?? []));
    if (refetched?.kind === "cancelled") return { kind: "cancelled", ...rowsSoFar(true) };
    if (refetched?.kind === "failed") return { kind: "failed", ...rowsSoFar(true), error: refetched.error };
    if (rows.size > maxRows) return { kind: "cut", ...rowsSoFar(true) };
    const hasNoNewRows = rows.size === before && page.unreadable === 0 && page.rows.length > overlap;
    // What brings nothing twice repeats itself.
    const nextOffset = !hasNoNewRows ? next : isRepeated ? undefined : ahead;
    isRepeated = hasNoNewRows;
    if (nextOffset === undefined) return { kind: more ? "cut" : "complete", ...rowsSoFar(more) };
    if (rows.size + unreadable >= maxRows || pages >= maxPages) return { kind: "cut", ...rowsSoFar(true) };
    onRows({ kind: "loading", ...rowsSoFar(true) });
    offset = nextOffset;
    overlap = rows.size > before && page.unreadable === 0 ? 1 : 0;
  }
}

/** What tells a row from the others: its id, or all of it where it has none. */
function rowKey(row: unknown): string {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  return typeof id === "string" ? `id ${id}` : JSON.stringify(row);
}
