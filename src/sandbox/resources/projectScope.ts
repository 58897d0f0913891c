// Determines the project of a request from its token or headers, or uses the default project. Lists the tables with
// resources that belong to projects.
import { getText } from "../db/sqlite.ts";
import type { StoreReader } from "../db/store.ts";
import type { LoginToken } from "../http/guard.ts";
import type { RequestContext } from "../http/router.ts";
import { forbiddenReply, notFound, errorReply, type HttpReply, unauthorizedReply } from "../http/replies.ts";

/** The first project of every organization. Requests that name no project use this project. */
export const defaultProject = "proj_sandboxdefault";

/** Definition of the column that holds a row's project. Sample rows belong to the default project. */
export const projectColumn = `TEXT NOT NULL DEFAULT '${defaultProject}'`;

/** Tables that store resources of projects. Each has a {@link projectColumn} named `project_id`. */
export const ownedTables = ["connections", "profiles", "proxies", "credentials"] as const;

/** Returns an SQL condition for the rows of a project. `project` is the SQL parameter for the project's ID. */
export const belongsToProject = (project: string): string => `project_id = ${project}`;

/** Builds the 404 reply to every project operation while projects are disabled. */
export const projectsDisabled = (): HttpReply =>
  errorReply(404, "projects_disabled", "Projects are not enabled for this organization.");

/**
 * Returns the ID of the request's project. Returns a 403 reply if the token belongs to another project, and a 404
 * reply if the project doesn't exist or is archived. Requests that name no project use the default project. The
 * interface doesn't specify requests with both project headers. In this case, the header with the ID takes
 * precedence.
 */
export function resolveProject(
  store: StoreReader,
  { projectId, projectIdOrName, tokenProject }: RequestContext,
  disabled: boolean,
): string | HttpReply {
  const requested =
    projectId ?? (projectIdOrName === undefined ? undefined : findProjectId(store, projectIdOrName));
  if (requested !== undefined && tokenProject !== undefined && requested !== tokenProject)
    return forbiddenReply();
  const id = requested ?? tokenProject;
  if (disabled) return id === undefined ? defaultProject : projectsDisabled();
  const sql = "SELECT id FROM projects WHERE id = ? AND status = 'active'";
  const row = store.first(sql, id ?? defaultProject);
  if (row === undefined)
    return errorReply(404, "project_not_found", "No active project has this id or name.");
  return getText(row, "id");
}

/** Finds a project by ID, then by exact name. Returns its ID, or `idOrName` itself if no project matches. */
function findProjectId(store: StoreReader, idOrName: string): string {
  const sql = "SELECT id FROM projects WHERE id = ?1 OR name = ?1 ORDER BY id = ?1 DESC";
  const row = store.first(sql, idOrName);
  return (row && getText(row, "id")) ?? idOrName;
}

/**
 * Returns a 401 reply if a login's token has expired. Returns a 403 reply if the request is about another connection,
 * and a 404 reply if the login no longer exists.
 */
export function refuseLoginToken(
  store: StoreReader,
  { sessionId, expiresAt }: LoginToken,
  connectionId: string,
  now: number,
): HttpReply | undefined {
  if (now >= expiresAt) return unauthorizedReply();
  const flow = store.first("SELECT connection_id FROM flows WHERE id = ?", sessionId);
  if (flow === undefined) return notFound("This login doesn't exist.");
  if (getText(flow, "connection_id") === connectionId) return undefined;
  return forbiddenReply();
}

/** Returns the project of a login's connection, or undefined for the default project. */
export function findLoginProject(store: StoreReader, { sessionId }: LoginToken): string | undefined {
  const sql = "SELECT project_id FROM connections WHERE id = (SELECT connection_id FROM flows WHERE id = ?)";
  const row = store.first(sql, sessionId);
  const project = row && getText(row, "project_id");
  if (project === defaultProject) return undefined;
  return project;
}

/**
 * Returns a 404 reply if the path contains the ID of a connection in another project. `segment` returns the path's
 * variables.
 */
export function refuseForeignConnection(
  store: StoreReader,
  path: string,
  segment: (name: string) => string,
  project: string,
): HttpReply | undefined {
  if (!path.startsWith("/auth/connections/:id")) return undefined;
  const sql = "SELECT 1 FROM connections WHERE id = ? AND project_id <> ?";
  if (store.first(sql, segment("id"), project) === undefined) return undefined;
  return notFound("Nothing in the project has this id or name.");
}
