// Pages of the lists of the service: a bare JSON array, and two headers that say how the list goes on.
import * as z from "zod/mini";
import { singleHeader, parseBody, type ResponseBody, type ParsedBody } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import { itemsOrNull, lenientText, tryParse } from "./lenient.ts";

/** The part of a list that is asked for: `limit` rows, from 1 to {@link maxPageSize}, behind `offset` others. */
export type PageRequest = Readonly<Record<"limit" | "offset", number>>;

/** The most rows that the service gives at once. */
export const maxPageSize = 100;

export interface Page<T> {
  readonly rows: readonly T[];
  /** How many rows beside these could not be read. */
  readonly unreadable: number;
  /** Those rows; missing if there are none. */
  readonly unread?: readonly UnreadRow[];
  /** The offset of the next page; `undefined` where there is nothing to go on with. */
  readonly next: number | undefined;
  /** Where the service says that the list goes on, if that lies ahead of `next`: it may not count rows that it hides. */
  readonly serverNext?: number;
  /** Whether the service itself says that there is more; without its word, `next` may be a guess. */
  readonly more: boolean;
}

/** What identifies a row that can't be read, as far as the row says it. */
export const UnreadRow = z.object({
  id: lenientText,
  name: lenientText,
  domain: lenientText,
  profile_name: lenientText,
});
export type UnreadRow = z.infer<typeof UnreadRow>;

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
  body: ResponseBody,
  headers: DispatchedResponse["headers"],
): ParsedBody<Page<z.output<T>>> {
  const reading = parseBody(itemsOrNull, body);
  if (reading.kind !== "ok") return reading;
  const items = reading.value;
  return {
    kind: "ok",
    value: { ...toPage(row, items), ...continuation(headers, items.length, page) },
    raw: undefined,
  };
}

/** The rows that a schema can read, as a page without a successor. */
export function toPage<T extends z.ZodMiniType>(row: T, items: readonly unknown[]): Page<z.output<T>> {
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
 * Whether and where the list goes on. `X-Has-More` decides, then `X-Next-Offset` (absolute; 0 is none); a header that is
 * missing, repeated or malformed says nothing. Where both do, exactly a full page is taken to have a successor (more
 * rows than asked for are a whole list). A list goes on behind the rows of this page, wherever else the header points:
 * that skips no row. Only a page that is empty, or of rows that were read before, is left as the header says, if that
 * leads on.
 */
function continuation(
  headers: DispatchedResponse["headers"],
  count: number,
  { limit, offset }: PageRequest,
): Pick<Page<unknown>, "next" | "more" | "serverNext"> {
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
