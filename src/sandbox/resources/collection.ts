// Code shared by the resources: list routes, pages in the service's format (a bare array with paging headers),
// columns, messages about resources in use, and simulated errors.
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

interface ListSource {
  readonly table: string;
  /** Names of the query parameters that filter the list, in the order of the SQL parameters in `where`. */
  readonly filters: readonly string[];
  readonly where: string;
  /** SQL sort order. Defaults to the name. */
  readonly orderBy?: string;
  /**
   * Returns an SQL condition that selects the rows of a project. `project` is the SQL parameter for the project's ID.
   * Defaults to all rows.
   */
  readonly projectCondition?: (project: string) => string;
  readonly toReply: (row: DatabaseRow, request: ReadRequest) => object;
  /** True if the reply's headers contain the limit and the offset of the page. */
  readonly repeatsPaging?: boolean;
}

/**
 * Returns an SQL condition that accepts every row. The condition uses the parameter, because every query binds a
 * value to this parameter.
 */
const anyProject = (project: string): string => `${project} IS NOT NULL`;

export function listReply(request: ReadRequest, source: ListSource): HttpReply {
  const { query, project, store } = request;
  const { filters, where, orderBy = "name, id", projectCondition = anyProject } = source;
  const condition = `(${where}) AND (${projectCondition(`?${filters.length + 1}`)})`;
  const sql = `SELECT * FROM ${source.table} WHERE ${condition} ORDER BY ${orderBy} LIMIT ? OFFSET ?`;
  const values = filters.map((name) => filterParameter(query, name));
  const findRows = (limit: number, offset: number): readonly object[] =>
    store.select(sql, ...values, project, limit, offset).map((row) => source.toReply(row, request));
  return pagedReply(query, findRows, source.repeatsPaging);
}

/** Parses the optional fields of a row, which are stored as JSON. */
export function readDetails(row: DatabaseRow): object {
  const parsed: unknown = JSON.parse(getText(row, "details"));
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("details are no object");
  return parsed;
}

/** Returns the values of text columns that replies contain unchanged. */
export const readTexts = (
  row: DatabaseRow,
  ...columns: readonly string[]
): Readonly<Record<string, string>> => Object.fromEntries(columns.map((name) => [name, getText(row, name)]));

/**
 * Returns the creation and update times. If a row was never updated, its stored update time is empty, and the
 * creation time is returned for both.
 */
export const readTimes = (row: DatabaseRow) => ({
  created_at: getText(row, "created_at"),
  updated_at: getText(row, "updated_at") || getText(row, "created_at"),
});

const maxListedNames = 5;

/** Formats names for an error about a resource in use. Lists the first five names and the number of the others. */
export function formatNames(names: readonly string[]): string {
  if (names.length <= maxListedNames) return names.join(", ");
  return `${names.slice(0, maxListedNames).join(", ")} and ${names.length - maxListedNames} more`;
}

/**
 * Returns an error on demand, so that every error of interface.md §4 can be tried. `name` selects the error. It is the
 * domain of a new connection, the host of a changed login page, or the name of any other resource that is created,
 * changed or deleted. Only the part before the first dot matters:
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
  /** Name of the kind of resource in error messages. */
  readonly noun: string;
  /** Name of the path variable that identifies a row. */
  readonly key: "id" | "id_or_name";
  /** Finds a row by its name. Omitted if names aren't unique. */
  readonly findByName?: (store: StoreReader, project: string, name: string) => DatabaseRow | undefined;
  /** Finds a row by the path variable. Defaults to a lookup by ID, then by name if `key` allows names. */
  readonly find?: (store: StoreReader, project: string, key: string, now: number) => DatabaseRow | undefined;
  /** Renders a single row, for replies that aren't lists. Defaults to `toReply`. */
  readonly toSingleReply?: ListSource["toReply"];
  readonly readOptions?: RouteOptions;
  /** Options of the routes that change rows. Defaults to `readOptions`. */
  readonly changeOptions?: RouteOptions;
}

interface NamedBody {
  readonly name?: string | undefined;
}

