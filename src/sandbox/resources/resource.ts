// A resource of the sandbox: its tables, initial rows and routes, declared in one file.
import type * as z from "zod/mini";
import type { StoreContent, StoreReader, SandboxStore, StoreWriter } from "../db/store.ts";
import { problemsOf } from "./fields.ts";
import { type RouteReply, badRequest, forbidden, insufficientPlan } from "../http/replies.ts";
import { originOf } from "../identity.ts";
import type { RouteCall, HttpRoute } from "../http/router.ts";
import { featuresOf, type GatedFeature, hasNoProjects, lackingWords } from "./plans.ts";
import {
  defaultProject,
  projectFor,
  projectOfLogin,
  projectsDisabled,
  refuseForeign,
  refuseLogin,
} from "./projectScope.ts";
import { timeIn } from "./clock.ts";

export interface Resource extends StoreContent {
  readonly routes: readonly StoredRoute[];
  /** Writes changes that are due at the time (milliseconds since 1970). Called before each reply. */
  readonly settle: Settle;
}

type Settle = (store: SandboxStore, now: number) => void;

/** A route that isn't yet bound to its data and to due changes. */
export type StoredRoute = (store: SandboxStore, settle: Settle) => HttpRoute;

/** Declares a resource. Omitted parts are empty. */
export const resource = (parts: Partial<Resource>): Resource => ({
  tables: [],
  seed: () => undefined,
  routes: [],
  settle: () => undefined,
  ...parts,
});

/** Binds the routes of several resources to their data. */
export function routesOn(store: SandboxStore, resources: readonly Resource[]): readonly HttpRoute[] {
  const settleAll: Settle = (...at) => resources.forEach(({ settle }) => settle(...at));
  return resources.flatMap(({ routes }) => routes.map((route) => route(store, settleAll)));
}

/** Names of a path's variables: `b` and `d` in `/a/:b/c/:d`. A computed path may have any. */
type Names<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | Names<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** Request to a route that reads. `Segments` are the path's variables, `Body` is the type of the body. */
export interface ReadRequest<Segments extends string = never, Body = unknown> extends Omit<
  RouteCall<Segments>,
  "body" | "projectId" | "projectIdOrName" | "login"
> {
  readonly body: Body;
  readonly store: StoreReader;
  readonly project: string;
  /** ID of the project in the request's headers or token. Undefined if the request uses the default. */
  readonly namedProject: string | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly origin: string;
}

/** Request to a route that may write. The route runs in one transaction. */
export interface WriteRequest<Segments extends string = never, Body = unknown> extends ReadRequest<
  Segments,
  Body
> {
  readonly store: StoreWriter;
}

export interface Needs {
  /** The plan must include one of these features. 403 otherwise. */
  readonly needs?: readonly GatedFeature[];
  /** True if project tokens are refused with 403. */
  readonly organization?: boolean;
  /** True for operations on projects, which reply 404 while projects are disabled. */
  readonly projects?: boolean;
  /** True for routes that belong to no project: control routes and login pages. */
  readonly own?: boolean;
  /** True if tokens of logins are accepted. */
  readonly ofLogin?: boolean;
  /** True if the route replies before due changes are written. */
  readonly unsettled?: boolean;
  /** True if the route needs no token. */
  readonly open?: boolean;
  /** True for a page that browsers open and whose forms they submit. */
  readonly page?: boolean;
}

type StoredRequest<Segments extends string> = Omit<ReadRequest<Segments>, "store"> & {
  readonly store: SandboxStore;
};

/** Binds a route to the current time. Writes due changes first, and checks plan, token and project. */
const storedRoute =
  <const Path extends string>(
    kind: Pick<HttpRoute, "method" | "takesBody" | "isBodyOptional">,
    path: Path,
    { needs = [], organization, projects, own, ofLogin, unsettled, open = false, page = false }: Needs,
    answer: (request: StoredRequest<Names<Path>>) => RouteReply,
  ): StoredRoute =>
  (store, settle) => {
    const give = (call: RouteCall, now: number): RouteReply => {
      if (unsettled !== true) settle(store, now);
      const lacking = needs.length === 0 ? undefined : lackingWords(featuresOf(store, now), needs);
      if (lacking !== undefined) return insufficientPlan(lacking);
      const { login } = call;
      const refused =
        login && (ofLogin === true ? refuseLogin(store, login, call.segment("id"), now) : forbidden());
      if (refused !== undefined) return refused;
      const caller = login === undefined ? call : { ...call, tokenProject: projectOfLogin(store, login) };
      const isDisabled = hasNoProjects(store, now);
      const project = own === true ? defaultProject : projectFor(store, caller, isDisabled);
      if (typeof project !== "string") return project;
      if (projects === true && isDisabled) return projectsDisabled();
      if (organization === true && call.tokenProject !== undefined) return forbidden();
      const isNamed = [call.projectId, call.projectIdOrName, call.tokenProject].some(
        (one) => one !== undefined,
      );
      const namedProject = isNamed ? project : undefined;
      return (
        (own === true ? undefined : refuseForeign(store, path, call.segment, project)) ??
        answer({ ...call, store, now, project, namedProject, origin: originOf(call.identity) })
      );
    };
    return {
      ...kind,
      isPublic: open,
      isPage: page,
      path,
      handle: (call) => {
        const now = timeIn(store);
        const given = give(call, now);
        // Replaces Node's Date header by the sandbox's time.
        return { ...given, headers: { ...given.headers, Date: new Date(now).toUTCString() } };
      },
    };
  };

/** A GET. The store is read-only. */
export const get = <const Path extends string>(
  path: Path,
  needs: Needs,
  answer: (request: ReadRequest<Names<Path>>) => RouteReply,
): StoredRoute => storedRoute({ method: "GET", takesBody: false }, path, needs, answer);

const route =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    needs: Needs,
    answer: (request: WriteRequest<Names<Path>>) => RouteReply,
  ): StoredRoute =>
    storedRoute({ method, takesBody: false }, path, needs, ({ store, ...request }) =>
      store.transaction((writer) => answer({ ...request, store: writer })),
    );

const bodyRoute =
  (method: string) =>
  <const Path extends string, Body>(
    path: Path,
    /** `body` validates the body, with 400 for problems. `mayLack` allows a request without a body. */
    {
      body,
      mayLack = false,
      ...needs
    }: Needs & { readonly body: z.ZodMiniType<Body>; readonly mayLack?: boolean },
    answer: (request: WriteRequest<Names<Path>, Body>) => RouteReply,
  ): StoredRoute =>
    storedRoute(
      { method, takesBody: true, isBodyOptional: mayLack },
      path,
      needs,
      ({ store, ...request }) => {
        const parsed = body.safeParse(request.body, { reportInput: true });
        if (!parsed.success) return badRequest(problemsOf(parsed.error));
        return store.transaction((writer) => answer({ ...request, body: parsed.data, store: writer }));
      },
    );

/** A GET without token or data. */
export const openGet =
  (path: string, answer: (call: RouteCall) => RouteReply): StoredRoute =>
  () => ({ method: "GET", path, isPublic: true, takesBody: false, handle: answer });

export const remove = route("DELETE");
/** A POST without body. */
export const act = route("POST");
export const post = bodyRoute("POST");
export const patch = bodyRoute("PATCH");
export const put = bodyRoute("PUT");
