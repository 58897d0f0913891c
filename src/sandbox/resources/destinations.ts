// Telemetry destinations: /telemetry/destinations, of which the document shows DELETE alone (§4.3). Nothing is ever
// exported: how that went is part of the seed.
import * as z from "zod/mini";
import { contains, integer, isNamed, type Row, text } from "../db/sqlite.ts";
import type { Reader, Writer } from "../db/store.ts";
import { badRequest, inUse, notFound, refusal, type Reply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { namedBy } from "./fields.ts";
import { connectionsWith, selectingByName } from "./connections/connectionRows.ts";
import { canonicalName, CreateDestination, headersFault, UpdateDestination } from "./destinationRequests.ts";
import { runningFlows } from "./flows/flowRows.ts";
import { askedFor, details, named, page, texts, times } from "./records.ts";
import { get, patch, post, remove, resource, type WriteRequest } from "./resource.ts";
import { before, created, hour, iso, minute } from "./clock.ts";
import { isSeeded } from "./smallSample.ts";

/** `ago`: the time so many milliseconds before now, in ISO 8601. */
const seeded = (ago: (ms: number) => string) => [
  {
    id: "otlp_sandboxfree",
    name: "nightly-archive",
    endpoint: "https://archive.example/otlp",
    details: { description: "Everything of last night, kept for a year", headers: { "X-Archive-Key": "" } },
  },
  {
    id: "otlp_sandboxsessions",
    name: "live-sessions",
    endpoint: "https://collector.example",
    details: {
      consecutive_failures: 7,
      last_error: "destination returned a 5xx response",
      last_error_at: ago(4 * minute),
      last_export_at: ago(3 * hour),
    },
  },
  {
    id: "otlp_sandboxselected",
    name: "compliance-log",
    endpoint: "https://audit.example",
    details: { headers: { Authorization: "" }, last_export_at: ago(25 * minute) },
  },
  {
    id: "otlp_sandboxlogin",
    name: "login-traces",
    endpoint: "https://collector.example",
    details: { last_export_at: ago(2 * minute) },
  },
];

const sessions = [
  { id: "bs_sandbox1", destination_id: "otlp_sandboxsessions" },
  { id: "bs_sandbox2", destination_id: "otlp_sandboxsessions" },
];

const byId = (store: Reader, id: string): Row | undefined =>
  store.first("SELECT * FROM destinations WHERE id = ?", id);

const byName = (store: Reader, name: string): Row | undefined =>
  store.first("SELECT * FROM destinations WHERE name = ?", name);

export const destinationById = (store: Reader, id: string): string | undefined => idOf(byId(store, id));

export const destinationByName = (store: Reader, name: string): string | undefined =>
  idOf(byName(store, name));

const idOf = (row: Row | undefined): string | undefined => row && text(row, "id");

/** Browser sessions that are exporting. */
export const exportingSessions = (store: Reader): number =>
  integer(store.first("SELECT count(*) AS count FROM sessions") ?? {}, "count");

export const deleteRow = (store: Writer, id: string): void =>
  store.write("DELETE FROM destinations WHERE id = ?", id);

/** A login that used the destination has ended, at that time in milliseconds since 1970: what it captured is exported. */
export function noteExport(store: Writer, id: string, at: number): void {
  const row = byId(store, id);
  if (row === undefined || isFailing(row)) return;
  store.change("destinations", id, { details: JSON.stringify({ ...details(row), last_export_at: iso(at) }) });
}

const isFailing = (row: Row): boolean => (Details.parse(details(row)).consecutive_failures ?? 0) > 0;

/** 204, 404 or 409. An id wins over a name that looks like it. `now`: milliseconds since 1970. */
export function deleteDestination(store: Writer, idOrName: string, now: number): Reply {
  const rare = askedFor(idOrName);
  if (rare !== undefined) return rare;
  const id = idOf(found(store, idOrName));
  if (id === undefined) return noDestination();
  const causes = causesOf(holdersOf(store, id, now));
  if (causes.length > 0) return inUse(causes);
  deleteRow(store, id);
  return { status: 204, body: undefined };
}

const found = (store: Reader, idOrName: string): Row | undefined =>
  byId(store, idOrName) ?? byName(store, idOrName);

const noDestination = (): Reply => notFound("No telemetry destination has this id or name.");

function createDestination({ store, body, now }: WriteRequest<never, CreateDestination>): Reply {
  const rare = askedFor(body.name);
  if (rare !== undefined) return rare;
  if (byName(store, body.name) !== undefined) return nameTaken();
  const count = integer(store.first("SELECT count(*) AS count FROM destinations") ?? {}, "count");
  if (count >= mostDestinations) return badRequest([`An organization has at most ${mostDestinations}.`]);
  const id = newId("otlp");
  store.add("destinations", { id, name: body.name, endpoint: body.endpoint, created_at: iso(now) });
  return changed(store, id, body, now, 201);
}

function updateDestination({ store, segment, body: change, now }: One<UpdateDestination>): Reply {
  const rare = askedFor(change.name ?? "");
  if (rare !== undefined) return rare;
  const row = found(store, segment("id_or_name"));
  if (row === undefined) return noDestination();
  const id = text(row, "id");
  if (change.name !== undefined && change.name !== text(row, "name")) {
    if (byName(store, change.name) !== undefined) return nameTaken();
    const selecting = selectingByName(store, id);
    if (selecting.length > 0)
      return inUse([`An auth connection uses the destination by name: ${named(selecting)}.`]);
  }
  return changed(store, id, change, now, 200);
}

type One<Body = unknown> = WriteRequest<"id_or_name", Body>;

const mostDestinations = 50;

const nameTaken = (): Reply => refusal(409, "already_exists", "Another destination has this name.");

/** Writes what is given, and answers with the destination. Of a header's value nothing but its size is kept. */
function changed(store: Writer, id: string, given: UpdateDestination, now: number, status: number): Reply {
  const row = byId(store, id) ?? {};
  const known = details(row);
  const sizes = sizesOf(row);
  for (const [name, value] of given.headers ?? []) {
    const canonical = canonicalName(name);
    if (value === null) sizes.delete(canonical);
    else sizes.set(canonical, Buffer.byteLength(value));
  }
  const fault = headersFault(sizes);
  if (fault !== undefined) {
    if (status === 201) deleteRow(store, id);
    return badRequest([fault]);
  }
  const description = given.description ?? ("description" in known ? known.description : undefined);
  const more = {
    ...known,
    headers: Object.fromEntries([...sizes.keys()].map((name) => [name, ""])),
    description: description === "" ? undefined : description,
  };
  store.change("destinations", id, {
    name: given.name ?? text(row, "name"),
    endpoint: given.endpoint ?? text(row, "endpoint"),
    details: JSON.stringify(more),
    header_sizes: JSON.stringify(Object.fromEntries(sizes)),
    updated_at: iso(now),
  });
  return { status, body: shown(byId(store, id) ?? {}) };
}

/** The sizes of the values of its headers, in bytes; those of the seed have none. */
function sizesOf(row: Row): Map<string, number> {
  const { headers = new Map<string, string>() } = Details.parse(details(row));
  const known = namedBy(z.string(), z.number()).parse(JSON.parse(text(row, "header_sizes")));
  return new Map([...headers.keys()].map((name) => [name, known.get(name) ?? 0]));
}

const Details = z.looseObject({
  headers: z.optional(namedBy(z.string(), z.string())),
  consecutive_failures: z.optional(z.int()),
});

/** What keeps a destination from being deleted (§4.3): ids, or for connections words that name them. */
interface Holders {
  readonly sessions: readonly string[];
  readonly connections: readonly string[];
  readonly logins: readonly string[];
}

const holdersOf = (store: Reader, id: string, now: number): Holders => ({
  sessions: store
    .select("SELECT id FROM sessions WHERE destination_id = ?", id)
    .map((row) => text(row, "id")),
  connections: connectionsWith(store, "destination_id", id),
  logins: runningFlows(store, now)
    .filter(({ destinationId }) => destinationId === id)
    .map(({ connectionId }) => connectionId),
});

function causesOf({ sessions, connections, logins }: Holders): string[] {
  const causes: string[] = [];
  if (sessions.length > 0) {
    causes.push(
      `Sessions bound to the destination are still exporting: ${named(sessions)}. Wait for them to end or delete them first.`,
    );
  }
  if (connections.length > 0) {
    causes.push(`An auth connection still uses the destination: ${named(connections)}.`);
  }
  if (logins.length > 0) {
    causes.push(`A managed auth login using the destination is in progress: connection ${named(logins)}.`);
  }
  return causes;
}

/** Header values of a collector never come back. */
const shown = (row: Row): object => ({
  ...texts(row, "id", "name", "endpoint"),
  headers: {},
  ...times(row),
  consecutive_failures: 0,
  ...details(row),
});

export const destinations = resource({
  tables: [
    {
      name: "destinations",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL UNIQUE",
        endpoint: "TEXT NOT NULL",
        details: "TEXT NOT NULL DEFAULT '{}'",
        created_at: "TEXT NOT NULL DEFAULT ''",
        updated_at: "TEXT NOT NULL DEFAULT ''",
        header_sizes: "TEXT NOT NULL DEFAULT '{}'",
      },
      read: (row) => [shown(row), sizesOf(row)],
    },
    {
      name: "sessions",
      columns: {
        id: "TEXT PRIMARY KEY",
        destination_id: "TEXT NOT NULL REFERENCES destinations (id)",
      },
      indexed: ["destination_id"],
    },
  ],
  seed(store, now, sample) {
    const rows = seeded((ms) => before(now, ms)).filter(({ id }) => isSeeded(sample, id));
    for (const { details: more, ...row } of rows) {
      store.add("destinations", { ...row, details: JSON.stringify(more), created_at: created(now) });
    }
    for (const row of sessions) if (isSeeded(sample, row.destination_id)) store.add("sessions", row);
  },
  routes: [
    // `name` is exact, `query` a part of the name or endpoint, or the whole id.
    get("/telemetry/destinations", {}, (request) =>
      page(request, {
        from: "destinations",
        filters: ["name", "query"],
        where: `${isNamed("name", "?1")} AND (id = ?2 OR ${contains("?2", "name", "endpoint")})`,
        shown,
      }),
    ),
    post("/telemetry/destinations", { body: CreateDestination, organization: true }, createDestination),
    get("/telemetry/destinations/:id_or_name", {}, ({ store, segment }) => {
      const row = found(store, segment("id_or_name"));
      return row === undefined ? noDestination() : { status: 200, body: shown(row) };
    }),
    patch(
      "/telemetry/destinations/:id_or_name",
      { body: UpdateDestination, organization: true },
      updateDestination,
    ),
    remove("/telemetry/destinations/:id_or_name", { organization: true }, ({ store, segment, now }) =>
      deleteDestination(store, segment("id_or_name"), now),
    ),
  ],
});
