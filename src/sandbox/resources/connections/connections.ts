// Auth connections: GET and POST /auth/connections (§4.1); GET, PATCH and DELETE /auth/connections/{id}.
import { contains } from "../../db/sqlite.ts";
import type { Reader, Writer } from "../../db/store.ts";
import { filter, listed } from "../../http/listing.ts";
import type { Reply } from "../../http/replies.ts";
import { shownFlow } from "../flows/shownFlow.ts";
import { forgetFlows, latestFlow } from "../flows/flowRows.ts";
import { defaultProject } from "../projectScope.ts";
import { get, patch, post, remove, resource } from "../resource.ts";
import { createConnection } from "./createConnection.ts";
import { CreateRequest, UpdateRequest } from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";
import {
  addConnection,
  connectionById,
  noConnection,
  removeConnection,
  rowOf,
  table,
} from "./connectionRows.ts";
import { seeded } from "./seededConnections.ts";
import { shownConnection } from "./shownConnection.ts";
import { updateConnection } from "./updateConnection.ts";

/** 200 or 404. `now`: milliseconds since 1970. */
export function readConnection(store: Reader, id: string, now: number, origin: string): Reply {
  const row = connectionById(store, id);
  return row === undefined ? noConnection() : { status: 200, body: shown(store, row, now, origin) };
}

/** 204 or 404. A login that runs ends with it; its profile and a stored credential stay. */
function deleteConnection(store: Writer, id: string): Reply {
  if (connectionById(store, id) === undefined) return noConnection();
  forgetFlows(store, id);
  removeConnection(store, id);
  return { status: 204, body: undefined };
}

function shown(store: Reader, row: ConnectionRow, now: number, origin: string): object {
  const flow = latestFlow(store, row.id, now);
  return shownConnection(row, flow && shownFlow(flow, origin));
}

export const connections = resource({
  tables: [table],
  seed(store, now) {
    for (const row of seeded(now)) addConnection(store, { ...row, projectId: defaultProject });
  },
  routes: [
    // Newest first. `profile_name` and `domain` are whole names, `query` is a part of these or of the id.
    get("/auth/connections", {}, ({ store, query, project, now, origin }) => {
      const filters = ["profile_name", "domain", "query"].map((name) => filter(query, name));
      const sql =
        "SELECT * FROM connections " +
        "WHERE (?1 = '' OR profile_name = ?1) AND (?2 = '' OR domain = ?2) " +
        `AND ${contains("?3", "id", "profile_name", "domain")} AND project_id = ?4 ` +
        "ORDER BY created_at DESC, rowid DESC LIMIT ?5 OFFSET ?6";
      return listed(query, (limit, offset) =>
        store
          .select(sql, ...filters, project, limit, offset)
          .map((row) => shown(store, rowOf(row), now, origin)),
      );
    }),
    post("/auth/connections", { body: CreateRequest }, ({ store, body, project, now }) =>
      createConnection(store, body, project, now),
    ),
    get("/auth/connections/:id", { ofLogin: true }, ({ store, segment, now, origin }) =>
      readConnection(store, segment("id"), now, origin),
    ),
    patch("/auth/connections/:id", { body: UpdateRequest }, ({ store, segment, body, now, origin }) =>
      updateConnection(store, segment("id"), body, now, origin),
    ),
    remove("/auth/connections/:id", {}, ({ store, segment }) => deleteConnection(store, segment("id"))),
  ],
});
