// Decides which requests the sandbox accepts. Any web page can make a browser send requests to this computer under a
// host name that the page controls. Therefore the Host header must name the sandbox, requests from web pages are
// refused, and a token is required. Besides its own token, the sandbox accepts JSON Web Tokens that are derived from
// this token and limited to one project or one login (interface.md §3.8). Derived tokens aren't stored, and become
// invalid when the sandbox's own token changes.
import type { IncomingHttpHeaders } from "node:http";
import { secretsEqual } from "../identity.ts";
import { type HttpReply, errorReply, unauthorizedReply } from "./replies.ts";
import { createHmac } from "node:crypto";
import * as z from "zod/mini";

/** Maximum length of a JSON body, in bytes: 1 MiB. */
export const maxBodyBytes = 1024 * 1024;
/** Maximum length of a form, in bytes: 64 KiB. */
export const maxFormBytes = 64 * 1024;

/** All values of each header, as in Node's `headersDistinct`. */
type HeaderLines = NodeJS.Dict<string[]>;

/**
 * Returns a 403 reply if the request names another host, and a 400 reply if it doesn't have exactly one Host header.
 * `authority` is the host in the request target, if the target is absolute.
 */
export function refuseForeignHosts(
  authority: string | undefined,
  lines: HeaderLines,
  port: number,
): HttpReply | undefined {
  const { host: [host, ...others] = [] } = lines;
  if (host === undefined || others.length > 0) {
    return errorReply(400, "bad_request", "The request must have one Host header.");
  }
  const ownHosts = sandboxHosts(port);
  if (!ownHosts.includes(host) || !ownHosts.includes(authority ?? host))
    return forbiddenOrigin("The Host header must name the sandbox.");
  return undefined;
}

export function refuseWebPages(method: string, lines: HeaderLines): HttpReply | undefined {
  const { origin, "sec-fetch-site": sites = [] } = lines;
  if (origin !== undefined) return forbiddenOrigin("Web pages can't use the sandbox.");
  if (sites.some((site) => site !== "none")) return forbiddenOrigin("Web pages can't use the sandbox.");
  if (method === "OPTIONS") return forbiddenOrigin("Web pages can't use the sandbox.");
  return undefined;
}

/**
 * Refuses requests for the sandbox's own pages if another site initiated them. A user may open a page in a tab, but not
 * in a frame. Only the page itself may submit its forms.
 */
export function refuseForeignPages(method: string, lines: HeaderLines, port: number): HttpReply | undefined {
  const { origin: origins = [], "sec-fetch-site": sites = [] } = lines;
  const [site, ...others] = sites;
  const isSameOrigin = site === undefined || site === "same-origin";
  const hasOnly = (header: string, ...allowed: string[]) =>
    (lines[header] ?? []).every((value) => allowed.includes(value));
  // Browsers send the origin "null" for forms on pages that forbid referrers. In this case, the Sec-Fetch-Site header
  // shows that the form was submitted from the same origin.
  const names = sandboxHosts(port).map((name) => `http://${name}`);
  const ownOrigins = site === "same-origin" ? [...names, "null"] : names;
  const isUserNavigation =
    site === "none" || (lines["sec-fetch-user"]?.[0] === "?1" && hasOnly("sec-fetch-mode", "navigate"));
  const isTopLevel =
    hasOnly("sec-fetch-dest", "document") && origins.every((origin) => ownOrigins.includes(origin));
  const isAllowed =
    method === "POST" ? isSameOrigin : method !== "OPTIONS" && (isSameOrigin || isUserNavigation);
  if (others.length === 0 && isTopLevel && isAllowed) return undefined;
  return forbiddenOrigin("Other pages can't use this page. Open the link yourself.");
}

/** Returns every spelling of the sandbox's host and port. Most clients omit the default port of `http:`. */
function sandboxHosts(port: number): string[] {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const hosts = names.map((name) => `${name}:${port}`);
  if (port === 80) hosts.push(...names);
  return hosts;
}

const forbiddenOrigin = (message: string): HttpReply => errorReply(403, "forbidden_origin", message);

/** Scope of requests with the sandbox's own token, and of requests to routes that need no token. */
export const fullAccess: TokenScope = { tokenProject: undefined, login: undefined };

/**
 * Returns a function that verifies a request's token in constant time and returns the token's scope, or a 401 reply.
 * Accepts the sandbox's own token, project tokens and login tokens (interface.md §5).
 */
export function bearerGuard(token: string): (headers: IncomingHttpHeaders) => HttpReply | TokenScope {
  return ({ authorization = "" }) => {
    const credentials = authorization.replace(/^bearer +/i, "Bearer ");
    if (secretsEqual(`Bearer ${token}`, credentials)) return fullAccess;
    if (!credentials.startsWith("Bearer ")) return unauthorizedReply();
    return verifyToken(token, credentials.slice(7)) ?? unauthorizedReply();
  };
}

/**
 * Returns a 415 reply if the body is compressed or doesn't have the expected type. This protects routes that require
 * JSON from forms on web pages, because a form can't declare JSON as its type.
 */
export function refuseContentType(
  headers: IncomingHttpHeaders,
  expected: "application/json" | "application/x-www-form-urlencoded",
): HttpReply | undefined {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    const message = "The body must not be compressed.";
    return errorReply(415, "unsupported_media_type", message, { "Accept-Encoding": "identity" });
  }
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === expected) return undefined;
  return errorReply(415, "unsupported_media_type", `The body must be ${expected}.`);
}

const TokenClaims = z.union([
  z.strictObject({ project_id: z.string() }),
  z.strictObject({
    iss: z.literal("kernel-api"),
    managed_auth_session_id: z.string(),
    /** Seconds since 1970. */
    exp: z.int(),
  }),
]);

export interface LoginToken {
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A token's scope. A token that is limited to neither a project nor a login may use every route. */
export interface TokenScope {
  readonly tokenProject: string | undefined;
  readonly login: LoginToken | undefined;
}

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const jwtHeader = encodePart({ alg: "HS256", typ: "JWT" });

function signClaims(token: string, claims: string): string {
  const key = createHmac("sha256", token).update("sandbox-claims").digest();
  return `${jwtHeader}.${claims}.${createHmac("sha256", key).update(`${jwtHeader}.${claims}`).digest("base64url")}`;
}

const createToken = (token: string, claims: z.infer<typeof TokenClaims>): string =>
  signClaims(token, encodePart(claims));

export const createProjectToken = (token: string, projectId: string): string =>
  createToken(token, { project_id: projectId });

export const createLoginToken = (token: string, { sessionId, expiresAt }: LoginToken): string =>
  createToken(token, {
    iss: "kernel-api",
    managed_auth_session_id: sessionId,
    exp: Math.floor(expiresAt / 1000),
  });

/** Verifies a derived token and returns its scope, or undefined if the token is invalid. */
function verifyToken(token: string, jwt: string): TokenScope | undefined {
  const [, payload = ""] = jwt.split(".", 3);
  if (!secretsEqual(signClaims(token, payload), jwt)) return undefined;
  const claims = TokenClaims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if ("project_id" in claims) return { tokenProject: claims.project_id, login: undefined };
  return {
    tokenProject: undefined,
    login: { sessionId: claims.managed_auth_session_id, expiresAt: claims.exp * 1000 },
  };
}
