// A resource of the pretend service: its tables, its first rows and its routes, together in one file.
import type * as z from "zod/mini";
import type { Content, Store } from "../db/store.ts";
import { problemsOf } from "../http/problems.ts";
import type { Answer, Reply } from "../http/replies.ts";
import { originOf } from "../http/health.ts";
import { badRequest, insufficientPlan } from "../http/replies.ts";
import type { Call, Route } from "../http/router.ts";
import { featuresOf } from "./organization.ts";
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
  routes = [],
  settle = () => undefined,
}: Partial<Resource>): Resource => ({
  tables,
  seed,
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

interface Asked<Path extends string> extends Omit<Call<Names<Path>>, "body"> {
  readonly store: Store;
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  /** Of this sandbox, such as "http://127.0.0.1:8080". */
  readonly origin: string;
}

interface Needs {
  /** Any of these must be part of the plan, else it is 403. */
  readonly needs?: readonly GatedFeature[];
}

/** The 403 of a plan that has nothing of what is needed. */
function refused(store: Store, now: number, needs: readonly GatedFeature[]): Reply | undefined {
  const lacking = needs.length === 0 ? undefined : lackingWords(featuresOf(store, now), needs);
  return lacking === undefined ? undefined : insufficientPlan(lacking);
}

/** An answer of that time, which is not the one that Node would put on it. */
const dated = (now: number, answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, Date: new Date(now).toUTCString() },
});

/** The time and the place of an answer; what has come to pass until that time is written. */
function presentFor(call: Call, store: Store, settle: Settle) {
  const now = timeIn(store);
  settle(store, now);
  return { ...call, store, now, origin: originOf(call.identity) };
}

const route =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    { needs = [] }: Needs,
    answer: (asked: Asked<Path>) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    method,
    path,
    open: false,
    takesBody: false,
    answer: (call) => {
      const asked = presentFor(call, store, settle);
      return dated(asked.now, refused(store, asked.now, needs) ?? answer(asked));
    },
  });

const bodyRoute =
  (method: string) =>
  <const Path extends string, Body>(
    path: Path,
    /** What the body must be, else it is 400; undefined where none came, which `mayLack` allows. */
    {
      needs = [],
      body,
      mayLack = false,
    }: Needs & { readonly body: z.ZodMiniType<Body>; readonly mayLack?: boolean },
    answer: (asked: Asked<Path> & { readonly body: Body }) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    method,
    path,
    open: false,
    takesBody: true,
    bodyMayLack: mayLack,
    answer: (call) => {
      const asked = presentFor(call, store, settle);
      const { now } = asked;
      const lacking = refused(store, now, needs);
      if (lacking !== undefined) return dated(now, lacking);
      const parsed = body.safeParse(call.body, { reportInput: true });
      if (!parsed.success) return dated(now, badRequest(problemsOf(parsed.error)));
      return dated(now, answer({ ...asked, body: parsed.data }));
    },
  });

/** A page that a browser opens. */
export const pageGet =
  <const Path extends string>(path: Path, answer: (asked: Asked<Path>) => Answer): StoredRoute =>
  (store, settle) => ({
    ...{ method: "GET", path, open: true, page: true, takesBody: false },
    answer: (call) => {
      const asked = presentFor(call, store, settle);
      return dated(asked.now, answer(asked));
    },
  });

/** Where a page sends its form. */
export const pagePost =
  <const Path extends string>(
    path: Path,
    answer: (asked: Asked<Path> & { readonly body: URLSearchParams }) => Answer,
  ): StoredRoute =>
  (store, settle) => ({
    ...{ method: "POST", path, open: true, page: true, takesBody: true },
    answer: (call) => {
      const asked = presentFor(call, store, settle);
      const body = call.body instanceof URLSearchParams ? call.body : new URLSearchParams();
      return dated(asked.now, answer({ ...asked, body }));
    },
  });

/** A GET that is answered without the token, and without a look at the data. */
export const openGet =
  (path: string, answer: (call: Call) => Answer): StoredRoute =>
  () => ({ method: "GET", path, open: true, takesBody: false, answer });

export const get = route("GET");
export const remove = route("DELETE");
export const post = bodyRoute("POST");
export const patch = bodyRoute("PATCH");
export const put = bodyRoute("PUT");
