// Lists as the service gives them: a bare array per page, and headers that say how the list goes on.
import type { Reply } from "./replies.ts";
import { badRequest } from "./replies.ts";

const usualLimit = 20;
const mostRows = 100;

/**
 * One page: `limit` (1 to 100, 20 where it is missing) and `offset` out of the query, which some lists tell again. `rows` is
 * asked for one row more than the page holds. 400 where the query makes no sense.
 */
export function listed(
  query: URLSearchParams,
  rows: (limit: number, offset: number) => readonly object[],
  tellsAgain = false,
): Reply {
  const limit = wholeNumber(query.get("limit"), usualLimit);
  const offset = wholeNumber(query.get("offset"), 0);
  const problems = [
    ...(limit >= 1 && limit <= mostRows ? [] : [`limit: must be a whole number from 1 to ${mostRows}.`]),
    ...(offset >= 0 ? [] : ["offset: must be a whole number from 0 up."]),
  ];
  if (problems.length > 0) return badRequest(problems);
  const found = rows(limit + 1, offset);
  const more = found.length > limit;
  const headers = {
    "X-Has-More": String(more),
    "X-Next-Offset": String(more ? offset + limit : 0),
    ...(tellsAgain && { "X-Limit": String(limit), "X-Offset": String(offset) }),
  };
  return { status: 200, body: found.slice(0, limit), headers };
}

/** NaN, which is in no range, for anything but up to 15 digits. */
function wholeNumber(given: string | null, usual: number): number {
  if (given === null) return usual;
  return /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
}

/** A filter of the query; an empty text, which filters nothing, where it is missing. */
export const filter = (query: URLSearchParams, name: string): string => query.get(name) ?? "";
