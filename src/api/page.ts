// Lists of the service: each page a bare JSON array, and two headers that say how the list goes on.
import type * as z from "zod/mini";
import { header, readAs, type Body, type Reading } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { ApiError, Outcome } from "./errors.ts";
import { itemsOrNull, readable } from "./lenient.ts";

/** The part of a list that is asked for: `limit` rows, from 1 to {@link maxPageSize}, behind `offset` others. */
export type PageRequest = Readonly<Record<"limit" | "offset", number>>;

/** The most rows that the service gives at once. */
const maxPageSize = 100;

/** A part of a list. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** How many rows beside these could not be read. */
  readonly unreadable: number;
  /** The offset of the next page; `undefined` where there is nothing to go on with. */
  readonly next: number | undefined;
  /** Whether the service itself says that there is more; without its word, `next` may be a guess. */
  readonly more: boolean;
}

/** Whether such a part can be asked for. */
export function isPageRequest({ limit, offset }: PageRequest): boolean {
  return (
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= maxPageSize &&
    Number.isSafeInteger(offset) &&
    offset >= 0
  );
}

/** Reads a page. A row that cannot be read is counted, and costs no other row. */
export function readPage<T extends z.ZodMiniType>(
  row: T,
  page: PageRequest,
  body: Body,
  headers: DispatchedResponse["headers"],
): Reading<Page<z.output<T>>> {
  const reading = readAs(itemsOrNull, body);
  if (reading.kind !== "ok") return reading;
  const items = reading.value;
  return {
    kind: "ok",
    value: { ...pageOf(row, items), ...goesOn(headers, items.length, page) },
    raw: undefined,
  };
}

/** The rows that a schema can read, as a page without a successor. */
export function pageOf<T extends z.ZodMiniType>(row: T, items: readonly unknown[]): Page<z.output<T>> {
  const rows = readable(row, items);
  return { rows, unreadable: items.length - rows.length, next: undefined, more: false };
}

/**
 * Whether and where the list goes on. `X-Has-More` decides, then `X-Next-Offset` (absolute; 0 is none); a header that is
 * missing, repeated or malformed says nothing. Where both do, exactly a full page is taken to have a successor (more
 * rows than asked for are a whole list). A list goes on behind the rows of this page, wherever else the header points:
 * that skips no row. Only an empty page is left as the header says, if that leads on.
 */
function goesOn(
  headers: DispatchedResponse["headers"],
  count: number,
  { limit, offset }: PageRequest,
): Pick<Page<unknown>, "next" | "more"> {
  const said = header(headers, "x-has-more")?.trim().toLowerCase();
  const named = Number(/^\s*-?\d{1,15}\s*$/.exec(header(headers, "x-next-offset") ?? "")?.[0] ?? Number.NaN);
  const more = said === "true" || (said !== "false" && named > offset);
  const guessed = said !== "false" && Number.isNaN(named) && count > 0 && count === limit;
  if (!more && !guessed) return { next: undefined, more };
  if (count > 0) return { next: offset + count, more };
  return { next: named > offset ? named : undefined, more };
}

/** Rows of a list, as far as they were read: each once, in the service's order. */
interface Rows<T> {
  readonly rows: readonly T[];
  /** How many rows beside these could not be read. */
  readonly unreadable: number;
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

/** How much of a list to read, and whom to tell meanwhile. */
export interface Extent<T> {
  /** Rows at most; 1000 where it is missing. */
  readonly most?: number;
  /** Told the rows so far each time another page is to come, so that the first need not wait for the last. */
  readonly onRows?: (listing: Listing<T>) => void;
}

/** Requests at most, however little each brings. */
const mostPages = 50;

/**
 * Reads a list to its end, or to `most` rows. A page of rows that are known already ends it, too: such a list is cut
 * where the service says that there is more. Aborting the signal ends it at once. Rejects only where `read` or `onRows`
 * do.
 */
export async function allPages<T>(
  read: (page: PageRequest, signal: AbortSignal) => Promise<Outcome<Page<T>>>,
  { most = 1000, onRows = () => undefined }: Extent<T>,
  signal: AbortSignal,
): Promise<Listing<T>> {
  // A row that moves down the list between two requests comes twice, and may have changed meanwhile.
  const rows = new Map<string, T>();
  let unreadable = 0;
  let offset = 0;
  const sofar = (more: boolean): Rows<T> => ({ rows: [...rows.values()].slice(0, most), unreadable, more });
  for (let pages = 1; ; pages++) {
    const limit = Math.max(1, Math.min(maxPageSize, most - rows.size - unreadable));
    const outcome = await read({ limit, offset }, signal);
    if (outcome.kind === "cancelled") return { kind: "cancelled", ...sofar(pages > 1) };
    if (outcome.kind === "failed") return { kind: "failed", ...sofar(pages > 1), error: outcome.error };
    const { more, next, ...page } = outcome.value;
    const before = rows.size;
    for (const row of page.rows) rows.set(keyOf(row), row);
    unreadable += page.unreadable;
    if (rows.size > most) return { kind: "cut", ...sofar(true) };
    const bringsNothing = rows.size === before && page.unreadable === 0 && page.rows.length > 0;
    if (next === undefined || bringsNothing) return { kind: more ? "cut" : "complete", ...sofar(more) };
    if (rows.size + unreadable >= most || pages === mostPages) return { kind: "cut", ...sofar(true) };
    onRows({ kind: "loading", ...sofar(true) });
    offset = next;
  }
}

/** What tells a row from the others: its id, or all of it where it has none. */
function keyOf(row: unknown): string {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  return typeof id === "string" ? `id ${id}` : JSON.stringify(row);
}
