// Pages of the service's lists. A page is a JSON array with two headers that announce the next page.
import * as z from "zod/mini";
import { singleHeader, parseBody, type ResponseBody, type ParsedBody } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import { itemsOrNull, lenientTexts, tryParse } from "./lenient.ts";

/** A request for a page. `limit` is between 1 and {@link maxPageSize}. */
export type PageRequest = Readonly<Record<"limit" | "offset", number>>;

export const maxPageSize = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  /** Number of rows that couldn't be parsed and aren't in `rows`. */
  readonly unreadable: number;
  readonly unread?: readonly UnreadRow[];
  /** Offset of the next page, or `undefined` if there is no next page. */
  readonly next: number | undefined;
  /**
   * Offset of the next page according to the service, if greater than `next`. The service may count rows that it
   * omits from the page.
   */
  readonly serverNext?: number;
  /** True if the service reports more rows. If false, `next` may still be set as a guess. */
  readonly more: boolean;
}

/** The identifying fields of a row that couldn't be parsed, if present. */
export const UnreadRow = z.object(lenientTexts("id", "name", "domain", "profile_name"));
export type UnreadRow = z.infer<typeof UnreadRow>;

export function isPageRequest({ limit, offset }: PageRequest): boolean {
  return (
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= maxPageSize &&
    Number.isSafeInteger(offset) &&
    offset >= 0
  );
}

/** Parses a page. Counts rows that can't be parsed. */
export function readPage<T extends z.ZodMiniType>(
  row: T,
  page: PageRequest,
  body: ResponseBody,
  headers: DispatchedResponse["headers"],
): ParsedBody<ListPage<z.output<T>>> {
  const reading = parseBody(itemsOrNull, body);
  if (reading.kind !== "ok") return reading;
  const items = reading.value;
  return {
    kind: "ok",
    value: { ...toPage(row, items), ...nextPageOf(headers, items.length, page) },
    raw: undefined,
  };
}

/** Parses items into a page that has no next page. Counts rows that can't be parsed. */
export function toPage<T extends z.ZodMiniType>(row: T, items: readonly unknown[]): ListPage<z.output<T>> {
  const rows: z.output<T>[] = [];
  const unread: UnreadRow[] = [];
  for (const item of items) {
    const parsed = tryParse(row, item);
    if (parsed === undefined) unread.push(tryParse(UnreadRow, item)?.value ?? {});
    else rows.push(parsed.value);
  }
  const missing = unread.length > 0 && { unread };
  return { rows, unreadable: unread.length, ...missing, next: undefined, more: false };
}

/**
 * Determines the next page. `X-Has-More` takes precedence over `X-Next-Offset`, which is absolute and has the value 0
 * if there is no next page. A missing, repeated or malformed header is ignored. Without both headers, only a page
 * with exactly `limit` rows can have a next page. A longer page means that the service ignored `limit` and returned
 * the whole list. `next` always points to the row after this page, even if `X-Next-Offset` differs, so that no row is
 * skipped. After an empty page, `next` is the value of `X-Next-Offset` if that value is greater than `offset`.
 */
function nextPageOf(
  headers: DispatchedResponse["headers"],
  count: number,
  { limit, offset }: PageRequest,
): Pick<ListPage<unknown>, "next" | "more" | "serverNext"> {
  const hasMore = singleHeader(headers, "x-has-more")?.trim().toLowerCase();
  const nextOffset = Number(
    /^\s*-?\d{1,15}\s*$/.exec(singleHeader(headers, "x-next-offset") ?? "")?.[0] ?? Number.NaN,
  );
  const more = hasMore === "true" || (hasMore !== "false" && nextOffset > offset);
  const isGuessed = hasMore !== "false" && Number.isNaN(nextOffset) && count > 0 && count === limit;
  if (!more && !isGuessed) return { next: undefined, more };
  if (count > 0)
    return { next: offset + count, more, ...(nextOffset > offset + count && { serverNext: nextOffset }) };
  return { next: nextOffset > offset ? nextOffset : undefined, more };
}
