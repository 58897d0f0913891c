// Which path and method lead where.
import { choosePlan, health, readPlan, reset } from "./control.ts";
import { createConnection } from "./createConnection.ts";
import { deleteDestination } from "./deleteDestination.ts";
import type { Reply } from "./errors.ts";
import { badRequest, notFound, refusal } from "./errors.ts";
import type { Identity } from "./health.ts";
import { entitlements } from "./plans.ts";
import { listConnections, readConnection } from "./readConnections.ts";
import { readLimits } from "./readLimits.ts";
import {
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProfiles,
  listProxies,
  readProviderItems,
} from "./readLists.ts";
import type { Store } from "./store.ts";

/** What a route is given. */
export interface Call {
  readonly store: Store;
  readonly identity: Identity;
  readonly query: URLSearchParams;
  /** The parsed body; undefined unless the route takes one. */
  readonly body: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Route {
  readonly takesBody: boolean;
  /** True for the one route that a client asks before it sends its token. */
  readonly open: boolean;
  readonly answer: (call: Call) => Reply;
}

const route = (answer: Route["answer"]): Route => ({ takesBody: false, open: false, answer });
const bodyRoute = (answer: Route["answer"]): Route => ({ takesBody: true, open: false, answer });

type Methods = Readonly<Partial<Record<string, Route>>>;

const fixed: Readonly<Partial<Record<string, Methods>>> = {
  "/auth/connections": {
    GET: route(({ store, query, now }) => listConnections(store, query, now)),
    POST: bodyRoute(({ store, body, now }) => createConnection(store, body, now)),
  },
  "/credentials": { GET: route(({ store, query, now }) => listCredentials(store, query, now)) },
  "/org/credential_providers": {
    GET: route(({ store, query, now }) => listCredentialProviders(store, query, now)),
  },
  "/org/entitlements": {
    GET: route(({ store, now }) => ({ status: 200, body: entitlements(store.booking(), now) })),
  },
  "/org/limits": { GET: route(({ store, now }) => readLimits(store, now)) },
  "/profiles": { GET: route(({ store, query }) => listProfiles(store, query)) },
  "/proxies": { GET: route(({ store, query, now }) => listProxies(store, query, now)) },
  "/telemetry/destinations": { GET: route(({ store, query }) => listDestinations(store, query)) },
  "/sandbox/health": {
    GET: { takesBody: false, open: true, answer: ({ identity, query }) => health(identity, query) },
  },
  "/sandbox/plan": {
    GET: route(({ store, now }) => readPlan(store, now)),
    PUT: bodyRoute(({ store, body, now }) => choosePlan(store, body, now)),
  },
  "/sandbox/reset": { POST: bodyRoute(({ store, now }) => reset(store, now)) },
};

type Answer = (call: Call, segment: string) => Reply;

/** Paths with an id or a name in them, by what stands before and behind it. */
const named: readonly {
  readonly path: RegExp;
  readonly segment: string;
  readonly methods: Readonly<Record<string, Answer>>;
}[] = [
  {
    path: /^\/auth\/connections\/([^/]+)$/,
    segment: "id",
    methods: { GET: ({ store, now }, id) => readConnection(store, id, now) },
  },
  {
    path: /^\/org\/credential_providers\/([^/]+)\/items$/,
    segment: "id",
    methods: { GET: ({ store, now }, id) => readProviderItems(store, id, now) },
  },
  {
    path: /^\/telemetry\/destinations\/([^/]+)$/,
    segment: "id_or_name",
    methods: { DELETE: ({ store, now }, idOrName) => deleteDestination(store, idOrName, now) },
  },
];

/** The methods of a path, which is taken as it was sent: nothing in it is resolved or cleaned. */
function methodsOf(path: string): Methods | undefined {
  if (Object.hasOwn(fixed, path)) return fixed[path];
  for (const { path: pattern, segment, methods } of named) {
    const given = pattern.exec(path)?.[1];
    if (given === undefined) continue;
    const routes = Object.entries(methods).map(([method, answer]): [string, Route] => [
      method,
      route((call) => withDecoded(given, segment, (decoded) => answer(call, decoded))),
    ]);
    return Object.fromEntries<Route>(routes);
  }
  return undefined;
}

function withDecoded(given: string, segment: string, answer: (decoded: string) => Reply): Reply {
  let decoded: string;
  try {
    decoded = decodeURIComponent(given);
  } catch {
    return badRequest([`${segment}: is not percent-encoded UTF-8.`]);
  }
  return answer(decoded);
}

/** A route, or the 404 or 405 that stands in its place. HEAD is GET; Node leaves the body of its answer out. */
export function find(method: string, path: string): Route {
  const methods = methodsOf(path);
  if (methods === undefined) return route(() => notFound("There is nothing at this path."));
  const asked = method === "HEAD" ? "GET" : method;
  const found = Object.hasOwn(methods, asked) ? methods[asked] : undefined;
  const allowed = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  return found ?? route(() => methodNotAllowed(method, allowed));
}

const methodNotAllowed = (method: string, allowed: readonly string[]): Reply =>
  refusal(405, "method_not_allowed", `This path does not take ${method}.`, { Allow: allowed.join(", ") });
