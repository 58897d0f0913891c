// In which project a request works: that of its token, else that of its header, else the default one; and what belongs to
// projects.
import { text } from "../db/sqlite.ts";
import type { Reader } from "../db/store.ts";
import type { Caller } from "../http/router.ts";
import type { Reply } from "../http/replies.ts";
import { forbidden, notFound, refusal } from "../http/replies.ts";

/** The one that every organization begins with, and that is meant where nobody names one. */
export const defaultProject = "proj_sandboxdefault";

/** The column of what belongs to a project. Whatever was there before there were projects belongs to the default one. */
export const projectColumn = `TEXT NOT NULL DEFAULT '${defaultProject}'`;

/** What belongs to a project; each has a {@link projectColumn} named `project_id`. */
export const ownedTables = ["connections", "profiles", "proxies", "credentials"] as const;

/** Whose rows are meant by the ids in paths that begin so. */
const owners = [
  { path: "/auth/connections/:id", table: "connections" },
  { path: "/proxies/:id", table: "proxies" },
] as const;

/** SQL of the rows of a project, whose id is that parameter. */
export const ownedBy = (project: string): string => `project_id = ${project}`;

/** 404 to whatever has to do with projects where they are disabled. */
export const projectsDisabled = (): Reply =>
  refusal(404, "projects_disabled", "Projects are not enabled for this organization.");

/**
 * The id of the project that a request works in; else 403 where its token is of another one, and 404 where there is no
 * such project, or only an archived one.
 */
export function projectFor(
  store: Reader,
  { named, tokenProject }: Caller,
  disabled: boolean,
): string | Reply {
  if (named !== undefined && tokenProject !== undefined && named !== tokenProject) return forbidden();
  const wanted = named ?? tokenProject;
  if (wanted === undefined) return defaultProject;
  if (disabled) return projectsDisabled();
  const row = store.first("SELECT id FROM projects WHERE id = ? AND status = 'active'", wanted);
  return row === undefined
    ? refusal(404, "project_not_found", "There is no active project with this id.")
    : text(row, "id");
}

/** 404 where a path has the id of what belongs to another project. `segment`: what stands in the place of a name in it. */
export function refuseForeign(
  store: Reader,
  path: string,
  segment: (name: string) => string,
  project: string,
): Reply | undefined {
  const owner = owners.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (owner === undefined) return undefined;
  const sql = `SELECT 1 FROM ${owner.table} WHERE id = ? AND project_id <> ?`;
  const isForeign = store.first(sql, segment("id"), project) !== undefined;
  return isForeign ? notFound("There is nothing of this id or name in the project.") : undefined;
}
