// Telemetry destinations: /telemetry/destinations. The interface documents only DELETE (interface.md §4.3). The
// sandbox never exports telemetry. Sample rows contain the results of earlier exports.
import * as z from "zod/mini";
import { containsText, getInteger, matchesName, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { badRequest, resourceInUse, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { mapSchema } from "./requestSchemas.ts";
import { describeConnectionsWith, findConnectionsSelectingByName } from "./connections/connectionRows.ts";
import {
  canonicalHeaderName,
  CreateDestination,
  headerSizeProblem,
  UpdateDestination,
} from "./destinationRequests.ts";
import { exportingBrowsers } from "./browserRows.ts";
import { findRunningFlows } from "./flows/flowRows.ts";
import { collectionRoutes, readDetails, formatNames, readTexts, readTimes } from "./collection.ts";
import { defineResource } from "./resource.ts";
import { isoTimeBefore, seedCreatedAt, msPerHour, toIsoTime, msPerMinute } from "./clock.ts";
import { isInSample } from "./smallSample.ts";

/** `ago(ms)` returns the time `ms` milliseconds before now, in ISO 8601. */
const seededDestinations = (ago: (ms: number) => string) => [
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
      last_error_at: ago(4 * msPerMinute),
      last_export_at: ago(3 * msPerHour),
    },
  },
  {
    id: "otlp_sandboxselected",
    name: "compliance-log",
    endpoint: "https://audit.example",
    details: { headers: { Authorization: "" }, last_export_at: ago(25 * msPerMinute) },
  },
  {
    id: "otlp_sandboxlogin",
    name: "login-traces",
    endpoint: "https://collector.example",
    details: { last_export_at: ago(2 * msPerMinute) },
  },
];

const findDestinationRow = (store: StoreReader, by: "id" | "name", value: string): DatabaseRow | undefined =>
  store.first(`SELECT * FROM destinations WHERE ${by} = ?`, value);

export function findDestinationId(store: StoreReader, by: "id" | "name", value: string): string | undefined {
  const row = findDestinationRow(store, by, value);
  return row && getText(row, "id");
}

/** Records that a login exported its telemetry when it ended. `at` is in milliseconds since 1970. */
export function recordExport(store: StoreWriter, id: string, at: number): void {
  const row = findDestinationRow(store, "id", id);
  if (row === undefined || isExportFailing(row)) return;
  store.update("destinations", id, {
    details: JSON.stringify({ ...readDetails(row), last_export_at: toIsoTime(at) }),
  });
}

const isExportFailing = (row: DatabaseRow): boolean =>
  (DestinationDetails.parse(readDetails(row)).consecutive_failures ?? 0) > 0;

/** Replies with 409 while the destination is in use (interface.md §4.3). `now` is in milliseconds since 1970. */
export function refuseDestinationDeletion(
  row: DatabaseRow,
  { store, now }: { readonly store: StoreReader; readonly now: number },
): HttpReply | undefined {
  const id = getText(row, "id");
  const exporting = exportingBrowsers(store, id);
  const connections = describeConnectionsWith(store, "destination_id", id);
  const logins = findRunningFlows(store, now).filter(({ destinationId }) => destinationId === id);
  const causes: string[] = [];
  if (exporting.length > 0) {
    causes.push(
      `Sessions bound to the destination are still exporting: ${formatNames(exporting)}. Wait for them to end or delete them first.`,
    );
  }
  if (connections.length > 0) {
    causes.push(`An auth connection still uses the destination: ${formatNames(connections)}.`);
  }
  if (logins.length > 0) {
    const ids = logins.map(({ connectionId }) => connectionId);
    causes.push(`A managed auth login using the destination is in progress: connection ${formatNames(ids)}.`);
  }
  return causes.length > 0 ? resourceInUse(causes) : undefined;
}

const maxDestinations = 50;

