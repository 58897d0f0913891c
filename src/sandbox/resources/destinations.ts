// Telemetry destinations: GET and DELETE /telemetry/destinations (§4.3). The document does not show the list.
import { contains, isNamed } from "../db/filters.ts";
import type { Row } from "../db/sqlite.ts";
import { integer, text } from "../db/sqlite.ts";
import type { Store } from "../db/store.ts";
import type { Reply } from "../http/replies.ts";
import { inUse, notFound } from "../http/replies.ts";
import { connectionsSelecting } from "./connections/rows.ts";
import { runningFlows } from "./flows/rows.ts";
import { askedFor } from "./rareAnswers.ts";
import { details, page, times } from "./page.ts";
import { get, remove, resource } from "./resource.ts";
import { before, created, hour, minute } from "./time.ts";

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
      last_error: "collector.example answered 503 Service Unavailable",
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

/** Browser sessions that are exporting. */
const sessions = [
  { id: "bs_sandbox1", destination_id: "otlp_sandboxsessions" },
  { id: "bs_sandbox2", destination_id: "otlp_sandboxsessions" },
];

export const destinationById = (store: Store, id: string): string | undefined =>
  idOf(store.first("SELECT id FROM destinations WHERE id = ?", id));

export const destinationByName = (store: Store, name: string): string | undefined =>
  idOf(store.first("SELECT id FROM destinations WHERE name = ?", name));

const idOf = (row: Row | undefined): string | undefined => row && text(row, "id");

/** Browser sessions that are exporting. */
export const exportingSessions = (store: Store): number =>
  integer(store.first("SELECT count(*) AS count FROM sessions") ?? {}, "count");

export const deleteRow = (store: Store, id: string): void =>
  store.write("DELETE FROM destinations WHERE id = ?", id);

/** 204, 404 or 409. An id wins over a name that looks like it. `now`: milliseconds since 1970. */
export const deleteDestination = (store: Store, idOrName: string, now: number): Reply =>
  askedFor(idOrName) ??
  store.transaction(() => {
    const id = destinationById(store, idOrName) ?? destinationByName(store, idOrName);
    if (id === undefined) return notFound("There is no telemetry destination with this id or name.");
    const causes = causesOf(holdersOf(store, id, now));
    if (causes.length > 0) return inUse(causes);
    deleteRow(store, id);
    return { status: 204, body: undefined };
  });

/** What keeps a destination from being deleted (§4.3): ids, or for connections words that name them. */
interface Holders {
  readonly sessions: readonly string[];
  readonly connections: readonly string[];
  readonly logins: readonly string[];
}

const holdersOf = (store: Store, id: string, now: number): Holders => ({
  sessions: store
    .select("SELECT id FROM sessions WHERE destination_id = ?", id)
    .map((row) => text(row, "id")),
  connections: connectionsSelecting(store, id),
  logins: runningFlows(store, now)
    .filter(({ destinationId }) => destinationId === id)
    .map(({ connectionId }) => connectionId),
});

/** The three causes of §4.3, in its order, each naming what holds the destination. */
function causesOf({ sessions, connections, logins }: Holders): string[] {
  const causes: string[] = [];
  if (sessions.length > 0) {
    causes.push(
      `Sessions bound to the destination are still exporting: ${named(sessions)}. Wait for them to end or delete them first.`,
    );
  }
  if (connections.length > 0) {
    causes.push(`An auth connection still selects the destination: ${named(connections)}.`);
  }
  if (logins.length > 0) {
    causes.push(`A managed auth login using the destination is in progress: connection ${named(logins)}.`);
  }
  return causes;
}

const listed = 5;

const named = (names: readonly string[]): string =>
  names.length <= listed
    ? names.join(", ")
    : `${names.slice(0, listed).join(", ")} and ${names.length - listed} more`;

/** Header values of a collector never come back. */
const shown = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  endpoint: text(row, "endpoint"),
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
      },
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
  seed(store, now) {
    for (const { details: more, ...row } of seeded((ms) => before(now, ms))) {
      store.add("destinations", { ...row, details: JSON.stringify(more), created_at: created(now) });
    }
    for (const row of sessions) store.add("sessions", row);
  },
  routes: [
    // `name` is exact, `query` a part of the name or endpoint, or the whole id.
    get("/telemetry/destinations", {}, (asked) =>
      page(asked, {
        from: "destinations",
        filters: ["name", "query"],
        where: `${isNamed("name", "?1")} AND (id = ?2 OR ${contains("?2", "name", "endpoint")})`,
        shown,
      }),
    ),
    remove("/telemetry/destinations/:id_or_name", {}, ({ store, segment, now }) =>
      deleteDestination(store, segment("id_or_name"), now),
    ),
  ],
});
