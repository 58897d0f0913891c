// Declares resources of the sandbox. Each resource has its tables, initial rows and routes in one file.
import type * as z from "zod/mini";
import type { StoreContent, StoreReader, SandboxStore, StoreWriter } from "../db/store.ts";
import { requestProblems } from "./requestSchemas.ts";
import { type RouteReply, badRequest, forbiddenReply, insufficientPlan } from "../http/replies.ts";
import { originOf } from "../identity.ts";
import type { RouteAccess, RouteCall, HttpRoute } from "../http/router.ts";
import { readPlanFeatures, type GatedFeature, areProjectsDisabled, missingFeatureMessage } from "./plans.ts";
import {
  defaultProject,
  resolveProject,
  findLoginProject,
  projectsDisabled,
  refuseForeignConnection,
  refuseLoginToken,
} from "./projectScope.ts";
import { sandboxTime } from "./clock.ts";

export interface SandboxResource extends StoreContent {
  readonly routes: readonly UnboundRoute[];
  /** Writes all changes that became due by `now`, in milliseconds since 1970. Called before each reply. */
  readonly applyDueChanges: ApplyDueChanges;
}

type ApplyDueChanges = (store: SandboxStore, now: number) => void;

/** A route that is declared before the store exists. `applyDueChanges` is called before each reply. */
export type UnboundRoute = (store: SandboxStore, applyDueChanges: ApplyDueChanges) => HttpRoute;

/** Declares a resource. Omitted parts are empty. */
export const defineResource = (parts: Partial<SandboxResource>): SandboxResource => ({
  tables: [],
  seed: () => undefined,
  routes: [],
  applyDueChanges: () => undefined,
  ...parts,
});

/** Binds the routes of the given resources to the store. */
export function bindRoutes(store: SandboxStore, resources: readonly SandboxResource[]): readonly HttpRoute[] {
  const applyAll: ApplyDueChanges = (...at) =>
    resources.forEach((resource) => resource.applyDueChanges(...at));
  return resources.flatMap(({ routes }) => routes.map((route) => route(store, applyAll)));
}

/** Names of a path's variables, such as `b` and `d` for `/a/:b/c/:d`. A computed path allows any name. */
type PathVariables<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathVariables<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** A request to a route that only reads data. `Segments` are the names of path variables. */
export interface ReadRequest<Segments extends string = never, Body = unknown> extends Omit<
  RouteCall<Segments>,
  "body" | "projectId" | "projectIdOrName" | "login"
> {
  readonly body: Body;
  readonly store: StoreReader;
  readonly project: string;
  /** Project ID from the request's headers or token. Undefined if the request uses the default project. */
  readonly namedProject: string | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly origin: string;
}

/** A request to a route that may write data. The route runs in one transaction. */
export interface WriteRequest<Segments extends string = never, Body = unknown> extends ReadRequest<
  Segments,
  Body
> {
  readonly store: StoreWriter;
}

export interface RouteOptions extends RouteAccess {
  /** The plan must include at least one of these features. Otherwise, the route replies with 403. */
  readonly requiresAnyOf?: readonly GatedFeature[];
  /** True if the route refuses project tokens with 403. */
  readonly refusesProjectTokens?: boolean;
  /** True for operations on projects, which reply with 404 while projects are disabled. */
  readonly requiresProjects?: boolean;
  /** True for routes that belong to no project: control routes and login pages. */
  readonly isOutsideProjects?: boolean;
  readonly allowsLoginTokens?: boolean;
  /** True if the route replaces all data, so that changes that became due needn't be written first. */
  readonly skipsDueChanges?: boolean;
}

