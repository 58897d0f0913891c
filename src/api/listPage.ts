// Pages of the service's lists: a JSON array and two headers that announce the next page.
import * as z from "zod/mini";
import { singleHeader, parseBody, type ResponseBody, type ParsedBody } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import { itemsOrNull, lenientText, tryParse } from "./lenient.ts";

/** `limit` is from 1 to {@link maxPageSize}. */
export type PageRequest = Readonly<Record<"limit" | "offset", number>>;

/** Maximum of the service. */
export const maxPageSize = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  /** Number of additional rows that couldn't be parsed. */
  readonly unreadable: number;
  readonly unread?: readonly UnreadRow[];
  /** Offset of the next page, or `undefined` if the list can't be continued. */
  readonly next: number | undefined;
  /** The service's offset of the next page if it exceeds `next`. The service may not count rows that it hides. */
  readonly serverNext?: number;
  /** True if the service reports more rows. Otherwise `next` may be a guess. */
  readonly more: boolean;
}

/** The identifying fields that an unparsable row does have. */
export const UnreadRow = z.object({
  id: lenientText,
  name: lenientText,
  domain: lenientText,
  profile_name: lenientText,
});
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

/** Returns the parsable rows as the last page of a list. */
export function toPage<T extends z.ZodMiniType>(row: T, items: readonly unknown[]): ListPage<z.output<T>> {
  const rows: z.output<T>[] = [];
  const unread: UnreadRow[] = [];
  for (const item of items) {
    const known = tryParse(row, item);
    if (known === undefined) unread.push(tryParse(UnreadRow, item)?.value ?? {});
    else rows.push(known.value);
  }
  const missing = unread.length > 0 && { unread };
  return { rows, unreadable: unread.length, ...missing, next: undefined, more: false };
}

/**
 * Determines the next page. `X-Has-More` takes precedence over `X-Next-Offset` (absolute; 0 means none). A missing,
 * repeated or malformed header is ignored. Without both, only exactly full pages have a successor (more rows than
 * requested are a whole list). `next` always follows the rows of this page, even if the header points elsewhere, so
 * that no row is skipped. An empty page continues at the header's offset if that lies ahead.
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
