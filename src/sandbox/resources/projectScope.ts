// In which project a request works: that of its token, else that of its headers, else the default one; and what belongs to
// projects.
import { readText } from "../db/sqlite.ts";
import type { StoreReader } from "../db/store.ts";
import type { LoginToken } from "../http/guard.ts";
import type { RequestContext } from "../http/router.ts";
import { forbidden, notFound, errorReply, type HttpReply, unauthorized } from "../http/replies.ts";

/** The project that every organization begins with, and the default. */
export const defaultProject = "proj_sandboxdefault";

/** The column of what belongs to a project; the seed belongs to the default one. */
export const projectColumn = `TEXT NOT NULL DEFAULT '${defaultProject}'`;

/** What belongs to a project; each has a {@link projectColumn} named `project_id`. */
export const ownedTables = ["connections", "profiles", "proxies", "credentials"] as const;

/** SQL of the rows of a project, whose id is that parameter. */
export const ownedBy = (project: string): string => `project_id = ${project}`;

/** 404 to whatever has to do with projects where they are disabled. */
export const projectsDisabled = (): HttpReply =>
  errorReply(404, "projects_disabled", "Projects are not enabled for this organization.");

/**
 * The id of the project that a request works in; else 403 where its token is of another one, and 404 where there is no
 * such project, or only an archived one. Where it names none, it is as if it named the default one. Where it has an id and
 * a name, the id counts: the document is silent.
 */
export function projectFor(
  store: StoreReader,
  { projectId, projectIdOrName, tokenProject }: Omit<RequestContext, "login">,
  disabled: boolean,
): string | HttpReply {
  const chosen =
    projectId ?? (projectIdOrName === undefined ? undefined : findProjectId(store, projectIdOrName));
  if (chosen !== undefined && tokenProject !== undefined && chosen !== tokenProject) return forbidden();
  const wanted = chosen ?? tokenProject;
  if (disabled) return wanted === undefined ? defaultProject : projectsDisabled();
  const sql = "SELECT id FROM projects WHERE id = ? AND status = 'active'";
  const row = store.first(sql, wanted ?? defaultProject);
  return row === undefined
    ? errorReply(404, "project_not_found", "No active project has this id or name.")
    : readText(row, "id");
}

/** The id of the project that has this as its id, else as its exact name; else what was given. */
function findProjectId(store: StoreReader, given: string): string {
  const sql = "SELECT id FROM projects WHERE id = ?1 OR name = ?1 ORDER BY id = ?1 DESC";
  const row = store.first(sql, given);
  return row === undefined ? given : readText(row, "id");
}

/** 401 to a login's token that has expired, 403 where it is of another connection, 404 where the login is gone. */
export function refuseLogin(
  store: StoreReader,
  { sessionId, expiresAt }: LoginToken,
  connectionId: string,
  now: number,
): HttpReply | undefined {
  if (now >= expiresAt) return unauthorized();
  const flow = store.first("SELECT connection_id FROM flows WHERE id = ?", sessionId);
  if (flow === undefined) return notFound("This login doesn't exist.");
  return readText(flow, "connection_id") === connectionId ? undefined : forbidden();
}

/** The project of the connection that a login is of; undefined where it is the default one. */
export function projectOfLogin(store: StoreReader, { sessionId }: LoginToken): string | undefined {
  const sql = "SELECT project_id FROM connections WHERE id = (SELECT connection_id FROM flows WHERE id = ?)";
  const row = store.first(sql, sessionId);
  const project = row && readText(row, "project_id");
  return project === defaultProject ? undefined : project;
}

/** 404 where a path has the id of a connection of another project. `segment`: what stands in the place of a name in it. */
export function refuseForeign(
  store: StoreReader,
  path: string,
  segment: (name: string) => string,
  project: string,
): HttpReply | undefined {
  if (!path.startsWith("/auth/connections/:id")) return undefined;
  const sql = "SELECT 1 FROM connections WHERE id = ? AND project_id <> ?";
  const isForeign = store.first(sql, segment("id"), project) !== undefined;
  return isForeign ? notFound("Nothing in the project has this id or name.") : undefined;
}
