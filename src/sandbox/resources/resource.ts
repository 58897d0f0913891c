// A resource of the pretend service: its tables, its first rows and its routes, together in one file.
import type * as z from "zod/mini";
import type { Content, Store } from "../db/store.ts";
import { problemsOf } from "../http/problems.ts";
import type { Answer, Reply } from "../http/replies.ts";
import { badRequest, insufficientPlan } from "../http/replies.ts";
import type { Call, Route } from "../http/router.ts";
import { featuresOf } from "./booking.ts";
import { lackingWords, type GatedFeature } from "./plans.ts";

export interface Resource extends Content {
  readonly routes: readonly StoredRoute[];
}

/** A route that is still to be told which data it works on. */
export type StoredRoute = (store: Store) => Route;

/** A resource; its parts may be left out. */
export const resource = ({
  tables = [],
  seed = () => undefined,
  routes = [],
}: Partial<Resource>): Resource => ({
  tables,
  seed,
  routes,
});

/** Every route of some resources, on their data. */
export const routesOn = (store: Store, resources: readonly Resource[]): readonly Route[] =>
  resources.flatMap(({ routes }) => routes.map((route) => route(store)));

/** The names in a path: of `/a/:b/c/:d` these are `b` and `d`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface Asked<Path extends string> extends Omit<Call<Names<Path>>, "body"> {
  readonly store: Store;
}

interface Needs {
  /** Any of these must be part of the plan, else it is 403. */
  readonly needs?: readonly GatedFeature[];
  /** True for what is answered without the token. */
  readonly open?: boolean;
}

/** The 403 of a plan that has nothing of what is needed. */
function refused(store: Store, now: number, needs: readonly GatedFeature[]): Reply | undefined {
  const lacking = needs.length === 0 ? undefined : lackingWords(featuresOf(store, now), needs);
  return lacking === undefined ? undefined : insufficientPlan(lacking);
}

const route =
  (method: string) =>
  <const Path extends string>(
    path: Path,
    { needs = [], open = false }: Needs,
    answer: (asked: Asked<Path>) => Answer,
  ): StoredRoute =>
  (store) => ({
    method,
    path,
    open,
    takesBody: false,
    answer: (call) => refused(store, call.now, needs) ?? answer({ ...call, store }),
  });

const bodyRoute =
  (method: string) =>
  <const Path extends string, Body>(
    path: Path,
    /** What the body must be, else it is 400. */
    { needs = [], open = false, body }: Needs & { readonly body: z.ZodMiniType<Body> },
    answer: (asked: Asked<Path> & { readonly body: Body }) => Answer,
  ): StoredRoute =>
  (store) => ({
    method,
    path,
    open,
    takesBody: true,
    answer: (call) => {
      const lacking = refused(store, call.now, needs);
      if (lacking !== undefined) return lacking;
      const parsed = body.safeParse(call.body, { reportInput: true });
      if (!parsed.success) return badRequest(problemsOf(parsed.error));
      return answer({ ...call, store, body: parsed.data });
    },
  });

export const get = route("GET");
export const remove = route("DELETE");
export const post = bodyRoute("POST");
export const put = bodyRoute("PUT");
