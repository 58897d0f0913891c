// Which path and method lead where.
import type { Identity } from "../identity.ts";
import type { Allowed } from "./guard.ts";
import { type Answer, badRequest, notFound, refusal, type Reply } from "./replies.ts";

export interface Caller extends Allowed {
  readonly named: string | undefined;
  /** The id or the name of one in the header of newer clients. */
  readonly idOrName: string | undefined;
}

/** What a route is given. `Names`: of the segments of its path that are not fixed. */
export interface Call<Names extends string = string> extends Caller {
  readonly identity: Identity;
  /** The text in the place of a name in the route's path, decoded. */
  readonly segment: (name: Names) => string;
  readonly query: URLSearchParams;
  /** The parsed body; undefined unless the route takes one. */
  readonly body: unknown;
}

export interface Route {
  readonly method: string;
  /** Such as `/auth/connections/:id`: a segment that begins with a colon stands for any text, empty excepted. */
  readonly path: string;
  readonly takesBody: boolean;
  /** Whether the request may have no body. */
  readonly bodyMayLack?: boolean;
  readonly open: boolean;
  /** Whether a browser opens the route, and sends forms to it. */
  readonly page?: boolean;
  readonly answer: (call: Call) => Answer;
}

export interface Found extends Omit<Route, "method" | "path"> {
  readonly segment: Call["segment"];
}

/**
 * Finds the route of a method and a path, which is taken as it was sent: nothing in it is resolved or cleaned. Else
 * what answers 400, 404 or 405 in its place. HEAD is GET; Node leaves the body of its answer out.
 */
export function routerOf(routes: readonly Route[]): (method: string, path: string) => Found {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const templates = Array.from(byPath, ([path, methods]) => ({ parts: path.split("/"), methods }));
  return (method, path) => {
    const given = path.split("/");
    const found = templates.find(({ parts }) => matches(parts, given));
    if (found === undefined) return always(notFound("Nothing exists at this path."));
    const asked = method === "HEAD" ? "GET" : method;
    const route = found.methods.find((one) => one.method === asked);
    if (route === undefined) return always(methodNotAllowed(method, found.methods));
    const segments = new Map<string, string>();
    for (const [at, part] of found.parts.entries()) {
      if (!part.startsWith(":")) continue;
      const name = part.slice(1);
      const decoded = decode(given[at] ?? "");
      if (decoded === undefined) return always(badRequest([`${name}: is not percent-encoded UTF-8.`]));
      segments.set(name, decoded);
    }
    return { ...route, segment: (name) => segments.get(name) ?? noSegment(name) };
  };
}

const matches = (template: readonly string[], given: readonly string[]): boolean =>
  template.length === given.length &&
  template.every((part, at) => (part.startsWith(":") ? given[at] !== "" : given[at] === part));

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function noSegment(name: string): never {
  throw new TypeError(`the path has no ${name}`);
}

const always = (reply: Reply): Found => ({
  takesBody: false,
  open: false,
  segment: noSegment,
  answer: () => reply,
});

function methodNotAllowed(method: string, routes: readonly Route[]): Reply {
  const allowed = routes.flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  const message = `This path doesn't support ${method}.`;
  return refusal(405, "method_not_allowed", message, { Allow: allowed.join(", ") });
}
