// Projects: /org/projects, and which of them a request works in. The document does not show these operations. On the Free
// plan projects are disabled: the sandbox chooses that, so that it can be seen.
import * as z from "zod/mini";
import { contains, isNamed, type Row, text } from "../db/sqlite.ts";
import type { Reader, Table, Writer } from "../db/store.ts";
import { badRequest, forbidden, refusal, type Reply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { hasNoProjects } from "./plans.ts";
import { answer, onRow, page, texts, times } from "./records.ts";
import { defaultProject, ownedTables, projectsDisabled } from "./projectScope.ts";
import { get, patch, post, type ReadRequest, remove, resource, type WriteRequest } from "./resource.ts";
import { created, iso } from "./clock.ts";

const staging = "proj_sandboxstaging";

const Name = z
  .string()
  .check(
    z.refine(
      (name) => name !== "" && Array.from(name).length <= 255 && name.isWellFormed(),
      "must have 1 to 255 characters",
    ),
  );
const CreateProject = z.strictObject({ name: Name });
const UpdateProject = z.strictObject({
  name: z.optional(Name),
  status: z.optional(z.enum(["active", "archived"])),
});

/** 0 takes the cap away. */
const Cap = z.int().check(z.minimum(0));
const caps = { max_concurrent_sessions: z.optional(Cap), max_concurrent_invocations: z.optional(Cap) };
/** Sessions of pools count among the others. */
const UpdateLimits = z.strictObject({ ...caps, max_pooled_sessions: z.optional(z.unknown()) });
const Limits = z.object(caps);

const table: Table = {
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

function add(store: Writer, id: string, name: string, at: string): void {
  store.add("projects", { id, name, status: "active", created_at: at, updated_at: at });
}

const shown = (row: Row): object => ({
  ...texts(row, "id", "name", "status"),
  ...times(row),
});

const byId = (store: Reader, id: string): Row | undefined =>
  store.first("SELECT * FROM projects WHERE id = ?", id);

const byName = (store: Reader, name: string): Row | undefined =>
  store.first("SELECT * FROM projects WHERE plain(name) = plain(?)", name);

const noProject = "No project has this id.";
/** Changes take ids alone. */
const onProject = onRow<"id_or_name">(noProject, ({ store, segment }) => byId(store, segment("id_or_name")));
const nameTaken = (): Reply => refusal(409, "already_exists", "Another project has this name.");
const lastActive = (): Reply =>
  refusal(409, "last_active_project", "An organization keeps at least one active project.");

const isLastActive = (store: Reader, id: string): boolean =>
  store.first("SELECT 1 FROM projects WHERE status = 'active' AND id <> ?", id) === undefined;

type One<Body = unknown> = WriteRequest<"id_or_name", Body>;

function create({ store, body: { name }, now }: WriteRequest<never, z.infer<typeof CreateProject>>): Reply {
  if (byName(store, name) !== undefined) return nameTaken();
  const id = newId("proj");
  add(store, id, name, iso(now));
  return { status: 201, body: shown(byId(store, id) ?? {}) };
}

function update(row: Row, { store, body, tokenProject, now }: One<z.infer<typeof UpdateProject>>): Reply {
  const { name, status } = body;
  const id = text(row, "id");
  // A token of one project may rename that alone.
  if (tokenProject !== undefined && (tokenProject !== id || status !== undefined)) return forbidden();
  const taken = name === undefined ? undefined : byName(store, name);
  if (taken !== undefined && text(taken, "id") !== id) return nameTaken();
  if (status === "archived" && isLastActive(store, id)) return lastActive();
  store.change("projects", id, {
    name: name ?? text(row, "name"),
    status: status ?? text(row, "status"),
    updated_at: iso(now),
  });
  return { status: 200, body: shown(byId(store, id) ?? {}) };
}

function deleteProject(row: Row, { store }: One): Reply {
  const id = text(row, "id");
  if (isLastActive(store, id)) return lastActive();
  const holds = ownedTables.some(
    (owned) => store.first(`SELECT 1 FROM ${owned} WHERE project_id = ?`, id) !== undefined,
  );
  if (holds) return refusal(409, "project_not_empty", "The project still has resources. Delete those first.");
  store.write("DELETE FROM projects WHERE id = ?", id);
  return { status: 204, body: undefined };
}

function limitsOf(row: Row): Reply {
  const { max_concurrent_invocations: invocations = null, max_concurrent_sessions: sessions = null } =
    Limits.parse(JSON.parse(text(row, "limits")));
  const body = {
    max_concurrent_invocations: invocations,
    max_concurrent_sessions: sessions,
    max_pooled_sessions: null,
  };
  return { status: 200, body };
}

function updateLimits(row: Row, { store, body: request }: One<z.infer<typeof UpdateLimits>>): Reply {
  const id = text(row, "id");
  if (request.max_pooled_sessions !== undefined)
    return badRequest(["max_pooled_sessions: can't exceed max_concurrent_sessions."]);
  const before = Limits.parse(JSON.parse(text(row, "limits")));
  const limits = Object.entries({ ...before, ...request }).filter(([, cap]) => cap !== 0);
  store.change("projects", id, { limits: JSON.stringify(Object.fromEntries(limits)) });
  return limitsOf(byId(store, id) ?? {});
}

/** 404 to every operation where projects are disabled. */
const enabled =
  <Given extends Pick<ReadRequest, "store" | "now">>(
    answer: (request: Given) => Reply,
  ): ((request: Given) => Reply) =>
  (request) =>
    hasNoProjects(request.store, request.now) ? projectsDisabled() : answer(request);

const byIdOrName = (store: Reader, given: string): Row | undefined =>
  byId(store, given) ?? byName(store, given);

export const projects = resource({
  tables: [table],
  seed(store, now) {
    add(store, defaultProject, "Default", created(now));
    add(store, staging, "Staging", iso(Date.parse(created(now)) + 1));
  },
  bare(store, now) {
    add(store, defaultProject, "Default", created(now));
  },
  routes: [
    // `name` is exact but for case and accents, `query` a part of it.
    get(
      "/org/projects",
      {},
      enabled((request) =>
        page(request, {
          from: "projects",
          filters: ["name", "query"],
          where: `${isNamed("name", "?1")} AND ${contains("?2", "name")}`,
          shown,
        }),
      ),
    ),
    post("/org/projects", { body: CreateProject, organization: true }, enabled(create)),
    get(
      "/org/projects/:id_or_name",
      {},
      enabled(
        onRow<"id_or_name">(noProject, ({ store, segment }) => byIdOrName(store, segment("id_or_name")))(
          answer(shown),
        ),
      ),
    ),
    patch("/org/projects/:id_or_name", { body: UpdateProject }, enabled(onProject(update))),
    remove("/org/projects/:id_or_name", { organization: true }, enabled(onProject(deleteProject))),
    get("/org/projects/:id_or_name/limits", {}, enabled(onProject(limitsOf))),
    patch(
      "/org/projects/:id_or_name/limits",
      { body: UpdateLimits, organization: true },
      enabled(onProject(updateLimits)),
    ),
  ],
});
