// Projects: /org/projects. The interface doesn't document these operations. The sandbox disables projects on the Free
// plan, so that the error can be tried.
import * as z from "zod/mini";
import { containsText, matchesName, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../db/store.ts";
import { badRequest, forbiddenReply, notFound, errorReply, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { shortNameSchema } from "./requestSchemas.ts";
import { collectionRoutes, readTexts, readTimes } from "./collection.ts";
import { defaultProject, ownedTables } from "./projectScope.ts";
import { getRoute, type RouteOptions, patchRoute, defineResource, type WriteRequest } from "./resource.ts";
import { seedCreatedAt, toIsoTime } from "./clock.ts";

const staging = "proj_sandboxstaging";

const CreateProject = z.strictObject({ name: shortNameSchema });
const UpdateProject = z.strictObject({
  name: z.optional(shortNameSchema),
  status: z.optional(z.enum(["active", "archived"])),
});

/** 0 removes the limit. */
const Cap = z.int().check(z.minimum(0));
const caps = { max_concurrent_sessions: z.optional(Cap), max_concurrent_invocations: z.optional(Cap) };
/** Sessions of pools count as sessions, so their own limit is ignored. */
const UpdateLimits = z.strictObject({ ...caps, max_pooled_sessions: z.optional(z.unknown()) });
const Limits = z.object(caps);

const table: TableDefinition = {
  name: "projects",
  columns: {
    id: "TEXT PRIMARY KEY",
    name: "TEXT NOT NULL UNIQUE",
    status: "TEXT NOT NULL CHECK (status IN ('active', 'archived'))",
    limits: "TEXT NOT NULL DEFAULT '{}'",
    created_at: "TEXT NOT NULL",
    updated_at: "TEXT NOT NULL",
  },
  read: (row) => limitsOf(row),
};

const add = (store: StoreWriter, id: string, name: string, at: string): DatabaseRow =>
  store.insert("projects", { id, name, status: "active", created_at: at, updated_at: at });

const shown = (row: DatabaseRow): object => ({
  ...readTexts(row, "id", "name", "status"),
  ...readTimes(row),
});

const byId = (store: StoreReader, id: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM projects WHERE id = ?", id);

const byName = (store: StoreReader, _: string, name: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM projects WHERE plain(name) = plain(?)", name);

const all: RouteOptions = { requiresProjects: true };
const ofOrganization: RouteOptions = { ...all, refusesProjectTokens: true };

const routes = collectionRoutes({
  path: "/org/projects",
  noun: "project",
  // Changes accept only IDs.
  key: "id",
  readOptions: all,
  changeOptions: ofOrganization,
  formatNames: byName,
  table: "projects",
  // `name` matches regardless of case and accents. `query` is a part of the name.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND ${containsText("?2", "name")}`,
  shown,
});

const lastActive = (): HttpReply =>
  errorReply(409, "last_active_project", "An organization keeps at least one active project.");

const isLastActive = (store: StoreReader, id: string): boolean =>
  store.first("SELECT 1 FROM projects WHERE status = 'active' AND id <> ?", id) === undefined;

function limitsOf(row: DatabaseRow): HttpReply {
  const { max_concurrent_invocations: invocations = null, max_concurrent_sessions: sessions = null } =
    Limits.parse(JSON.parse(getText(row, "limits")));
  const body = {
    max_concurrent_invocations: invocations,
    max_concurrent_sessions: sessions,
    max_pooled_sessions: null,
  };
  return { status: 200, body };
}

export const projects = defineResource({
  tables: [table],
  seed(store, now, sample) {
    add(store, defaultProject, "Default", seedCreatedAt(now));
    if (sample !== "empty") add(store, staging, "Staging", toIsoTime(Date.parse(seedCreatedAt(now)) + 1));
  },
  routes: [
    routes.list,
    routes.create(CreateProject, ({ store, body: { name }, now }) => ({
      status: 201,
      body: shown(add(store, newId("proj"), name, toIsoTime(now))),
    })),
    getRoute(routes.rowPath(""), all, ({ store, project, segment }) => {
      const row = byId(store, segment("id")) ?? byName(store, project, segment("id"));
      return row === undefined ? notFound("No project has this id.") : { status: 200, body: shown(row) };
    }),
    routes.update(
      UpdateProject,
      (row, { store, body: { name, status }, tokenProject, now }) => {
        const id = getText(row, "id");
        // A token of one project may rename this project only.
        if (tokenProject !== undefined && (tokenProject !== id || status !== undefined))
          return forbiddenReply();
        if (status === "archived" && isLastActive(store, id)) return lastActive();
        const after = store.update("projects", id, {
          name: name ?? getText(row, "name"),
          status: status ?? getText(row, "status"),
          updated_at: toIsoTime(now),
        });
        return { status: 200, body: shown(after) };
      },
      all,
    ),
    routes.remove((row, { store }) => {
      const id = getText(row, "id");
      if (isLastActive(store, id)) return lastActive();
      const holds = ownedTables.some(
        (owned) => store.first(`SELECT 1 FROM ${owned} WHERE project_id = ?`, id) !== undefined,
      );
      if (!holds) return undefined;
      return errorReply(409, "project_not_empty", "The project still has resources. Delete those first.");
    }),
    getRoute(routes.rowPath("/limits"), all, routes.on(limitsOf)),
    patchRoute(
      routes.rowPath("/limits"),
      { ...ofOrganization, body: UpdateLimits },
      routes.on((row, { store, body }: WriteRequest<string, z.infer<typeof UpdateLimits>>) => {
        if (body.max_pooled_sessions !== undefined)
          return badRequest(["max_pooled_sessions: can't exceed max_concurrent_sessions."]);
        const before = Limits.parse(JSON.parse(getText(row, "limits")));
        const limits = Object.entries({ ...before, ...body }).filter(([, cap]) => cap !== 0);
        const kept = { limits: JSON.stringify(Object.fromEntries(limits)) };
        return limitsOf(store.update("projects", getText(row, "id"), kept));
      }),
    ),
  ],
});