/** Returns the columns for headers and description. Only the sizes of header values are stored, not the values. */
function updatedHeaderColumns(
  change: UpdateDestination,
  sizes: Map<string, number>,
  before: { readonly description?: unknown },
): HttpReply | { readonly details: string; readonly header_sizes: string } {
  for (const [name, value] of change.headers ?? []) {
    const canonical = canonicalHeaderName(name);
    if (value === null) sizes.delete(canonical);
    else sizes.set(canonical, Buffer.byteLength(value));
  }
  const fault = headerSizeProblem(sizes);
  if (fault !== undefined) return badRequest([fault]);
  const { description = before.description } = change;
  const more = {
    ...before,
    headers: Object.fromEntries([...sizes.keys()].map((name) => [name, ""])),
    description: description === "" ? undefined : description,
  };
  return { details: JSON.stringify(more), header_sizes: JSON.stringify(Object.fromEntries(sizes)) };
}

/** Reads the sizes of the header values, in bytes. The headers of sample rows have no stored size. */
function readHeaderSizes(row: DatabaseRow): Map<string, number> {
  const { headers = new Map<string, string>() } = DestinationDetails.parse(readDetails(row));
  const storedSizes = mapSchema(z.string(), z.number()).parse(JSON.parse(getText(row, "header_sizes")));
  return new Map([...headers.keys()].map((name) => [name, storedSizes.get(name) ?? 0]));
}

const DestinationDetails = z.looseObject({
  headers: z.optional(mapSchema(z.string(), z.string())),
  consecutive_failures: z.optional(z.int()),
});

/** Renders a destination. Replies contain the names of headers, but never the values. */
const destinationReply = (row: DatabaseRow): object => ({
  ...readTexts(row, "id", "name", "endpoint"),
  headers: {},
  ...readTimes(row),
  consecutive_failures: 0,
  ...readDetails(row),
});

const destinationRoutes = collectionRoutes({
  path: "/telemetry/destinations",
  noun: "telemetry destination",
  key: "id_or_name",
  changeOptions: { refusesProjectTokens: true },
  findByName: (store, _, name) => findDestinationRow(store, "name", name),
  table: "destinations",
  // `name` matches regardless of case and accents. `query` matches a part of the name or endpoint, or the whole ID.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND (id = ?2 OR ${containsText("?2", "name", "endpoint")})`,
  toReply: destinationReply,
});

export const destinationResource = defineResource({
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
      read: (row) => [destinationReply(row), readHeaderSizes(row)],
    },
  ],
  seed(store, now, sample) {
    const rows = seededDestinations((ms) => isoTimeBefore(now, ms)).filter(({ id }) =>
      isInSample(sample, id),
    );
    for (const { details: more, ...row } of rows)
      store.insert("destinations", { ...row, details: JSON.stringify(more), created_at: seedCreatedAt(now) });
  },
  routes: [
    destinationRoutes.list,
    destinationRoutes.create(CreateDestination, ({ store, body, now }) => {
      const count = getInteger(store.first("SELECT count(*) AS count FROM destinations") ?? {}, "count");
      if (count >= maxDestinations) return badRequest([`An organization has at most ${maxDestinations}.`]);
      const { name, endpoint } = body;
      const columns = updatedHeaderColumns(body, new Map(), {});
      if ("status" in columns) return columns;
      const row = { ...columns, id: newId("otlp"), name, endpoint, created_at: toIsoTime(now) };
      return { status: 201, body: destinationReply(store.insert("destinations", row)) };
    }),
    destinationRoutes.read,
    destinationRoutes.update(UpdateDestination, (row, { store, body, now }) => {
      const { name = getText(row, "name"), endpoint = getText(row, "endpoint") } = body;
      const selecting =
        name === getText(row, "name") ? [] : findConnectionsSelectingByName(store, getText(row, "id"));
      if (selecting.length > 0)
        return resourceInUse([`An auth connection uses the destination by name: ${formatNames(selecting)}.`]);
      const columns = updatedHeaderColumns(body, readHeaderSizes(row), readDetails(row));
      if ("status" in columns) return columns;
      const after = { ...columns, name, endpoint, updated_at: toIsoTime(now) };
      return { status: 200, body: destinationReply(store.update("destinations", getText(row, "id"), after)) };
    }),
    destinationRoutes.remove(refuseDestinationDeletion),
  ],
});
