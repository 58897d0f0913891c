// Stores auth connections.
import {
  getInteger,
  getOptionalInteger,
  getOptionalText,
  type DatabaseRow,
  getText,
} from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import { notFound, type HttpReply } from "../../http/replies.ts";
import { newId } from "../../identity.ts";
import { projectColumn } from "../projectScope.ts";

export const connectionsTable: TableDefinition = {
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

export const connectionFromRow = (row: DatabaseRow) => ({
  id: getText(row, "id"),
  projectId: getText(row, "project_id"),
  profileName: getText(row, "profile_name"),
  domain: getText(row, "domain"),
  /** The requested settings, completed with defaults, as JSON. */
  settings: getText(row, "settings"),
  /** ID of the resolved proxy, or null. */
  proxyId: getOptionalText(row, "proxy_id"),
  /** ID of the resolved telemetry destination, or null. */
  destinationId: getOptionalText(row, "destination_id"),
  createdAt: getText(row, "created_at"),
  status: getText(row, "status"),
  canReauth: getInteger(row, "can_reauth") === 1,
  canReauthReason: getText(row, "can_reauth_reason"),
  lastAuthCheckAt: getOptionalText(row, "last_auth_check_at"),
  postLoginUrl: getOptionalText(row, "post_login_url"),
  ssoProvider: getOptionalText(row, "sso_provider"),
  /** Time of the next health check, in milliseconds since 1970, or null if none is due. */
  nextCheckAt: getOptionalInteger(row, "next_check_at"),
});
export type ConnectionRow = Readonly<ReturnType<typeof connectionFromRow>>;

export const postLoginUrlOf = (domain: string): string => `https://${domain}/home`;

/** State of a connection before its first login (interface.md §3). */
export const stateBeforeLogin = {
  status: "NEEDS_AUTH",
  canReauth: false,
  canReauthReason: "no_prior_successful_login",
  lastAuthCheckAt: null,
  postLoginUrl: null,
  ssoProvider: null,
  nextCheckAt: null,
};

/** Adds a connection, and its profile if the profile doesn't exist (interface.md §4.1). */
export function insertConnection(store: StoreWriter, row: ConnectionRow): void {
  store.write(
    "INSERT INTO profiles (id, name, plain_name, created_at, project_id) VALUES (?1, ?2, plain(?2), ?3, ?4) " +
      "ON CONFLICT (name) DO NOTHING",
    newId("prof"),
    row.profileName,
    row.createdAt,
    row.projectId,
  );
  store.insert("connections", row);
}

export const updateConnectionRow = (store: StoreWriter, row: ConnectionRow): DatabaseRow =>
  store.update("connections", row.id, row);

export const connectionNotFound = (): HttpReply => notFound("No auth connection has this id.");

export function findConnectionRow(store: StoreReader, id: string): ConnectionRow | undefined {
  const row = store.first("SELECT * FROM connections WHERE id = ?", id);
  return row && connectionFromRow(row);
}

/** Returns the IDs of connections with a due health check. `now` is in milliseconds since 1970. */
export const findDueConnectionIds = (store: StoreReader, now: number): string[] =>
  store.select("SELECT id FROM connections WHERE next_check_at <= ?", now).map((row) => getText(row, "id"));

/** Returns the ID of the project's connection with this profile and domain. There is at most one such connection. */
export function findConnectionId(
  store: StoreReader,
  project: string,
  profileName: string,
  domain: string,
): string | undefined {
  const sql = "SELECT id FROM connections WHERE project_id = ? AND profile_name = ? AND domain = ?";
  const row = store.first(sql, project, profileName, domain);
  return row && getText(row, "id");
}

export const countConnections = (store: StoreReader): number =>
  getInteger(store.first("SELECT count(*) AS count FROM connections") ?? {}, "count");

/** Describes the connections that have this value in the column, for an error message about a resource in use. */
export const describeConnectionsWith = (
  store: StoreReader,
  column: "destination_id" | "proxy_id" | "profile_name",
  value: string,
): string[] =>
  store
    .select(`SELECT id, profile_name, domain FROM connections WHERE ${column} = ?`, value)
    .map(
      (row) =>
        `${getText(row, "id")} (profile ${getText(row, "profile_name")}, domain ${getText(row, "domain")})`,
    );

/** Returns the IDs of connections that select the destination by name. Every login resolves the name again. */
export const findConnectionsSelectingByName = (store: StoreReader, destinationId: string): string[] =>
  store
    .select(
      "SELECT id FROM connections WHERE destination_id = ? AND " +
        "json_extract(settings, '$.browser.telemetry.export.otlp.destination.name') IS NOT NULL",
      destinationId,
    )
    .map((row) => getText(row, "id"));

/** Returns the project's connections that refer to a stored credential. References contain only the name. */
export const findConnectionsWithCredential = (
  store: StoreReader,
  project: string,
  name: string,
): ConnectionRow[] =>
  store
    .select(
      "SELECT * FROM connections WHERE project_id = ? AND json_extract(settings, '$.credential.name') = ?",
      project,
      name,
    )
    .map(connectionFromRow);
