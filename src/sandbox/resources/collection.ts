// Shared parts of resources: list routes, pages in the service's format (a bare array with paging headers), columns,
// messages about resources in use, and errors on demand.
import type * as z from "zod/mini";
import type { StoreReader } from "../db/store.ts";
import { type DatabaseRow, getText } from "../db/sqlite.ts";
import {
  type HttpReply,
  forbiddenReply,
  internalError,
  notFound,
  badRequest,
  errorReply,
} from "../http/replies.ts";
import {
  getRoute,
  type RouteOptions,
  patchRoute,
  postRoute,
  type ReadRequest,
  deleteRoute,
  type WriteRequest,
} from "./resource.ts";

/** The parts of a request that rendering a row needs. */
type RenderRequest = Pick<ReadRequest, "store" | "query" | "project" | "now" | "origin">;

interface ListSource {
  readonly table: string;
  /** Query parameters, in the order of the parameters of `where`. */
  readonly filters: readonly string[];
  readonly where: string;
  /** Defaults to the name. */
  readonly orderBy?: string;
  /**
   * Returns an SQL condition for the rows of a project, given the SQL parameter of its ID. Omitted if rows have no
   * project.
   */
  readonly projectCondition?: (project: string) => string;
  readonly toReply: (row: DatabaseRow, request: RenderRequest) => object;
  /** True if the headers repeat limit and offset. */
  readonly repeatsPaging?: boolean;
}

