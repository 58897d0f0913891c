// Auth connections as they are stored.
import { integer, optionalInteger, optionalText, type Row, text } from "../../db/sqlite.ts";
import type { Reader, Table, Writer } from "../../db/store.ts";
import { notFound, type Reply } from "../../http/replies.ts";
import { newId } from "../../identity.ts";
import { projectColumn } from "../projectScope.ts";

export const table: Table = {
  name: "connections",
  columns: {
    id: "TEXT PRIMARY KEY",
    profile_name: "TEXT NOT NULL REFERENCES profiles (name)",
    domain: "TEXT NOT NULL",
    settings: "TEXT NOT NULL",
    proxy_id: "TEXT REFERENCES proxies (id)",
    destination_id: "TEXT REFERENCES destinations (id)",
    created_at: "TEXT NOT NULL",
    status: "TEXT NOT NULL",
    can_reauth: "INTEGER NOT NULL CHECK (can_reauth IN (0, 1))",
    can_reauth_reason: "TEXT NOT NULL",
    last_auth_check_at: "TEXT",
    post_login_url: "TEXT",
    sso_provider: "TEXT",
    next_check_at: "INTEGER",
    project_id: projectColumn,
  },
  unique: ["project_id", "profile_name", "domain"],
  indexed: ["destination_id", "next_check_at"],
};

export const rowOf = (row: Row) => ({
  id: text(row, "id"),
  projectId: text(row, "project_id"),
  profileName: text(row, "profile_name"),
  domain: text(row, "domain"),
  /** What was asked for, with the defaults filled in, as JSON. */
  settings: text(row, "settings"),
  /** What its references resolved to; null where it has none. */
  proxyId: optionalText(row, "proxy_id"),
  destinationId: optionalText(row, "destination_id"),
  createdAt: text(row, "created_at"),
  status: text(row, "status"),
  canReauth: integer(row, "can_reauth") === 1,
  canReauthReason: text(row, "can_reauth_reason"),
  lastAuthCheckAt: optionalText(row, "last_auth_check_at"),
  postLoginUrl: optionalText(row, "post_login_url"),
  ssoProvider: optionalText(row, "sso_provider"),
  /** When the next health check is due, in milliseconds since 1970; null where none is. */
  nextCheckAt: optionalInteger(row, "next_check_at"),
});
export type ConnectionRow = Readonly<ReturnType<typeof rowOf>>;

/** Where a browser is after a login. */
export const landingOf = (domain: string): string => `https://${domain}/home`;

/** Until the first login (§3). */
export const neverLoggedIn = {
  status: "NEEDS_AUTH",
  canReauth: false,
  canReauthReason: "no_prior_successful_login",
  lastAuthCheckAt: null,
  postLoginUrl: null,
  ssoProvider: null,
  nextCheckAt: null,
};

/** Adds a connection and, where it does not exist, its profile (§4.1). */
export function addConnection(store: Writer, row: ConnectionRow): void {
  store.write(
    "INSERT INTO profiles (id, name, plain_name, created_at, project_id) VALUES (?1, ?2, plain(?2), ?3, ?4) " +
      "ON CONFLICT (name) DO NOTHING",
    newId("prof"),
    row.profileName,
    row.createdAt,
    row.projectId,
  );
  store.add("connections", row);
}

/** Stores what of a connection has changed. */
export const changeConnection = (store: Writer, row: ConnectionRow): Row =>
  store.change("connections", row.id, row);

/** 404. */
export const noConnection = (): Reply => notFound("No auth connection has this id.");

/** The connection with this id, if there is one. */
export function connectionById(store: Reader, id: string): ConnectionRow | undefined {
  const row = store.first("SELECT * FROM connections WHERE id = ?", id);
  return row && rowOf(row);
}

/** The connections of which a health check is due at that time, in milliseconds since 1970. */
export const connectionsDue = (store: Reader, now: number): string[] =>
  store.select("SELECT id FROM connections WHERE next_check_at <= ?", now).map((row) => text(row, "id"));

/** The id of the one of a project that has this profile and domain (its identity). */
export function connectionFor(
  store: Reader,
  project: string,
  profileName: string,
  domain: string,
): string | undefined {
  const sql = "SELECT id FROM connections WHERE project_id = ? AND profile_name = ? AND domain = ?";
  const row = store.first(sql, project, profileName, domain);
  return row && text(row, "id");
}

export const connectionCount = (store: Reader): number =>
  integer(store.first("SELECT count(*) AS count FROM connections") ?? {}, "count");

/** The connections that have this in a column, in words that name them. */
export const connectionsWith = (
  store: Reader,
  column: "destination_id" | "proxy_id" | "profile_name",
  value: string,
): string[] =>
  store
    .select(`SELECT id, profile_name, domain FROM connections WHERE ${column} = ?`, value)
    .map((row) => `${text(row, "id")} (profile ${text(row, "profile_name")}, domain ${text(row, "domain")})`);

/** The ids of those that select a destination by its name, which they look up at every login. */
export const selectingByName = (store: Reader, destinationId: string): string[] =>
  store
    .select(
      "SELECT id FROM connections WHERE destination_id = ? AND " +
        "json_extract(settings, '$.browser.telemetry.export.otlp.destination.name') IS NOT NULL",
      destinationId,
    )
    .map((row) => text(row, "id"));

/** The connections that refer to a stored credential, which they do by its name. */
export const connectionsWithCredential = (store: Reader, project: string, name: string): ConnectionRow[] =>
  store
    .select(
      "SELECT * FROM connections WHERE project_id = ? AND json_extract(settings, '$.credential.name') = ?",
      project,
      name,
    )
    .map(rowOf);
