// A resource of the pretend service: its tables, its first rows and its routes, together in one file.
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
  /** Writes what has come to pass by itself until then (milliseconds since 1970); called before each answer. */
  readonly settle: Settle;
}

type Settle = (store: SandboxStore, now: number) => void;

/** A route before it is bound to its data and to what changes there by itself. */
export type StoredRoute = (store: SandboxStore, settle: Settle) => HttpRoute;

/** A resource; its parts may be left out. */
export const resource = (parts: Partial<Resource>): Resource => ({
  tables: [],
  seed: () => undefined,
  routes: [],
  settle: () => undefined,
  ...parts,
});

/** Every route of some resources, on their data. */
export function routesOn(store: SandboxStore, resources: readonly Resource[]): readonly HttpRoute[] {
  const settleAll: Settle = (...at) => resources.forEach(({ settle }) => settle(...at));
  return resources.flatMap(({ routes }) => routes.map((route) => route(store, settleAll)));
}

/** The names in a path: of `/a/:b/c/:d` these are `b` and `d`; of one that is put together, any. */
type Names<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | Names<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** What is asked of a route that reads. `Segments`: names of those of its path that are not fixed; `Body`: what its body is. */
export interface ReadRequest<Segments extends string = never, Body = unknown> extends Omit<
  RouteCall<Segments>,
  "body" | "projectId" | "projectIdOrName" | "login"
> {
  readonly body: Body;
  readonly store: StoreReader;
  readonly project: string;
  /** The id of the one that it names, by its header or its token; `undefined` where the default one is meant. */
  readonly namedProject: string | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly origin: string;
}

/** What is asked of a route that may write: all that it does is one transaction. */
export interface WriteRequest<Segments extends string = never, Body = unknown> extends ReadRequest<
  Segments,
  Body
> {
  readonly store: StoreWriter;
}

export interface Needs {
  /** Any of these must be part of the plan, else it is 403. */
  readonly needs?: readonly GatedFeature[];
  /** Whether a project token is refused (403). */
  readonly organization?: boolean;
  /** Whether it is about projects, and 404 where they are disabled. */
  readonly projects?: boolean;
  /** Whether the route belongs to no project: control of the sandbox, and login pages. */
  readonly own?: boolean;
  /** Whether a login's token is accepted. */
  readonly ofLogin?: boolean;
  /** Whether the route answers before due changes are written. */
  readonly unsettled?: boolean;
  /** Whether it needs no token. */
  readonly open?: boolean;
  /** Whether a browser opens the route, and sends forms to it. */
  readonly page?: boolean;
}

type StoredRequest<Segments extends string> = Omit<ReadRequest<Segments>, "store"> & {
  readonly store: SandboxStore;
};

/** A route at the present time: due changes are written first, and the plan must have one of the needed features, else 403. */
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
        // Not the time that Node would put on it.
        return { ...given, headers: { ...given.headers, Date: new Date(now).toUTCString() } };
      },
    };
  };

/** A GET, which cannot write. */
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
    /** What the body must be, else it is 400; undefined where none came, which `mayLack` allows. */
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

/** A GET that is answered without the token, and without a look at the data. */
export const openGet =
  (path: string, answer: (call: RouteCall) => RouteReply): StoredRoute =>
  () => ({ method: "GET", path, isPublic: true, takesBody: false, handle: answer });

export const remove = route("DELETE");
/** A POST that takes no body. */
export const act = route("POST");
export const post = bodyRoute("POST");
export const patch = bodyRoute("PATCH");
export const put = bodyRoute("PUT");
