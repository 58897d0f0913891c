// Lists of the service: each page a bare JSON array, and two headers that say how the list goes on.
import * as z from "zod/mini";
import { header, type Body } from "./body.ts";
import type { DispatchedResponse } from "./dispatchers.ts";
import { readAs } from "./endpoint.ts";
import { readable } from "./lenient.ts";
import type { Reading } from "./operation.ts";

/** The part of a list that is asked for. */
export interface PageRequest {
  /** Rows, from 1 to {@link maxPageSize}. */
  readonly limit: number;
  /** Rows before it. */
  readonly offset: number;
}

/** The most rows that the service gives at once. */
export const maxPageSize = 100;

/** A part of a list. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** How many rows beside these could not be read. */
  readonly unreadable: number;
  /** The offset of the next page; `undefined` at the end of the list. */
  readonly next: number | undefined;
}

const Rows = z.array(z.unknown());

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
  const reading = readAs(Rows, body);
  if (reading.kind !== "ok") return reading;
  const next = nextOffset(headers, reading.value.length, page);
  return { kind: "ok", value: pageOf(row, reading.value, next), raw: undefined };
}

/** The rows that a schema can read, as a page. */
export function pageOf<T extends z.ZodMiniType>(
  row: T,
  items: readonly unknown[],
  next: number | undefined,
): Page<z.output<T>> {
  const rows = readable(row, items);
  return { rows, unreadable: items.length - rows.length, next };
}

/**
 * Where the list goes on: at `X-Next-Offset` (absolute; 0 is none) unless `X-Has-More` denies it. A header that is
 * missing, repeated or malformed says nothing; where both do, exactly a full page is taken to have a successor
 * (more rows than asked for are a whole list). Never an offset that is not beyond this page's own.
 */
function nextOffset(
  headers: DispatchedResponse["headers"],
  count: number,
  { limit, offset }: PageRequest,
): number | undefined {
  const more = header(headers, "x-has-more")?.trim().toLowerCase();
  if (count === 0 || more === "false") return undefined;
  const named = Number(/^\s*-?\d{1,15}\s*$/.exec(header(headers, "x-next-offset") ?? "")?.[0] ?? Number.NaN);
  if (!Number.isNaN(named)) return named > offset ? named : undefined;
  return more === "true" || count === limit ? offset + count : undefined;
}
