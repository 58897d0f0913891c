// Fetches complete lists page by page.
import type { ApiCaller } from "./client.ts";
import type { ApiError, Outcome } from "./errors.ts";
import { maxPageSize, type ListPage, type PageRequest, type UnreadRow } from "./listPage.ts";
import type { Operation } from "./operation.ts";

/** Rows that have been fetched so far, without duplicates and in the service's order. */
interface ListingRows<T> {
  readonly rows: readonly T[];
  /** Number of rows that couldn't be parsed and aren't in `rows`. */
  readonly unreadable: number;
  readonly unread?: readonly UnreadRow[];
  /** True if the list is known to have more rows. */
  readonly more: boolean;
}

/**
 * A list that is fetched page by page. `loading` means that pages are pending, and `cut` means that fetching stopped
 * before the end of the list. Every kind includes the rows fetched so far.
 */
export type Listing<T> =
  | (ListingRows<T> & { readonly kind: "loading" | "complete" | "cut" | "cancelled" })
  | (ListingRows<T> & { readonly kind: "failed"; readonly error: ApiError });

export interface ListingOptions<T> {
  /** Default: 1000. */
  readonly maxRows?: number;
  /** Called after each page except the last with all rows fetched so far, so that callers can show these rows early. */
  readonly onRows?: (listing: Listing<T>) => void;
}

/** An operation that returns a list page by page and supports a search text. */
export type ListOperation<T> = Operation<
  { readonly query: PageRequest & { readonly query?: string } },
  ListPage<T>
>;

/** Fetches the list that an operation returns (see {@link listAll}), or only the rows that match `query`. */
export const listWith = <T>(
  client: ApiCaller,
  operation: ListOperation<T>,
  { query, ...options }: ListingOptions<T> & { readonly query?: string },
  signal: AbortSignal,
): Promise<Listing<T>> =>
  listAll(
    (page, stop) => client.call(operation, { query: query === undefined ? page : { query, ...page } }, stop),
    options,
    signal,
  );

/** Maximum number of requests per 1,000 rows of `maxRows`. Reached only if many pages are nearly empty. */
const pagesPerThousand = 50;

/**
 * Fetches a list to its end or up to `maxRows`. A page without new rows also ends the list, unless the service
 * reports a later offset. A list that ends this way is `cut` if the service reports more rows. Aborting the signal
 * stops the fetching immediately. Rejects only if `read` or `onRows` throws.
 */
export async function listAll<T>(
  read: (page: PageRequest, signal: AbortSignal) => Promise<Outcome<ListPage<T>>>,
  { maxRows = 1000, onRows = () => undefined }: ListingOptions<T>,
  signal: AbortSignal,
): Promise<Listing<T>> {
  // Rows by id. A row that moves down the list between two requests is returned twice, and its second version may
  // differ.
  const rows = new Map<string, T>();
  let unreadable = 0;
  const unread: UnreadRow[] = [];
  let offset = 0;
  // Each page overlaps the previous page by one row. If that row is missing from the new page, rows were deleted
  // between the requests and later rows moved up. There is no overlap after rows that can't be parsed, because they
  // have no id and would be counted twice.
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
    // After two consecutive pages without new rows, assume that the service repeats the list.
    let nextOffset = next;
    if (hasNoNewRows) nextOffset = hadNoNewRows ? undefined : serverNext;
    hadNoNewRows = hasNoNewRows;
    if (nextOffset === undefined) return { kind: more ? "cut" : "complete", ...rowsSoFar(more) };
    if (rows.size + unreadable >= maxRows || pages >= maxPages) return { kind: "cut", ...rowsSoFar(true) };
    onRows({ kind: "loading", ...rowsSoFar(true) });
    offset = nextOffset;
    overlap = Number(rows.size > knownRows && page.unreadable === 0);
  }
}

function rowKey(row: unknown): string {
  const hasId = typeof row === "object" && row !== null && "id" in row;
  if (hasId && typeof row.id === "string") return `id ${row.id}`;
  return JSON.stringify(row);
}
