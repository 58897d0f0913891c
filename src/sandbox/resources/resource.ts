// A resource of the pretend service: its tables, its first rows and its routes, together in one file.
import type * as z from "zod/mini";
import type { Content, Reader, Store, Writer } from "../db/store.ts";
import { problemsOf } from "./fields.ts";
import { type Answer, badRequest, forbidden, insufficientPlan } from "../http/replies.ts";
import { originOf } from "../identity.ts";
import type { Call, Route } from "../http/router.ts";
import { featuresOf, type GatedFeature, hasNoProjects, lackingWords } from "./plans.ts";
import { defaultProject, projectFor, projectOfLogin, refuseForeign, refuseLogin } from "./projectScope.ts";
import { timeIn } from "./clock.ts";

export interface Resource extends Content {
  readonly routes: readonly StoredRoute[];
  /** Writes what has come to pass by itself until then (milliseconds since 1970); called before each answer. */
  readonly settle: Settle;
}

type Settle = (store: Store, now: number) => void;

/** A route before it is bound to its data and to what changes there by itself. */
export type StoredRoute = (store: Store, settle: Settle) => Route;

const nothing: Resource = {
  tables: [],
  seed: () => undefined,
  bare: () => undefined,
  routes: [],
  settle: () => undefined,
};

/** A resource; its parts may be left out. */
export const resource = (parts: Partial<Resource>): Resource => ({ ...nothing, ...parts });

/** Every route of some resources, on their data. */
export function routesOn(store: Store, resources: readonly Resource[]): readonly Route[] {
  const settleAll: Settle = (...at) => resources.forEach(({ settle }) => settle(...at));
  return resources.flatMap(({ routes }) => routes.map((route) => route(store, settleAll)));
}

/** The names in a path: of `/a/:b/c/:d` these are `b` and `d`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What is asked of a route that reads. `Segments`: names of those of its path that are not fixed; `Body`: what its body is. */
export interface ReadRequest<Segments extends string = never, Body = unknown> extends Omit<
  Call<Segments>,
  "body" | "named" | "idOrName" | "login"
> {
  readonly body: Body;
  readonly store: Reader;
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
  readonly store: Writer;
}

interface Needs {
  /** Any of these must be part of the plan, else it is 403. */
  readonly needs?: readonly GatedFeature[];
  /** Whether a project token is refused (403). */
  readonly organization?: boolean;
  /** Whether the route belongs to no project: control of the sandbox, and login pages. */
  readonly own?: boolean;
  /** Whether a login's token is accepted. */
  readonly ofLogin?: boolean;
  /** Whether the route answers before due changes are written. */
  readonly unsettled?: boolean;
}

type StoredRequest<Segments extends string> = Omit<ReadRequest<Segments>, "store"> & {
  readonly store: Store;
};

/** A route at the present time: due changes are written first, and the plan must have one of the needed features, else 403. */
const storedRoute =
  <const Path extends string>(
    kind: Omit<Route, "path" | "answer">,
    path: Path,
    { needs = [], organization = false, own = false, ofLogin = false, unsettled = false }: Needs,
    answer: (request: StoredRequest<Names<Path>>) => Answer,
  ): StoredRoute =>
  (store, settle) => {
    const give = (call: Call, now: number): Answer => {
      if (!unsettled) settle(store, now);
      const lacking = needs.length === 0 ? undefined : lackingWords(featuresOf(store, now), needs);
      if (lacking !== undefined) return insufficientPlan(lacking);
      const { login } = call;
      const refused = login && (ofLogin ? refuseLogin(store, login, call.segment("id"), now) : forbidden());
      if (refused !== undefined) return refused;
      const caller = login === undefined ? call : { ...call, tokenProject: projectOfLogin(store, login) };
      const project = own ? defaultProject : projectFor(store, caller, hasNoProjects(store, now));
      if (typeof project !== "string") return project;
      if (organization && call.tokenProject !== undefined) return forbidden();
      const isNamed = [call.named, call.idOrName, call.tokenProject].some((one) => one !== undefined);
      const namedProject = isNamed ? project : undefined;
      return (
        (own ? undefined : refuseForeign(store, path, call.segment, project)) ??
        answer({ ...call, store, now, project, namedProject, origin: originOf(call.identity) })
      );
    };
    return {
      ...kind,
      path,
      answer: (call) => {
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
  answer: (request: ReadRequest<Names<Path>>) => Answer,
): StoredRoute => storedRoute({ method: "GET", open: false, takesBody: false }, path, needs, answer);

const route =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    needs: Needs,
    answer: (request: WriteRequest<Names<Path>>) => Answer,
  ): StoredRoute =>
    storedRoute({ method, open: false, takesBody: false }, path, needs, ({ store, ...request }) =>
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
      open = false,
      ...needs
    }: Needs & {
      readonly body: z.ZodMiniType<Body>;
      readonly mayLack?: boolean;
      readonly open?: boolean;
    },
    answer: (request: WriteRequest<Names<Path>, Body>) => Answer,
  ): StoredRoute =>
    storedRoute(
      { method, open, takesBody: true, bodyMayLack: mayLack },
      path,
      needs,
      ({ store, ...request }) => {
        const parsed = body.safeParse(request.body, { reportInput: true });
        if (!parsed.success) return badRequest(problemsOf(parsed.error));
        return store.transaction((writer) => answer({ ...request, body: parsed.data, store: writer }));
      },
    );

/** A page that a browser opens. */
export const pageGet = <const Path extends string>(
  path: Path,
  answer: (request: ReadRequest<Names<Path>>) => Answer,
): StoredRoute =>
  storedRoute({ method: "GET", open: true, page: true, takesBody: false }, path, { own: true }, answer);

/** Where a page sends its form. */
export const pagePost = <const Path extends string>(
  path: Path,
  answer: (request: WriteRequest<Names<Path>, URLSearchParams>) => Answer,
): StoredRoute =>
  storedRoute(
    { method: "POST", open: true, page: true, takesBody: true },
    path,
    { own: true },
    ({ store, ...request }) => {
      const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return store.transaction((writer) => answer({ ...request, body, store: writer }));
    },
  );

/** A GET that is answered without the token, and without a look at the data. */
export const openGet =
  (path: string, answer: (call: Call) => Answer): StoredRoute =>
  () => ({ method: "GET", path, open: true, takesBody: false, answer });

export const remove = route("DELETE");
/** A POST that takes no body. */
export const act = route("POST");
export const post = bodyRoute("POST");
export const patch = bodyRoute("PATCH");
export const put = bodyRoute("PUT");