/** 200 with the rows, or 400 for an invalid query. */
export function listReply(request: RenderRequest, source: ListSource): HttpReply {
  const { query, project, store } = request;
  const {
    table: from,
    filters,
    where,
    orderBy: order = "name, id",
    projectCondition: owned,
    toReply: shown,
    repeatsPaging: tellsAgain = false,
  } = source;
  const own = owned === undefined ? "" : `AND (${owned(`?${filters.length + 1}`)})`;
  const sql = `SELECT * FROM ${from} WHERE (${where}) ${own} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const given = filters.map((name) => filterParameter(query, name));
  const values = owned === undefined ? given : [...given, project];
  const rows = (limit: number, offset: number): readonly object[] =>
    store.select(sql, ...values, limit, offset).map((row) => shown(row, request));
  return pagedReply(query, rows, tellsAgain);
}

/** Optional fields of a row, stored as JSON. */
export function readDetails(row: DatabaseRow): object {
  const parsed: unknown = JSON.parse(getText(row, "details"));
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("details are no object");
  return parsed;
}

/** Columns that replies contain unchanged. */
export const readTexts = (
  row: DatabaseRow,
  ...columns: readonly string[]
): Readonly<Record<string, string>> => Object.fromEntries(columns.map((name) => [name, getText(row, name)]));

/** Creation and update times. The update time is empty if the row never changed. */
export const readTimes = (row: DatabaseRow) => ({
  created_at: getText(row, "created_at"),
  updated_at: getText(row, "updated_at") || getText(row, "created_at"),
});

const maxListedNames = 5;

/** Lists users of a resource for a refusal: the first five names and the number of the others. */
export const named = (names: readonly string[]): string =>
  names.length <= maxListedNames
    ? names.join(", ")
    : `${names.slice(0, maxListedNames).join(", ")} and ${names.length - maxListedNames} more`;

/**
 * Returns an error on demand, so that every error of interface.md §4 can be tried. The first label of a new connection's
 * domain or of a changed login page's host selects the error, or the name of any other resource that is created, changed
 * or deleted:
 *
 *   error-403.example   error-403   403 insufficient_permissions
 *   error-500.example   error-500   500 internal_error
 */
export function simulatedError(name = ""): HttpReply | undefined {
  const [label] = name.split(".", 1);
  if (label === "error-403") return forbiddenReply();
  if (label === "error-500") return internalError();
  return undefined;
}

interface CollectionOptions extends ListSource {
  readonly path: string;
  /** Noun for refusals. */
  readonly noun: string;
  /** Name of the path variable that identifies a row. */
  readonly key: "id" | "id_or_name";
  /** Finds a row by its name, if names are unique. */
  readonly formatNames?: (store: StoreReader, project: string, name: string) => DatabaseRow | undefined;
  /** Defaults to a lookup by ID, then by name if `key` allows names. */
  readonly find?: (
    store: StoreReader,
    project: string,
    given: string,
    now: number,
  ) => DatabaseRow | undefined;
  /** Renders a single row. Defaults to `shown`. */
  readonly toSingleReply?: ListSource["toReply"];
  readonly readOptions?: RouteOptions;
  /** Defaults to `reads`. */
  readonly changeOptions?: RouteOptions;
}

interface NamedBody {
  readonly name?: string | undefined;
}

/** Builds the routes of a collection and its rows. */
export function collectionRoutes({
  path,
  noun,
  key,
  formatNames: named,
  readOptions: reads = {},
  changeOptions: changes = reads,
  ...source
}: CollectionOptions) {
  const { table: from, projectCondition: owned, toReply: shown, toSingleReply: shownAlone = shown } = source;
  const byId = `SELECT * FROM ${from} WHERE id = ?1 ${owned === undefined ? "" : `AND (${owned("?2")})`}`;
  const find: NonNullable<CollectionOptions["find"]> =
    source.find ??
    ((store, project, given) =>
      store.first(byId, given, ...(owned === undefined ? [] : [project])) ??
      (key === "id" ? undefined : named?.(store, project, given)));
  /** Handles a request about the row in the path. Replies 404 if the row doesn't exist. */
  const withRow =
    <Given extends ReadRequest<string>>(answer: (row: DatabaseRow, request: Given) => HttpReply) =>
    (request: Given): HttpReply => {
      const row = find(request.store, request.project, request.segment(key), request.now);
      if (row !== undefined) return answer(row, request);
      return notFound(`No ${noun} has this ${key === "id" ? "id" : "id or name"}.`);
    };
  /** Refuses another row's name, and returns errors on demand. */
  const refuse = (
    { store, project, body }: WriteRequest<string, NamedBody>,
    id?: string,
  ): HttpReply | undefined => {
    const taken = body.name === undefined ? undefined : named?.(store, project, body.name);
    return taken === undefined || getText(taken, "id") === id
      ? undefined
      : errorReply(409, "already_exists", `Another ${noun} has this name.`);
  };
  const one = `${path}/:${key}`;
  return {
    /** Path of a row plus a suffix. */
    rowPath: (below: string): string => one + below,
    withRow: withRow,
    list: getRoute(path, reads, (request) => listReply(request, source)),
    read: getRoute(
      one,
      reads,
      withRow((row, request: ReadRequest<string>) => ({ status: 200, body: shownAlone(row, request) })),
    ),
    create: <Body extends NamedBody>(
      body: z.ZodMiniType<Body>,
      answer: (request: WriteRequest<string, Body>) => HttpReply,
    ) =>
      postRoute(
        path,
        { ...changes, body },
        (request) => simulatedError(request.body.name) ?? refuse(request) ?? answer(request),
      ),
    update: <Body extends NamedBody>(
      body: z.ZodMiniType<Body>,
      answer: (row: DatabaseRow, request: WriteRequest<string, Body>) => HttpReply,
      needs = changes,
    ) => {
      const update = withRow((row, request: WriteRequest<string, Body>) => {
        return refuse(request, getText(row, "id")) ?? answer(row, request);
      });
      return patchRoute(
        one,
        { ...needs, body },
        (request) => simulatedError(request.body.name) ?? update(request),
      );
    },
    /** `first` runs before the deletion and may refuse it. */
    remove: (
      first: (row: DatabaseRow, request: WriteRequest<string>) => HttpReply | undefined = () => undefined,
    ) => {
      const removed = withRow((row, request: WriteRequest<string>): HttpReply => {
        const refused = first(row, request);
        if (refused !== undefined) return refused;
        request.store.write(`DELETE FROM ${from} WHERE id = ?`, getText(row, "id"));
        return { status: 204, body: undefined };
      });
      return deleteRoute(one, changes, (request) => simulatedError(request.segment(key)) ?? removed(request));
    },
  };
}

const defaultPageSize = 20;
const maxRowsPerPage = 100;

/**
 * Returns a page with `limit` (1 to 100, default 20) and `offset` from the query. Some lists repeat both in headers.
 * `rows` is asked for one extra row to detect a next page. 400 for an invalid query.
 */
export function pagedReply(
  query: URLSearchParams,
  rows: (limit: number, offset: number) => readonly object[],
  tellsAgain = false,
): HttpReply {
  const limit = parseWholeNumber(query.get("limit"), defaultPageSize);
  const offset = parseWholeNumber(query.get("offset"), 0);
  const problems = [
    ...(limit >= 1 && limit <= maxRowsPerPage
      ? []
      : [`limit: must be a whole number from 1 to ${maxRowsPerPage}.`]),
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

/** Returns NaN, which is outside of every range, unless the text has 1 to 15 digits. */
function parseWholeNumber(given: string | null, usual: number): number {
  if (given === null) return usual;
  return /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
}

/** Query parameter of a filter. A missing one becomes empty, which filters nothing. */
export const filterParameter = (query: URLSearchParams, name: string): string => query.get(name) ?? "";
