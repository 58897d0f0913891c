// What resources share: pages of lists as the service gives them (a bare array, and headers that say how it goes on), columns, words for what holds something, and answers for the asking.
import type { Reader } from "../db/store.ts";
import { type Row, text } from "../db/sqlite.ts";
import { type Reply, forbidden, internalError, notFound, badRequest } from "../http/replies.ts";
import type { ReadRequest } from "./resource.ts";

interface Source {
  readonly from: string;
  /** Names of the query, which are the first parameters of `where`. */
  readonly filters: readonly string[];
  readonly where: string;
  /** SQL that is true of the rows of a project, whose id is the parameter that it is given; where rows belong to one. */
  readonly owned?: (project: string) => string;
  readonly shown: (row: Row) => object;
  /** Whether its headers tell limit and offset again. */
  readonly tellsAgain?: boolean;
}

/** 200 with the rows, by their names; 400 where the query makes no sense. */
export function page(
  {
    store,
    query,
    project,
  }: { readonly store: Reader; readonly query: URLSearchParams; readonly project: string },
  { from, filters, where, owned, shown, tellsAgain = false }: Source,
): Reply {
  const own = owned === undefined ? "" : `AND (${owned(`?${filters.length + 1}`)})`;
  const sql = `SELECT * FROM ${from} WHERE (${where}) ${own} ORDER BY name, id LIMIT ? OFFSET ?`;
  const given = filters.map((name) => filter(query, name));
  const values = owned === undefined ? given : [...given, project];
  const rows = (limit: number, offset: number): readonly object[] =>
    store.select(sql, ...values, limit, offset).map(shown);
  return listed(query, rows, tellsAgain);
}

/** What the service may leave out of a row, which is stored as JSON. */
export function details(row: Row): object {
  const parsed: unknown = JSON.parse(text(row, "details"));
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("details are no object");
  return parsed;
}

/** Columns that are shown as they are. */
export const texts = (row: Row, ...columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((name) => [name, text(row, name)]));

/** When a row was made, and when it was changed last; an empty time of that says that it never was. */
export const times = (row: Row) => ({
  created_at: text(row, "created_at"),
  updated_at: text(row, "updated_at") || text(row, "created_at"),
});

const mostNames = 5;

/** What holds something, as it is named in a refusal: the first five, and how many there are beside them. */
export const named = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join(", ")
    : `${names.slice(0, mostNames).join(", ")} and ${names.length - mostNames} more`;

/**
 * Rare answers for the asking, so that every one of §4 can be seen. They are asked for by the first label of a
 * domain to create a connection for, or of the host of a login page to change one to, or by the name of anything else that
 * is made, changed or deleted:
 *
 *   error-403.example   error-403   403 insufficient_permissions
 *   error-500.example   error-500   500 internal_error
 */
export function askedFor(name: string): Reply | undefined {
  const [label] = name.split(".", 1);
  if (label === "error-403") return forbidden();
  if (label === "error-500") return internalError();
  return undefined;
}

/** Answers about the row that a path names; 404 with this message where it is not there. */
export const onRow =
  <Segment extends string>(message: string, find: (request: ReadRequest<Segment>) => Row | undefined) =>
  <Given extends ReadRequest<Segment>>(answer: (row: Row, request: Given) => Reply) =>
  (request: Given): Reply => {
    const row = find(request);
    return row === undefined ? notFound(message) : answer(row, request);
  };

/** 200 with what is shown of a row. */
export const answer =
  (shown: (row: Row) => object) =>
  (row: Row): Reply => ({ status: 200, body: shown(row) });

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
