// GET /auth/connections and GET /auth/connections/{id}.
import type { Reply } from "./http/replies.ts";
import { notFound } from "./http/replies.ts";
import { contains, filter, listed } from "./http/listing.ts";
import { shownConnection } from "./managedAuth.ts";
import type { Row } from "./sqlite.ts";
import { optionalInteger, optionalText, text } from "./sqlite.ts";
import type { Store } from "./store.ts";

const columns =
  "id, profile_name, domain, settings, state, proxy_id, destination_id, created_at, " +
  "(SELECT max(expires_at) FROM logins WHERE connection_id = connections.id AND expires_at > ?1) AS login";

/** Newest first. `profile_name` and `domain` are exact, `query` is a part of either. `now`: milliseconds since 1970. */
export function listConnections(store: Store, query: URLSearchParams, now: number): Reply {
  store.renewLogins(now);
  const filters = ["profile_name", "domain", "query"].map((name) => filter(query, name));
  const sql =
    `SELECT ${columns} FROM connections ` +
    "WHERE (?2 = '' OR profile_name = ?2) AND (?3 = '' OR domain = ?3) " +
    `AND ${contains("?4", "profile_name", "domain")} ORDER BY created_at DESC, rowid DESC LIMIT ?5 OFFSET ?6`;
  return listed(query, (limit, offset) => store.select(sql, now, ...filters, limit, offset).map(shown));
}

/** 200 or 404. */
export function readConnection(store: Store, id: string, now: number): Reply {
  store.renewLogins(now);
  const [row] = store.select(`SELECT ${columns} FROM connections WHERE id = ?2`, now, id);
  if (row === undefined) return notFound("There is no auth connection with this id.");
  return { status: 200, body: shown(row) };
}

const shown = (row: Row): object =>
  shownConnection(
    {
      id: text(row, "id"),
      profileName: text(row, "profile_name"),
      domain: text(row, "domain"),
      settings: text(row, "settings"),
      state: text(row, "state"),
      proxyId: optionalText(row, "proxy_id"),
      destinationId: optionalText(row, "destination_id"),
      createdAt: text(row, "created_at"),
    },
    optionalInteger(row, "login"),
  );
