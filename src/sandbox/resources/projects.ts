// Projects: /org/projects. The interface doesn't document these operations. The sandbox disables projects on the Free
// plan, so that users can try the error.
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

const stagingProjectId = "proj_sandboxstaging";

const CreateProject = z.strictObject({ name: shortNameSchema });
const UpdateProject = z.strictObject({
  name: z.optional(shortNameSchema),
  status: z.optional(z.enum(["active", "archived"])),
});

/** Schema of a limit. 0 removes the limit. */
const LimitSchema = z.int().check(z.minimum(0));
const limitShape = {
  max_concurrent_sessions: z.optional(LimitSchema),
  max_concurrent_invocations: z.optional(LimitSchema),
};
/**
 * Accepts `max_pooled_sessions`, so that the route can refuse the field with a specific message. Pooled sessions
 * count as sessions and have no limit of their own.
 */
const UpdateProjectLimits = z.strictObject({ ...limitShape, max_pooled_sessions: z.optional(z.unknown()) });
const StoredLimits = z.object(limitShape);

const projectsTable: TableDefinition = {
  name: "projects",
  columns: {
    id: "TEXT PRIMARY KEY",
    name: "TEXT NOT NULL UNIQUE",
    status: "TEXT NOT NULL CHECK (status IN ('active', 'archived'))",
    limits: "TEXT NOT NULL DEFAULT '{}'",
    created_at: "TEXT NOT NULL",
    updated_at: "TEXT NOT NULL",
  },
  read: (row) => projectLimitsReply(row),
};

const insertProject = (store: StoreWriter, id: string, name: string, at: string): DatabaseRow =>
  store.insert("projects", { id, name, status: "active", created_at: at, updated_at: at });

const projectReply = (row: DatabaseRow): object => ({
  ...readTexts(row, "id", "name", "status"),
  ...readTimes(row),
});

const findProjectById = (store: StoreReader, id: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM projects WHERE id = ?", id);

const findProjectByName = (store: StoreReader, _: string, name: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM projects WHERE plain(name) = plain(?)", name);

const projectRouteOptions: RouteOptions = { requiresProjects: true };
const organizationRouteOptions: RouteOptions = { ...projectRouteOptions, refusesProjectTokens: true };

const projectRoutes = collectionRoutes({
  path: "/org/projects",
  noun: "project",
  // Changes accept only IDs. Only the route that reads a project also accepts names.
  key: "id",
  readOptions: projectRouteOptions,
  changeOptions: organizationRouteOptions,
  findByName: findProjectByName,
  table: "projects",
  // `name` matches regardless of case and accents. `query` matches a part of the name.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND ${containsText("?2", "name")}`,
  toReply: projectReply,
});

const lastActiveProject = (): HttpReply =>
  errorReply(409, "last_active_project", "An organization keeps at least one active project.");

const isLastActiveProject = (store: StoreReader, id: string): boolean =>
  store.first("SELECT 1 FROM projects WHERE status = 'active' AND id <> ?", id) === undefined;

function projectLimitsReply(row: DatabaseRow): HttpReply {
  const { max_concurrent_invocations: invocations = null, max_concurrent_sessions: sessions = null } =
    StoredLimits.parse(JSON.parse(getText(row, "limits")));
  const body = {
    max_concurrent_invocations: invocations,
    max_concurrent_sessions: sessions,
    max_pooled_sessions: null,
  };
  return { status: 200, body };
}

export const projectResource = defineResource({
  tables: [projectsTable],
  seed(store, now, sample) {
    insertProject(store, defaultProject, "Default", seedCreatedAt(now));
    if (sample !== "empty")
      insertProject(store, stagingProjectId, "Staging", toIsoTime(Date.parse(seedCreatedAt(now)) + 1));
  },
  routes: [
    projectRoutes.list,
    projectRoutes.create(CreateProject, ({ store, body: { name }, now }) => ({
      status: 201,
      body: projectReply(insertProject(store, newId("proj"), name, toIsoTime(now))),
    })),
    getRoute(projectRoutes.rowPath(""), projectRouteOptions, ({ store, project, segment }) => {
      const row = findProjectById(store, segment("id")) ?? findProjectByName(store, project, segment("id"));
      if (row === undefined) return notFound("No project has this id.");
      return { status: 200, body: projectReply(row) };
    }),
    projectRoutes.update(
      UpdateProject,
      (row, { store, body: { name, status }, tokenProject, now }) => {
        const id = getText(row, "id");
        // A project token may only rename its own project. Archiving a project and changing another project are
        // refused.
        if (tokenProject !== undefined && (tokenProject !== id || status !== undefined))
          return forbiddenReply();
        if (status === "archived" && isLastActiveProject(store, id)) return lastActiveProject();
        const after = store.update("projects", id, {
          name: name ?? getText(row, "name"),
          status: status ?? getText(row, "status"),
          updated_at: toIsoTime(now),
        });
        return { status: 200, body: projectReply(after) };
      },
      projectRouteOptions,
    ),
    projectRoutes.remove((row, { store }) => {
      const id = getText(row, "id");
      if (isLastActiveProject(store, id)) return lastActiveProject();
      const hasResources = ownedTables.some(
        (owned) => store.first(`SELECT 1 FROM ${owned} WHERE project_id = ?`, id) !== undefined,
      );
      if (!hasResources) return undefined;
      return errorReply(409, "project_not_empty", "The project still has resources. Delete those first.");
    }),
    getRoute(
      projectRoutes.rowPath("/limits"),
      projectRouteOptions,
      projectRoutes.withRow(projectLimitsReply),
    ),
    patchRoute(
      projectRoutes.rowPath("/limits"),
      { ...organizationRouteOptions, body: UpdateProjectLimits },
      projectRoutes.withRow(
        (row, { store, body }: WriteRequest<string, z.infer<typeof UpdateProjectLimits>>) => {
          if (body.max_pooled_sessions !== undefined)
            return badRequest(["max_pooled_sessions: can't exceed max_concurrent_sessions."]);
          const before = StoredLimits.parse(JSON.parse(getText(row, "limits")));
          const limits = Object.entries({ ...before, ...body }).filter(([, cap]) => cap !== 0);
          const columns = { limits: JSON.stringify(Object.fromEntries(limits)) };
          return projectLimitsReply(store.update("projects", getText(row, "id"), columns));
        },
      ),
    ),
  ],
});