export function collectionRoutes({
  path,
  noun,
  key,
  findByName,
  readOptions = {},
  changeOptions = readOptions,
  ...source
}: CollectionOptions) {
  const { table, projectCondition = anyProject, toReply, toSingleReply = toReply } = source;
  const byId = `SELECT * FROM ${table} WHERE id = ?1 AND (${projectCondition("?2")})`;
  const findByKey: NonNullable<CollectionOptions["find"]> = (store, project, idOrName) => {
    const row = store.first(byId, idOrName, project);
    return key === "id" ? row : (row ?? findByName?.(store, project, idOrName));
  };
  const { find = findByKey } = source;
  /** Wraps a handler that needs the row identified by the path. Replies with 404 if the row doesn't exist. */
  const withRow =
    <Request extends ReadRequest<string>>(handle: (row: DatabaseRow, request: Request) => HttpReply) =>
    (request: Request): HttpReply => {
      const row = find(request.store, request.project, request.segment(key), request.now);
      if (row !== undefined) return handle(row, request);
      return notFound(`No ${noun} has this ${key === "id" ? "id" : "id or name"}.`);
    };
  /** Replies with 409 if another row has the requested name. `id` is the ID of the row being changed, if any. */
  const refuseTakenName = (
    { store, project, body: { name } }: WriteRequest<string, NamedBody>,
    id?: string,
  ): HttpReply | undefined => {
    const namesake = name === undefined ? undefined : findByName?.(store, project, name);
    if (namesake === undefined || getText(namesake, "id") === id) return undefined;
    return errorReply(409, "already_exists", `Another ${noun} has this name.`);
  };
  const rowPath = `${path}/:${key}`;
  return {
    rowPath: (suffix: string): string => rowPath + suffix,
    withRow,
    list: getRoute(path, readOptions, (request) => listReply(request, source)),
    read: getRoute(
      rowPath,
      readOptions,
      withRow((row, request: ReadRequest<string>) => ({ status: 200, body: toSingleReply(row, request) })),
    ),
    create: <Body extends NamedBody>(
      body: z.ZodMiniType<Body>,
      handle: (request: WriteRequest<string, Body>) => HttpReply,
    ) =>
      postRoute(
        path,
        { ...changeOptions, body },
        (request) => simulatedError(request.body.name) ?? refuseTakenName(request) ?? handle(request),
      ),
    update: <Body extends NamedBody>(
      body: z.ZodMiniType<Body>,
      handle: (row: DatabaseRow, request: WriteRequest<string, Body>) => HttpReply,
      options = changeOptions,
    ) => {
      const update = withRow(
        (row, request: WriteRequest<string, Body>) =>
          refuseTakenName(request, getText(row, "id")) ?? handle(row, request),
      );
      return patchRoute(
        rowPath,
        { ...options, body },
        (request) => simulatedError(request.body.name) ?? update(request),
      );
    },
    /** Builds the route that deletes a row. `prepare` runs first and may return a reply that refuses the deletion. */
    remove: (
      prepare: (row: DatabaseRow, request: WriteRequest<string>) => HttpReply | undefined = () => undefined,
    ) => {
      const remove = withRow((row, request: WriteRequest<string>): HttpReply => {
        const refusal = prepare(row, request);
        if (refusal !== undefined) return refusal;
        request.store.write(`DELETE FROM ${table} WHERE id = ?`, getText(row, "id"));
        return { status: 204, body: undefined };
      });
      return deleteRoute(
        rowPath,
        changeOptions,
        (request) => simulatedError(request.segment(key)) ?? remove(request),
      );
    },
  };
}

const defaultPageSize = 20;
const maxRowsPerPage = 100;

/**
 * Returns a page of rows, or a 400 reply if the query is invalid. The query may contain `limit` (1 to 100, default
 * 20) and `offset`. Some lists repeat both values in headers. Asks `findRows` for one row more than the limit, to
 * find out if there is a next page.
 */
export function pagedReply(
  query: URLSearchParams,
  findRows: (limit: number, offset: number) => readonly object[],
  repeatsPaging = false,
): HttpReply {
  const limit = parseWholeNumber(query.get("limit"), defaultPageSize);
  const offset = parseWholeNumber(query.get("offset"), 0);
  const problems: string[] = [];
  if (!(limit >= 1 && limit <= maxRowsPerPage))
    problems.push(`limit: must be a whole number from 1 to ${maxRowsPerPage}.`);
  if (Number.isNaN(offset)) problems.push("offset: must be a whole number from 0 up.");
  if (problems.length > 0) return badRequest(problems);
  const rows = findRows(limit + 1, offset);
  const hasMore = rows.length > limit;
  const headers: Record<string, string> = {
    "X-Has-More": String(hasMore),
    "X-Next-Offset": String(hasMore ? offset + limit : 0),
  };
  if (repeatsPaging) Object.assign(headers, { "X-Limit": String(limit), "X-Offset": String(offset) });
  return { status: 200, body: rows.slice(0, limit), headers };
}

/**
 * Parses a query parameter of 1 to 15 digits. Returns the default if the parameter is missing. For any other value,
 * returns NaN, which fails every range check.
 */
function parseWholeNumber(text: string | null, defaultNumber: number): number {
  if (text === null) return defaultNumber;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return Number.NaN;
}

/** Returns a filter's query parameter. A missing parameter becomes an empty string, which disables the filter. */
export const filterParameter = (query: URLSearchParams, name: string): string => query.get(name) ?? "";
