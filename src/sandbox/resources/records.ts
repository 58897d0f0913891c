// What resources share: the routes of a list and of what is in it, pages of lists as the service gives them (a bare array, and
// headers that say how it goes on), columns, words for what holds something, and answers for the asking.
import type * as z from "zod/mini";
import type { StoreReader } from "../db/store.ts";
import { type DatabaseRow, readText } from "../db/sqlite.ts";
import {
  type HttpReply,
  forbidden,
  internalError,
  notFound,
  badRequest,
  errorReply,
} from "../http/replies.ts";
import { get, type Needs, patch, post, type ReadRequest, remove, type WriteRequest } from "./resource.ts";

/** What it takes to show a row. */
type Asked = Pick<ReadRequest, "store" | "query" | "project" | "now" | "origin">;

interface Source {
  readonly from: string;
  /** Names of the query, which are the first parameters of `where`. */
  readonly filters: readonly string[];
  readonly where: string;
  /** By their names, if left out. */
  readonly order?: string;
  /** SQL that is true of the rows of a project, whose id is the parameter that it is given; where rows belong to one. */
  readonly owned?: (project: string) => string;
  readonly shown: (row: DatabaseRow, request: Asked) => object;
  /** Whether its headers tell limit and offset again. */
  readonly tellsAgain?: boolean;
}

/** 200 with the rows; 400 where the query makes no sense. */
export function page(request: Asked, source: Source): HttpReply {
  const { query, project, store } = request;
  const { from, filters, where, order = "name, id", owned, shown, tellsAgain = false } = source;
  const own = owned === undefined ? "" : `AND (${owned(`?${filters.length + 1}`)})`;
  const sql = `SELECT * FROM ${from} WHERE (${where}) ${own} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const given = filters.map((name) => filter(query, name));
  const values = owned === undefined ? given : [...given, project];
  const rows = (limit: number, offset: number): readonly object[] =>
    store.select(sql, ...values, limit, offset).map((row) => shown(row, request));
  return listed(query, rows, tellsAgain);
}

/** What the service may leave out of a row, which is stored as JSON. */
export function details(row: DatabaseRow): object {
  const parsed: unknown = JSON.parse(readText(row, "details"));
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("details are no object");
  return parsed;
}

/** Columns that are shown as they are. */
export const texts = (row: DatabaseRow, ...columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((name) => [name, readText(row, name)]));

/** When a row was made, and when it was changed last; an empty time of that says that it never was. */
export const times = (row: DatabaseRow) => ({
  created_at: readText(row, "created_at"),
  updated_at: readText(row, "updated_at") || readText(row, "created_at"),
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
export function askedFor(name = ""): HttpReply | undefined {
  const [label] = name.split(".", 1);
  if (label === "error-403") return forbidden();
  if (label === "error-500") return internalError();
  return undefined;
}

interface Collection extends Source {
  readonly path: string;
  /** What one of them is called in refusals. */
  readonly noun: string;
  /** What tells one in a path. */
  readonly key: "id" | "id_or_name";
  /** The one that has a name, where names are unique. */
  readonly named?: (store: StoreReader, project: string, name: string) => DatabaseRow | undefined;
  /** By its id or, where that is the key, by its name, if left out; an id wins. */
  readonly find?: (
    store: StoreReader,
    project: string,
    given: string,
    now: number,
  ) => DatabaseRow | undefined;
  /** What is shown of one by itself: the same as in the list, if left out. */
  readonly shownAlone?: Source["shown"];
  readonly reads?: Needs;
  /** As reading does, if left out. */
  readonly changes?: Needs;
}

interface Named {
  readonly name?: string | undefined;
}

/** The routes of a list, and of what is in it. */
export function collection({ path, noun, key, named, reads = {}, changes = reads, ...source }: Collection) {
  const { from, owned, shown, shownAlone = shown } = source;
  const byId = `SELECT * FROM ${from} WHERE id = ?1 ${owned === undefined ? "" : `AND (${owned("?2")})`}`;
  const find: NonNullable<Collection["find"]> =
    source.find ??
    ((store, project, given) =>
      store.first(byId, given, ...(owned === undefined ? [] : [project])) ??
      (key === "id" ? undefined : named?.(store, project, given)));
  /** Answers about the row that a path names; 404 where it is not there. */
  const on =
    <Given extends ReadRequest<string>>(answer: (row: DatabaseRow, request: Given) => HttpReply) =>
    (request: Given): HttpReply => {
      const row = find(request.store, request.project, request.segment(key), request.now);
      if (row !== undefined) return answer(row, request);
      return notFound(`No ${noun} has this ${key === "id" ? "id" : "id or name"}.`);
    };
  /** Refuses the name of another one, and answers for the asking. */
  const refuse = (
    { store, project, body }: WriteRequest<string, Named>,
    id?: string,
  ): HttpReply | undefined => {
    const taken = body.name === undefined ? undefined : named?.(store, project, body.name);
    return taken === undefined || readText(taken, "id") === id
      ? undefined
      : errorReply(409, "already_exists", `Another ${noun} has this name.`);
  };
  const one = `${path}/:${key}`;
  return {
    /** The path of one of them, and of what is below it. */
    at: (below: string): string => one + below,
    on,
    list: get(path, reads, (request) => page(request, source)),
    read: get(
      one,
      reads,
      on((row, request: ReadRequest<string>) => ({ status: 200, body: shownAlone(row, request) })),
    ),
    create: <Body extends Named>(
      body: z.ZodMiniType<Body>,
      answer: (request: WriteRequest<string, Body>) => HttpReply,
    ) =>
      post(
        path,
        { ...changes, body },
        (request) => askedFor(request.body.name) ?? refuse(request) ?? answer(request),
      ),
    update: <Body extends Named>(
      body: z.ZodMiniType<Body>,
      answer: (row: DatabaseRow, request: WriteRequest<string, Body>) => HttpReply,
      needs = changes,
    ) => {
      const update = on((row, request: WriteRequest<string, Body>) => {
        return refuse(request, readText(row, "id")) ?? answer(row, request);
      });
      return patch(one, { ...needs, body }, (request) => askedFor(request.body.name) ?? update(request));
    },
    /** `first` refuses to delete one, or does what goes before it. */
    remove: (
      first: (row: DatabaseRow, request: WriteRequest<string>) => HttpReply | undefined = () => undefined,
    ) => {
      const removed = on((row, request: WriteRequest<string>): HttpReply => {
        const refused = first(row, request);
        if (refused !== undefined) return refused;
        request.store.write(`DELETE FROM ${from} WHERE id = ?`, readText(row, "id"));
        return { status: 204, body: undefined };
      });
      return remove(one, changes, (request) => askedFor(request.segment(key)) ?? removed(request));
    },
  };
}

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
): HttpReply {
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
