// Auth connections as they are stored.
import type { Row } from "../../db/sqlite.ts";
import { integer, optionalText, text } from "../../db/sqlite.ts";
import type { Store } from "../../db/store.ts";
import type { Table } from "../../db/tables.ts";
import type { Reply } from "../../http/replies.ts";
import { notFound } from "../../http/replies.ts";
import { newId } from "../../ids.ts";
import { projectColumn } from "../projectScope.ts";

/** What changes after a connection was created, but for its flows. */
export interface LoggedIn {
  readonly status: string;
  readonly canReauth: boolean;
  readonly canReauthReason: string;
  readonly lastAuthCheckAt: string | null;
  readonly postLoginUrl: string | null;
  readonly ssoProvider: string | null;
  /** When the next health check is due, in milliseconds since 1970; null where none is. */
  readonly nextCheckAt: number | null;
}

/** As long as nobody logged in (§3). */
export const neverLoggedIn: LoggedIn = {
  status: "NEEDS_AUTH",
  canReauth: false,
  canReauthReason: "no_prior_successful_login",
  lastAuthCheckAt: null,
  postLoginUrl: null,
  ssoProvider: null,
  nextCheckAt: null,
};

export interface ConnectionRow extends LoggedIn {
  readonly id: string;
  /** The id of the project that it belongs to. */
  readonly project: string;
  readonly profileName: string;
  readonly domain: string;
  /** What was asked for, with the defaults filled in, as JSON. */
  readonly settings: string;
  /** What its references resolved to; null where it has none. */
  readonly proxyId: string | null;
  readonly destinationId: string | null;
  readonly createdAt: string;
}

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

export const rowOf = (row: Row): ConnectionRow => ({
  id: text(row, "id"),
  project: text(row, "project_id"),
  profileName: text(row, "profile_name"),
  domain: text(row, "domain"),
  settings: text(row, "settings"),
  proxyId: optionalText(row, "proxy_id"),
  destinationId: optionalText(row, "destination_id"),
  createdAt: text(row, "created_at"),
  status: text(row, "status"),
  canReauth: integer(row, "can_reauth") === 1,
  canReauthReason: text(row, "can_reauth_reason"),
  lastAuthCheckAt: optionalText(row, "last_auth_check_at"),
  postLoginUrl: optionalText(row, "post_login_url"),
  ssoProvider: optionalText(row, "sso_provider"),
  nextCheckAt: row["next_check_at"] === null ? null : integer(row, "next_check_at"),
});

/** Adds a connection and, where it does not exist, its profile (§4.1). */
export function addConnection(store: Store, row: ConnectionRow): void {
  store.write(
    "INSERT INTO profiles (id, name, plain_name, created_at, project_id) VALUES (?1, ?2, plain(?2), ?3, ?4) " +
      "ON CONFLICT (name) DO NOTHING",
    newId("prof"),
    row.profileName,
    row.createdAt,
    row.project,
  );
  store.add("connections", {
    id: row.id,
    profile_name: row.profileName,
    domain: row.domain,
    settings: row.settings,
    proxy_id: row.proxyId,
    destination_id: row.destinationId,
    created_at: row.createdAt,
    status: row.status,
    can_reauth: row.canReauth ? 1 : 0,
    can_reauth_reason: row.canReauthReason,
    last_auth_check_at: row.lastAuthCheckAt,
    post_login_url: row.postLoginUrl,
    sso_provider: row.ssoProvider,
    next_check_at: row.nextCheckAt,
    project_id: row.project,
  });
}

/** Stores what of a connection can change. */
export function changeConnection(store: Store, row: ConnectionRow): void {
  store.write(
    "UPDATE connections SET settings = ?, proxy_id = ?, destination_id = ?, status = ?, can_reauth = ?, " +
      "can_reauth_reason = ?, last_auth_check_at = ?, post_login_url = ?, sso_provider = ?, next_check_at = ? " +
      "WHERE id = ?",
    row.settings,
    row.proxyId,
    row.destinationId,
    row.status,
    row.canReauth ? 1 : 0,
    row.canReauthReason,
    row.lastAuthCheckAt,
    row.postLoginUrl,
    row.ssoProvider,
    row.nextCheckAt,
    row.id,
  );
}

/** What refers to it must be gone. */
export const removeConnection = (store: Store, id: string): void =>
  store.write("DELETE FROM connections WHERE id = ?", id);

/** 404. */
export const noConnection = (): Reply => notFound("There is no auth connection with this id.");

/** The connection with this id, if there is one. */
export function connectionById(store: Store, id: string): ConnectionRow | undefined {
  const row = store.first("SELECT * FROM connections WHERE id = ?", id);
  return row && rowOf(row);
}

/** The connections of which a health check is due at that time, in milliseconds since 1970. */
export const connectionsDue = (store: Store, now: number): string[] =>
  store.select("SELECT id FROM connections WHERE next_check_at <= ?", now).map((row) => text(row, "id"));

/** The id of the one of a project that has this profile and domain (its identity). */
export function connectionFor(
  store: Store,
  project: string,
  profileName: string,
  domain: string,
): string | undefined {
  const sql = "SELECT id FROM connections WHERE project_id = ? AND profile_name = ? AND domain = ?";
  const row = store.first(sql, project, profileName, domain);
  return row && text(row, "id");
}

export const connectionCount = (store: Store): number =>
  integer(store.first("SELECT count(*) AS count FROM connections") ?? {}, "count");

/** The connections that select a destination, in words that name them. */
export const connectionsSelecting = (store: Store, destinationId: string): string[] =>
  store
    .select("SELECT id, profile_name, domain FROM connections WHERE destination_id = ?", destinationId)
    .map(inWords);

/** The connections that refer to a proxy, in words that name them. */
export const connectionsThrough = (store: Store, proxyId: string): string[] =>
  store.select("SELECT id, profile_name, domain FROM connections WHERE proxy_id = ?", proxyId).map(inWords);

/** The connections that have a profile, in words that name them. */
export const connectionsWithProfile = (store: Store, name: string): string[] =>
  store.select("SELECT id, profile_name, domain FROM connections WHERE profile_name = ?", name).map(inWords);

const inWords = (row: Row): string =>
  `${text(row, "id")} (profile ${text(row, "profile_name")}, domain ${text(row, "domain")})`;

/** The ids of those that select a destination by its name, which they look up at every login. */
export const selectingByName = (store: Store, destinationId: string): string[] =>
  store
    .select(
      "SELECT id FROM connections WHERE destination_id = ? AND " +
        "json_extract(settings, '$.browser.telemetry.export.otlp.destination.name') IS NOT NULL",
      destinationId,
    )
    .map((row) => text(row, "id"));

/** The connections that refer to a stored credential, which they do by its name. */
export const connectionsWithCredential = (store: Store, project: string, name: string): ConnectionRow[] =>
  store
    .select(
      "SELECT * FROM connections WHERE project_id = ? AND json_extract(settings, '$.credential.name') = ?",
      project,
      name,
    )
    .map(rowOf);
