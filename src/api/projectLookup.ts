// Finds a project by ID or name. Used by the editor and the command line.
import type { ApiCaller } from "./client.ts";
import type { ApiError } from "./errors.ts";
import { listWith } from "./listing.ts";
import { getAuthContext, getProject, listProjects } from "./operations.ts";
import type { Project } from "./resourceSchemas.ts";
import { maxListRows } from "./projectReading.ts";

export type ProjectLookup = { readonly kind: "found"; readonly project: Project } | MissingProject;

export type MissingProject =
  /** The project was found but is archived, so it can't be used. */
  | { readonly kind: "archived"; readonly project: Project }
  /** Several active projects have the name, possibly with different capitalization. */
  | { readonly kind: "ambiguous"; readonly projects: readonly Project[] }
  | { readonly kind: "absent"; readonly active: readonly Project[] }
  /** The token works only in `project`, which isn't the wanted project. The name of `project` may be unknown. */
  | { readonly kind: "otherToken"; readonly project: Project }
  /** The projects couldn't be fetched. If `error` is missing, some rows or pages couldn't be read. */
  | { readonly kind: "unclear"; readonly error?: ApiError }
  | { readonly kind: "cancelled" };

const isArchived = ({ status }: Project): boolean => status === "archived";

function lookupResult(project: Project): ProjectLookup {
  if (isArchived(project)) return { kind: "archived", project };
  return { kind: "found", project };
}

/** Compares project names regardless of capitalization. Unlike the service, also distinguishes accents. */
const isProjectNamed = ({ name }: Project, wanted: string): boolean =>
  name?.normalize("NFC").toLowerCase() === wanted.normalize("NFC").toLowerCase();

/**
 * Finds a project by ID, or by name regardless of capitalization. An exact match takes precedence. The client must
 * not be bound to a project. First requests only the wanted project, and lists all projects only if necessary
 * (operations.md 10), because an organization can have thousands of projects.
 */
export async function findProject(
  client: ApiCaller,
  wanted: string,
  signal: AbortSignal,
): Promise<ProjectLookup> {
  const direct = await client.call(getProject, { path: { id_or_name: wanted } }, signal);
  if (direct.kind === "cancelled") return direct;
  if (direct.kind === "failed") {
    if (direct.error.kind === "forbidden") return projectOfToken(client, wanted, direct.error, signal);
    const mayBeListed = direct.error.kind === "notFound" || direct.error.kind === "invalid";
    if (!mayBeListed || direct.error.code === "projects_disabled")
      return { kind: "unclear", error: direct.error };
    return lookUpInList(client, wanted, undefined, signal);
  }
  const project = direct.value;
  if (project.id === wanted) return lookupResult(project);
  if (project.name === wanted && !isArchived(project)) return { kind: "found", project };
  // Search the list, because another active project may have the same name.
  return lookUpInList(client, wanted, project, signal);
}

async function lookUpInList(
  client: ApiCaller,
  wanted: string,
  direct: Project | undefined,
  signal: AbortSignal,
): Promise<ProjectLookup> {
  const listing = await listWith(client, listProjects, { maxRows: maxListRows }, signal);
  if (listing.kind === "cancelled") return { kind: "cancelled" };
  const byId = listing.rows.find(({ id }) => id === wanted);
  if (byId !== undefined) return lookupResult(byId);
  if (listing.kind === "failed") {
    if (listing.error.kind !== "forbidden") return { kind: "unclear", error: listing.error };
    if (direct === undefined) return projectOfToken(client, wanted, listing.error, signal);
    return lookupResult(direct);
  }
  // A row that couldn't be read may be a project with this name.
  if (listing.kind !== "complete" || listing.unreadable > 0) return { kind: "unclear" };
  const active = listing.rows.filter((project) => !isArchived(project));
  const exact = active.filter(({ name }) => name === wanted);
  const loose = active.filter((project) => isProjectNamed(project, wanted));
  const matches = exact.length > 0 ? exact : loose;
  if (matches.length > 1) return { kind: "ambiguous", projects: matches };
  if (matches[0] !== undefined) return { kind: "found", project: matches[0] };
  const archived = listing.rows.find((project) => isArchived(project) && isProjectNamed(project, wanted));
  if (archived === undefined) return { kind: "absent", active };
  return { kind: "archived", project: archived };
}

/**
 * Returns the project of a token that is bound to one project. Even if the token can't read projects, the service
 * reports the ID of the token's own project.
 */
async function projectOfToken(
  client: ApiCaller,
  wanted: string,
  error: ApiError,
  signal: AbortSignal,
): Promise<ProjectLookup> {
  const project = await boundProject(client, signal);
  if (project === undefined) return { kind: "unclear", error };
  const isWanted = project.id === wanted || isProjectNamed(project, wanted);
  return { kind: isWanted ? "found" : "otherToken", project };
}

/** Fetches the project that the token is bound to, if any. If the token can't read projects, returns only the ID. */
export async function boundProject(client: ApiCaller, signal: AbortSignal): Promise<Project | undefined> {
  const { tokenProject: id } = await projectInUse(client, signal);
  if (id === undefined) return undefined;
  const outcome = await client.call(getProject, { path: { id_or_name: id } }, signal);
  return outcome.value ?? { id, name: undefined, status: undefined };
}

/**
 * Fetches the project that the token is bound to, if any, and the project that the request used. Both are undefined
 * if the service doesn't report them. `error` is set if a later request may succeed.
 */
export async function projectInUse(
  client: ApiCaller,
  signal: AbortSignal,
): Promise<{
  readonly tokenProject?: string | undefined;
  readonly project?: string | undefined;
  readonly error?: ApiError;
}> {
  const context = await client.call(getAuthContext, {}, signal);
  if (
    context.kind === "failed" &&
    !["notFound", "forbidden", "invalid", "refused"].includes(context.error.kind)
  )
    return { error: context.error };
  if (context.kind !== "ok") return {};
  const { credential_scope, effective_scope } = context.value.authorization ?? {};
  const tokenProject = credential_scope?.project_id ?? undefined;
  return { tokenProject, project: effective_scope?.project_id ?? tokenProject };
}
