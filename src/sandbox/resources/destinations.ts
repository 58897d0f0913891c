// Telemetry destinations: /telemetry/destinations. The interface documents only DELETE (§4.3). Nothing is exported.
// The results of exports are seeded.
import * as z from "zod/mini";
import { containsText, readInteger, matchesName, type DatabaseRow, readText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { badRequest, resourceInUse, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { namedBy } from "./fields.ts";
import { connectionsWith, selectingByName } from "./connections/connectionRows.ts";
import { canonicalName, CreateDestination, headersFault, UpdateDestination } from "./destinationRequests.ts";
import { runningFlows } from "./flows/flowRows.ts";
import { collection, details, named, texts, times } from "./records.ts";
import { resource, type WriteRequest } from "./resource.ts";
import { before, created, hour, iso, minute } from "./clock.ts";
import { isSeeded } from "./smallSample.ts";

/** `ago` returns the time a number of milliseconds before now, in ISO 8601. */
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

const find = (store: StoreReader, by: "id" | "name", given: string): DatabaseRow | undefined =>
  store.first(`SELECT * FROM destinations WHERE ${by} = ?`, given);

/** Returns the ID of the destination with this ID or name. */
export function destinationId(store: StoreReader, by: "id" | "name", given: string): string | undefined {
  const row = find(store, by, given);
  return row && readText(row, "id");
}

/** Counts browser sessions that export to any destination. */
export const exportingSessions = (store: StoreReader): number =>
  readInteger(store.first("SELECT count(*) AS count FROM sessions") ?? {}, "count");

/** Records the export at the end of a login. `at` is in milliseconds since 1970. */
export function noteExport(store: StoreWriter, id: string, at: number): void {
  const row = find(store, "id", id);
  if (row === undefined || isFailing(row)) return;
  store.update("destinations", id, { details: JSON.stringify({ ...details(row), last_export_at: iso(at) }) });
}

const isFailing = (row: DatabaseRow): boolean => (Details.parse(details(row)).consecutive_failures ?? 0) > 0;

/** 409 while the destination is in use (interface.md §4.3). `now` is in milliseconds since 1970. */
export function refuseDeletion(
  row: DatabaseRow,
  { store, now }: Pick<WriteRequest, "store" | "now">,
): HttpReply | undefined {
  const id = readText(row, "id");
  const exporting = store.select("SELECT id FROM sessions WHERE destination_id = ?", id);
  const connections = connectionsWith(store, "destination_id", id);
  const logins = runningFlows(store, now).filter(({ destinationId }) => destinationId === id);
  const causes: string[] = [];
  if (exporting.length > 0) {
    const ids = exporting.map((session) => readText(session, "id"));
    causes.push(
      `Sessions bound to the destination are still exporting: ${named(ids)}. Wait for them to end or delete them first.`,
    );
  }
  if (connections.length > 0) {
    causes.push(`An auth connection still uses the destination: ${named(connections)}.`);
  }
  if (logins.length > 0) {
    const ids = logins.map(({ connectionId }) => connectionId);
    causes.push(`A managed auth login using the destination is in progress: connection ${named(ids)}.`);
  }
  return causes.length > 0 ? resourceInUse(causes) : undefined;
}

const mostDestinations = 50;

/** Columns for headers and description after a change. Only the size of a header's value is stored. */
function columnsAfter(
  given: UpdateDestination,
  sizes: Map<string, number>,
  known: { readonly description?: unknown },
): HttpReply | { readonly details: string; readonly header_sizes: string } {
  for (const [name, value] of given.headers ?? []) {
    const canonical = canonicalName(name);
    if (value === null) sizes.delete(canonical);
    else sizes.set(canonical, Buffer.byteLength(value));
  }
  const fault = headersFault(sizes);
  if (fault !== undefined) return badRequest([fault]);
  const { description = known.description } = given;
  const more = {
    ...known,
    headers: Object.fromEntries([...sizes.keys()].map((name) => [name, ""])),
    description: description === "" ? undefined : description,
  };
  return { details: JSON.stringify(more), header_sizes: JSON.stringify(Object.fromEntries(sizes)) };
}

/** Sizes of the header values, in bytes. Seeded headers have no size. */
function sizesOf(row: DatabaseRow): Map<string, number> {
  const { headers = new Map<string, string>() } = Details.parse(details(row));
  const known = namedBy(z.string(), z.number()).parse(JSON.parse(readText(row, "header_sizes")));
  return new Map([...headers.keys()].map((name) => [name, known.get(name) ?? 0]));
}

const Details = z.looseObject({
  headers: z.optional(namedBy(z.string(), z.string())),
  consecutive_failures: z.optional(z.int()),
});

/** Replies never contain header values. */
const shown = (row: DatabaseRow): object => ({
  ...texts(row, "id", "name", "endpoint"),
  headers: {},
  ...times(row),
  consecutive_failures: 0,
  ...details(row),
});

const routes = collection({
  path: "/telemetry/destinations",
  noun: "telemetry destination",
  key: "id_or_name",
  changes: { organization: true },
  named: (store, _, name) => find(store, "name", name),
  from: "destinations",
  // `name` is compared exactly. `query` is a part of the name or endpoint, or the whole ID.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND (id = ?2 OR ${containsText("?2", "name", "endpoint")})`,
  shown,
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
      store.insert("destinations", { ...row, details: JSON.stringify(more), created_at: created(now) });
    }
    for (const row of sessions) if (isSeeded(sample, row.destination_id)) store.insert("sessions", row);
  },
  routes: [
    routes.list,
    routes.create(CreateDestination, ({ store, body, now }) => {
      const count = readInteger(store.first("SELECT count(*) AS count FROM destinations") ?? {}, "count");
      if (count >= mostDestinations) return badRequest([`An organization has at most ${mostDestinations}.`]);
      const { name, endpoint } = body;
      const columns = columnsAfter(body, new Map(), {});
      if ("status" in columns) return columns;
      const row = { ...columns, id: newId("otlp"), name, endpoint, created_at: iso(now) };
      return { status: 201, body: shown(store.insert("destinations", row)) };
    }),
    routes.read,
    routes.update(UpdateDestination, (row, { store, body, now }) => {
      const { name = readText(row, "name"), endpoint = readText(row, "endpoint") } = body;
      const selecting = name === readText(row, "name") ? [] : selectingByName(store, readText(row, "id"));
      if (selecting.length > 0)
        return resourceInUse([`An auth connection uses the destination by name: ${named(selecting)}.`]);
      const columns = columnsAfter(body, sizesOf(row), details(row));
      if ("status" in columns) return columns;
      const after = { ...columns, name, endpoint, updated_at: iso(now) };
      return { status: 200, body: shown(store.update("destinations", readText(row, "id"), after)) };
    }),
    routes.remove(refuseDeletion),
  ],
});
