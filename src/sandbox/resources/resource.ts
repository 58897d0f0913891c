// A resource of the pretend service: its tables, its first rows and its routes, together in one file.
import type * as z from "zod/mini";
import type { Content, Store } from "../db/store.ts";
import { problemsOf } from "../http/problems.ts";
import type { Answer } from "../http/replies.ts";
import { originOf } from "../http/identity.ts";
import { badRequest, forbidden, insufficientPlan } from "../http/replies.ts";
import type { Call, Route } from "../http/router.ts";
import { featuresOf, hasNoProjects } from "./organization.ts";
import { projectFor, refuseForeign } from "./projectScope.ts";
import { timeIn } from "./clock.ts";
import { lackingWords, type GatedFeature } from "./plans.ts";

export interface Resource extends Content {
  readonly routes: readonly StoredRoute[];
  /** Writes what has come to pass by itself until then (milliseconds since 1970); called before each answer. */
  readonly settle: Settle;
}

type Settle = (store: Store, now: number) => void;

/** A route that is still to be told which data it works on, and what comes to pass there by itself. */
export type StoredRoute = (store: Store, settle: Settle) => Route;

/** A resource; its parts may be left out. */
export const resource = ({
  tables = [],
  seed = () => undefined,
  bare = () => undefined,
  routes = [],
  settle = () => undefined,
}: Partial<Resource>): Resource => ({
  tables,
  seed,
  bare,
  routes,
  settle,
});

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

interface Asked<Path extends string> extends Omit<Call<Names<Path>>, "body" | "named"> {
  readonly store: Store;
  /** The id of the project that the request works in. */
  readonly project: string;
  /** The id of the one that it names, by its header or its token; `undefined` where the default one is meant. */
  readonly namedProject: string | undefined;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  /** Of this sandbox, such as "http://127.0.0.1:8080". */
  readonly origin: string;
}

interface Needs {
  /** Any of these must be part of the plan, else it is 403. */
  readonly needs?: readonly GatedFeature[];
  /** Whether a token of one project may not do it (403). */
  readonly organization?: boolean;
}

/** The answer of now: what has come to pass is written before, and the plan must have any of what is needed, else 403. */
function answered<Path extends string>(
  call: Call,
  store: Store,
  settle: Settle,
  path: Path,
  { needs = [], organization = false }: Needs,
  answer: (asked: Asked<Path> & Pick<Call, "body">) => Answer,
): Answer {
  const now = timeIn(store);
  settle(store, now);
  const give = (): Answer => {
    const lacking = needs.length === 0 ? undefined : lackingWords(featuresOf(store, now), needs);
    if (lacking !== undefined) return insufficientPlan(lacking);
    const project = projectFor(store, call, hasNoProjects(store, now));
    if (typeof project !== "string") return project;
    if (organization && call.tokenProject !== undefined) return forbidden();
    const namedProject = call.named ?? call.tokenProject;
    return (
      refuseForeign(store, path, call.segment, project) ??
      answer({ ...call, store, now, project, namedProject, origin: originOf(call.identity) })
    );
  };
  const given = give();
  // Not the time that Node would put on it.
  return { ...given, headers: { ...given.headers, Date: new Date(now).toUTCString() } };
}

const route =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    needs: Needs,
    answer: (asked: Asked<Path>) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    method,
    path,
    open: false,
    takesBody: false,
    answer: (call) => answered(call, store, settle, path, needs, answer),
  });

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
    answer: (asked: Asked<Path> & { readonly body: Body }) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    method,
    path,
    open: false,
    takesBody: true,
    bodyMayLack: mayLack,
    answer: (call) =>
      answered<Path>(call, store, settle, path, needs, (asked) => {
        const parsed = body.safeParse(asked.body, { reportInput: true });
        if (!parsed.success) return badRequest(problemsOf(parsed.error));
        return answer({ ...asked, body: parsed.data });
      }),
  });

/** A page that a browser opens. */
export const pageGet =
  <const Path extends string>(path: Path, answer: (asked: Asked<Path>) => Answer): StoredRoute =>
  (store, settle) => ({
    ...{ method: "GET", path, open: true, page: true, takesBody: false },
    answer: (call) => answered(call, store, settle, path, {}, answer),
  });

/** Where a page sends its form. */
export const pagePost =
  <const Path extends string>(
    path: Path,
    answer: (asked: Asked<Path> & { readonly body: URLSearchParams }) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    ...{ method: "POST", path, open: true, page: true, takesBody: true },
    answer: (call) =>
      answered<Path>(call, store, settle, path, {}, (asked) =>
        answer({
          ...asked,
          body: asked.body instanceof URLSearchParams ? asked.body : new URLSearchParams(),
        }),
      ),
  });

/** A GET that is answered without the token, and without a look at the data. */
export const openGet =
  (path: string, answer: (call: Call) => Answer): StoredRoute =>
  () => ({ method: "GET", path, open: true, takesBody: false, answer });

export const get = route("GET");
export const remove = route("DELETE");
/** A POST that takes no body. */
export const act = route("POST");
export const post = bodyRoute("POST");
export const patch = bodyRoute("PATCH");
export const put = bodyRoute("PUT");
