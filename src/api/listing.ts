// Reads whole lists page by page.
import type { ApiError, Outcome } from "./errors.ts";
import { maxPageSize, type ListPage, type PageRequest, type UnreadRow } from "./listPage.ts";

/** Rows read so far, without duplicates and in the service's order. */
interface ListingRows<T> {
  readonly rows: readonly T[];
  /** Number of additional rows that couldn't be parsed. */
  readonly unreadable: number;
  readonly unread?: readonly UnreadRow[];
  /** True if the list has more rows, as far as is known. */
  readonly more: boolean;
}

/**
 * A list that was read page by page: `loading` while pages are pending, `complete`, `cut` at the maximum, `cancelled`
 * or `failed`. Always includes the rows read so far.
 */
export type Listing<T> =
  | (ListingRows<T> & { readonly kind: "loading" | "complete" | "cut" | "cancelled" })
  | (ListingRows<T> & { readonly kind: "failed"; readonly error: ApiError });

export interface ListingOptions<T> {
  /** Default: 1000. */
  readonly maxRows?: number;
  /** Called with the rows so far before each further page, so that the first rows can be shown early. */
  readonly onRows?: (listing: Listing<T>) => void;
}

/** Maximum number of requests per thousand wanted rows, even if pages are nearly empty. */
const pagesPerThousand = 50;

/**
 * Reads a list to its end or to `maxRows`. A page without new rows also ends the list, unless the service names a later
 * offset. Such a list is `cut` if the service reports more rows. Aborting the signal ends the list at once. Rejects
 * only if `read` or `onRows` throws.
 */
export async function listAll<T>(
  read: (page: PageRequest, signal: AbortSignal) => Promise<Outcome<ListPage<T>>>,
  { maxRows = 1000, onRows = () => undefined }: ListingOptions<T>,
  signal: AbortSignal,
): Promise<Listing<T>> {
  // A row that moves down the list between two requests is returned twice and may have changed.
  const rows = new Map<string, T>();
  let unreadable = 0;
  const unread: UnreadRow[] = [];
  let offset = 0;
  // Each page overlaps the previous one by a row. If that row is missing, rows were deleted and others moved up between
  // the pages. Rows that can't be parsed have no id and would be counted twice, so there is no overlap after them.
  let overlap = 0;
  let hadNoNewRows = false;
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
    const { serverNext, more, next, ...page } = outcome.value;
    const knownRows = rows.size;
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
    const hasNoNewRows = rows.size === knownRows && page.unreadable === 0 && page.rows.length > overlap;
    // Two pages in a row without new rows mean that the list repeats itself.
    const nextOffset = !hasNoNewRows ? next : hadNoNewRows ? undefined : serverNext;
    hadNoNewRows = hasNoNewRows;
    if (nextOffset === undefined) return { kind: more ? "cut" : "complete", ...rowsSoFar(more) };
    if (rows.size + unreadable >= maxRows || pages >= maxPages) return { kind: "cut", ...rowsSoFar(true) };
    onRows({ kind: "loading", ...rowsSoFar(true) });
    offset = nextOffset;
    overlap = rows.size > knownRows && page.unreadable === 0 ? 1 : 0;
  }
}

/** Returns the id of a row, or its JSON if it has no id. */
function rowKey(row: unknown): string {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  return typeof id === "string" ? `id ${id}` : JSON.stringify(row);
}
