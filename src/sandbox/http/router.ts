// Maps the methods and paths of HTTP requests to routes of the sandbox.
import type { SandboxIdentity } from "../identity.ts";
import type { TokenScope } from "./guard.ts";
import { type RouteReply, badRequest, notFound, errorReply, type HttpReply } from "./replies.ts";

export interface RequestContext extends TokenScope {
  readonly projectId: string | undefined;
  /** Project ID or name from the `X-Kernel-Project` header, which only newer clients send. */
  readonly projectIdOrName: string | undefined;
}

/** The request that a route handles. `Names` are the names of the path's variable segments. */
export interface RouteCall<Names extends string = string> extends RequestContext {
  readonly identity: SandboxIdentity;
  /** Returns the decoded value of a variable segment in the path. */
  readonly segment: (name: Names) => string;
  readonly query: URLSearchParams;
  /** The parsed body, or undefined if the route takes no body. */
  readonly body: unknown;
}

/** The access options of a route. By default, a route needs a token and serves no page. */
export interface RouteAccess {
  /** True if the route needs no token. */
  readonly isPublic?: boolean;
  /** True if the route serves an HTML page to a user's browser. The page may submit its forms to this route. */
  readonly isPage?: boolean;
}

export interface HttpRoute extends RouteAccess {
  readonly method: string;
  /** A path template such as `/auth/connections/:id`. A segment with a colon matches any non-empty string. */
  readonly path: string;
  readonly takesBody: boolean;
  readonly isBodyOptional?: boolean;
  readonly handle: (call: RouteCall) => RouteReply;
}

export interface MatchedRoute extends Omit<HttpRoute, "method" | "path"> {
  readonly segment: RouteCall["segment"];
}

/**
 * Returns a function that finds the route for a method and a path. The path is compared as sent, without
 * normalization. If no route matches, the function returns a route that replies with 400, 404 or 405. HEAD is handled
 * as GET, because Node omits the reply's body.
 */
export function createRouter(routes: readonly HttpRoute[]): (method: string, path: string) => MatchedRoute {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const templates = Array.from(byPath, ([path, methods]) => ({ parts: path.split("/"), methods }));
  return (method, path) => {
    const pathParts = path.split("/");
    const template = templates.find(({ parts }) => matchesTemplate(parts, pathParts));
    if (template === undefined) return fixedReply(notFound("Nothing exists at this path."));
    const routeMethod = method === "HEAD" ? "GET" : method;
    const route = template.methods.find((route) => route.method === routeMethod);
    if (route === undefined) return fixedReply(methodNotAllowed(method, template.methods));
    const segments = new Map<string, string>();
    for (const [at, part] of template.parts.entries()) {
      if (!part.startsWith(":")) continue;
      const name = part.slice(1);
      const decoded = decodeSegment(pathParts[at] ?? "");
      if (decoded === undefined) return fixedReply(badRequest([`${name}: is not percent-encoded UTF-8.`]));
      segments.set(name, decoded);
    }
    return { ...route, segment: (name) => segments.get(name) ?? throwMissingSegment(name) };
  };
}

const matchesTemplate = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length &&
  template.every((part, at) => (part.startsWith(":") ? path[at] !== "" : path[at] === part));

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function throwMissingSegment(name: string): never {
  throw new TypeError(`the path has no ${name}`);
}

const fixedReply = (reply: HttpReply): MatchedRoute => ({
  takesBody: false,
  segment: throwMissingSegment,
  handle: () => reply,
});

function methodNotAllowed(method: string, routes: readonly HttpRoute[]): HttpReply {
  const allowed = routes.flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  const message = `This path doesn't support ${method}.`;
  return errorReply(405, "method_not_allowed", message, { Allow: allowed.join(", ") });
}