/** Defines a route that applies due changes, checks the plan, the token and the project, and then calls `handle`. */
const defineRoute =
  <const Path extends string>(
    kind: Pick<HttpRoute, "method" | "takesBody" | "isBodyOptional">,
    path: Path,
    options: RouteOptions,
    handle: (request: ReadRequest<PathVariables<Path>> & { readonly store: SandboxStore }) => RouteReply,
  ): UnboundRoute =>
  (store, applyDueChanges) => {
    const reply = (call: RouteCall, now: number): RouteReply => {
      if (options.skipsDueChanges !== true) applyDueChanges(store, now);
      const { login } = call;
      const { isOutsideProjects = false, requiresAnyOf = [] } = options;
      const missing =
        requiresAnyOf.length > 0 && missingFeatureMessage(readPlanFeatures(store, now), requiresAnyOf);
      if (missing) return insufficientPlan(missing);
      if (login !== undefined && options.allowsLoginTokens !== true) return forbiddenReply();
      const loginRefusal = login && refuseLoginToken(store, login, call.segment("id"), now);
      if (loginRefusal !== undefined) return loginRefusal;
      const caller = login === undefined ? call : { ...call, tokenProject: findLoginProject(store, login) };
      const isDisabled = areProjectsDisabled(store, now);
      const project = isOutsideProjects ? defaultProject : resolveProject(store, caller, isDisabled);
      if (typeof project !== "string") return project;
      if (options.requiresProjects === true && isDisabled) return projectsDisabled();
      const { projectId, projectIdOrName, tokenProject } = call;
      if (options.refusesProjectTokens === true && tokenProject !== undefined) return forbiddenReply();
      const foreign = isOutsideProjects
        ? undefined
        : refuseForeignConnection(store, path, call.segment, project);
      if (foreign !== undefined) return foreign;
      const isNamed = (projectId ?? projectIdOrName ?? tokenProject) !== undefined;
      const namedProject = isNamed ? project : undefined;
      return handle({ ...call, store, now, project, namedProject, origin: originOf(call.identity) });
    };
    const { isPublic = false, isPage = false } = options;
    return {
      ...kind,
      isPublic,
      isPage,
      path,
      handle: (call) => {
        const now = sandboxTime(store);
        const replied = reply(call, now);
        // Replaces Node's Date header with the sandbox's time.
        return { ...replied, headers: { ...replied.headers, Date: new Date(now).toUTCString() } };
      },
    };
  };

/** Defines a GET route. The store is read-only. */
export const getRoute = <const Path extends string>(
  path: Path,
  options: RouteOptions,
  handle: (request: ReadRequest<PathVariables<Path>>) => RouteReply,
): UnboundRoute => defineRoute({ method: "GET", takesBody: false }, path, options, handle);

const writeRoute =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    options: RouteOptions,
    handle: (request: WriteRequest<PathVariables<Path>>) => RouteReply,
  ): UnboundRoute =>
    defineRoute({ method, takesBody: false }, path, options, ({ store, ...request }) =>
      store.transaction((writer) => handle({ ...request, store: writer })),
    );

const bodyRoute =
  (method: string) =>
  <const Path extends string, Body>(
    path: Path,
    /** The schema of the request's body. The route replies to an invalid body with 400 and a list of all problems. */
    {
      body,
      isBodyOptional = false,
      ...options
    }: RouteOptions & { readonly body: z.ZodMiniType<Body>; readonly isBodyOptional?: boolean },
    handle: (request: WriteRequest<PathVariables<Path>, Body>) => RouteReply,
  ): UnboundRoute =>
    defineRoute({ method, takesBody: true, isBodyOptional }, path, options, ({ store, ...request }) => {
      const parsed = body.safeParse(request.body, { reportInput: true });
      if (!parsed.success) return badRequest(requestProblems(parsed.error));
      return store.transaction((writer) => handle({ ...request, body: parsed.data, store: writer }));
    });

/** Defines a GET route that needs no token and has no access to the data. */
export const publicGetRoute =
  (path: string, handle: (call: RouteCall) => RouteReply): UnboundRoute =>
  () => ({ method: "GET", path, isPublic: true, takesBody: false, handle });

export const deleteRoute = writeRoute("DELETE");
/** Defines a POST route without a body. */
export const actionRoute = writeRoute("POST");
export const postRoute = bodyRoute("POST");
export const patchRoute = bodyRoute("PATCH");
export const putRoute = bodyRoute("PUT");
