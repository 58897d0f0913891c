// Which path and method lead where.
import { choosePlan, health, readPlan, reset } from "./control.ts";
import { createConnection } from "./createConnection.ts";
import { deleteDestination } from "./deleteDestination.ts";
import type { Reply } from "./errors.ts";
import { badRequest, notFound, refusal } from "./errors.ts";
import type { Identity } from "./health.ts";
import { entitlements } from "./plans.ts";
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
  "/auth/connections": { POST: bodyRoute(({ store, body, now }) => createConnection(store, body, now)) },
  "/org/entitlements": {
    GET: route(({ store, now }) => ({ status: 200, body: entitlements(store.booking(), now) })),
  },
  "/sandbox/health": {
    GET: { takesBody: false, open: true, answer: ({ identity, query }) => health(identity, query) },
  },
  "/sandbox/plan": {
    GET: route(({ store, now }) => readPlan(store, now)),
    PUT: bodyRoute(({ store, body, now }) => choosePlan(store, body, now)),
  },
  "/sandbox/reset": { POST: bodyRoute(({ store, now }) => reset(store, now)) },
};

const destination = /^\/telemetry\/destinations\/([^/]+)$/;

/** The methods of a path, which is taken as it was sent: nothing in it is resolved or cleaned. */
function methodsOf(path: string): Methods | undefined {
  if (Object.hasOwn(fixed, path)) return fixed[path];
  const segment = destination.exec(path)?.[1];
  if (segment === undefined) return undefined;
  return {
    DELETE: route(({ store, now }) => withDecoded(segment, (name) => deleteDestination(store, name, now))),
  };
}

function withDecoded(segment: string, answer: (name: string) => Reply): Reply {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    return badRequest(["id_or_name: is not percent-encoded UTF-8."]);
  }
  return answer(name);
}

/** A route, or the 404 or 405 that stands in its place. */
export function find(method: string, path: string): Route {
  const methods = methodsOf(path);
  if (methods === undefined) return route(() => notFound("There is nothing at this path."));
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  return found ?? route(() => methodNotAllowed(method, Object.keys(methods)));
}

const methodNotAllowed = (method: string, allowed: readonly string[]): Reply =>
  refusal(405, "method_not_allowed", `This path does not take ${method}.`, { Allow: allowed.join(", ") });
