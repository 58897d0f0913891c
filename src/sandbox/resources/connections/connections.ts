// Auth connections: GET and POST /auth/connections (§4.1), GET /auth/connections/{id}.
import { contains } from "../../db/filters.ts";
import type { Row } from "../../db/sqlite.ts";
import type { Store } from "../../db/store.ts";
import { filter, listed } from "../../http/listing.ts";
import type { Reply } from "../../http/replies.ts";
import { notFound } from "../../http/replies.ts";
import { latestFlow } from "../flows/flows.ts";
import { get, post, resource } from "../resource.ts";
import { createConnection } from "./create.ts";
import { CreateRequest } from "./request.ts";
import { addConnection, rowOf, table } from "./rows.ts";
import { seeded } from "./seed.ts";
import { shownConnection } from "./shown.ts";

/** 200 or 404. `now`: milliseconds since 1970. */
export function readConnection(store: Store, id: string, now: number): Reply {
  const row = store.first("SELECT * FROM connections WHERE id = ?", id);
  if (row === undefined) return notFound("There is no auth connection with this id.");
  return { status: 200, body: shown(store, row, now) };
}

function shown(store: Store, row: Row, now: number): object {
  const connection = rowOf(row);
  return shownConnection(connection, latestFlow(store, connection.id, now));
}

export const connections = resource({
  tables: [table],
  seed(store, now) {
    for (const row of seeded(now)) addConnection(store, row);
  },
  routes: [
    // Newest first. `profile_name` and `domain` are exact, `query` is a part of these or of the id.
    get("/auth/connections", {}, ({ store, query, now }) => {
      const filters = ["profile_name", "domain", "query"].map((name) => filter(query, name));
      const sql =
        "SELECT * FROM connections " +
        "WHERE (?1 = '' OR profile_name = ?1) AND (?2 = '' OR domain = ?2) " +
        `AND ${contains("?3", "id", "profile_name", "domain")} ORDER BY created_at DESC, rowid DESC LIMIT ?4 OFFSET ?5`;
      return listed(query, (limit, offset) =>
        store.select(sql, ...filters, limit, offset).map((row) => shown(store, row, now)),
      );
    }),
    post("/auth/connections", { body: CreateRequest }, ({ store, body, now }) =>
      createConnection(store, body, now),
    ),
    get("/auth/connections/:id", {}, ({ store, segment, now }) => readConnection(store, segment("id"), now)),
  ],
});
