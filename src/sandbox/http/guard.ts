// Who may speak to the sandbox. Any web page can make a browser send requests to this computer, under a name that
// it controls: so the name must be ours, nothing may come from a page, and the token must be known. Those that follow from the sandbox's
// own need not be kept, and end with it: JSON Web Tokens of one project alone, or of one login, which its page works with (3.8).
import type { IncomingHttpHeaders } from "node:http";
import { isSecret } from "../identity.ts";
import { type Reply, refusal, unauthorized } from "./replies.ts";
import { createHmac } from "node:crypto";
import * as z from "zod/mini";

/** The longest body that is read, in bytes: 1 MiB. */
export const bodyCap = 1024 * 1024;
/** The longest form that is read, in bytes: 64 KiB. */
export const formCap = 64 * 1024;

/** Headers with every line that was sent, as Node's `headersDistinct` has them. */
type Lines = NodeJS.Dict<string[]>;

/**
 * Refuses what did not call the sandbox by its own address: 403, or 400 where it is not even said which address was
 * called. `authority`: the one that the request's target names, if any.
 */
export function refuseOtherNames(
  authority: string | undefined,
  lines: Lines,
  port: number,
): Reply | undefined {
  const { host: hosts = [] } = lines;
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) {
    return refusal(400, "bad_request", "The request must have one Host header.");
  }
  const ours = namesOf(port);
  if (!ours.includes(host) || !ours.includes(authority ?? host)) {
    return stranger("The Host header must name the sandbox.");
  }
  return undefined;
}

/** Refuses what did not come from a program on this computer, but from a page. */
export function refusePages(method: string, lines: Lines): Reply | undefined {
  const { origin, "sec-fetch-site": sites = [] } = lines;
  if (origin !== undefined) return stranger("Web pages can't use the sandbox.");
  if (sites.some((site) => site !== "none")) return stranger("Web pages can't use the sandbox.");
  if (method === "OPTIONS") return stranger("Web pages can't use the sandbox.");
  return undefined;
}

/**
 * Refuses what a browser may not do with the pages of the sandbox: they are opened by whoever sits before it, as a whole,
 * and only they themselves send their forms.
 */
export function refuseOtherPages(method: string, lines: Lines, port: number): Reply | undefined {
  const { origin: origins = [], "sec-fetch-site": sites = [] } = lines;
  const [site, ...others] = sites;
  const isOwn = site === undefined || site === "same-origin";
  const is = (header: string, ...allowed: string[]) =>
    (lines[header] ?? []).every((one) => allowed.includes(one));
  // Without a referrer, browsers do not say which origin a form is of, but that it is the same.
  const names = namesOf(port).map((name) => `http://${name}`);
  const ours = site === "same-origin" ? [...names, "null"] : names;
  const isUsers =
    site === "none" || (lines["sec-fetch-user"]?.[0] === "?1" && is("sec-fetch-mode", "navigate"));
  const isWhole = is("sec-fetch-dest", "document") && origins.every((origin) => ours.includes(origin));
  const mayCome = method === "POST" ? isOwn : method !== "OPTIONS" && (isOwn || isUsers);
  return others.length === 0 && isWhole && mayCome
    ? undefined
    : stranger("Other pages can't use this page. Open the link yourself.");
}

/** How clients spell the sandbox's address; the port that `http:` implies is left out by most. */
function namesOf(port: number): string[] {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const whole = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...whole, ...names] : whole;
}

const stranger = (message: string): Reply => refusal(403, "forbidden_origin", message);

/** The sandbox's own token, and what needs none. */
export const everything: Allowed = { tokenProject: undefined, login: undefined };

/**
 * Refuses every token but this one and those of its projects and logins (§5), in constant time; else returns the token's
 * scope.
 */
export function bearerGuard(token: string): (headers: IncomingHttpHeaders) => Reply | Allowed {
  return ({ authorization = "" }) => {
    const given = authorization.replace(/^bearer +/i, "Bearer ");
    if (isSecret(`Bearer ${token}`, given)) return everything;
    if (!given.startsWith("Bearer ")) return unauthorized();
    return readToken(token, given.slice(7)) ?? unauthorized();
  };
}

/** Refuses a body of another type, or compressed. A form of a web page cannot declare JSON. */
export function refuseOtherContent(
  headers: IncomingHttpHeaders,
  wanted: "application/json" | "application/x-www-form-urlencoded",
): Reply | undefined {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    const message = "The body must not be compressed.";
    return refusal(415, "unsupported_media_type", message, { "Accept-Encoding": "identity" });
  }
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === wanted) return undefined;
  return refusal(415, "unsupported_media_type", `The body must be ${wanted}.`);
}

const Claims = z.union([
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

/** What a token is good for: all, where both are undefined. */
export interface Allowed {
  readonly tokenProject: string | undefined;
  readonly login: LoginToken | undefined;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const head = encoded({ alg: "HS256", typ: "JWT" });

function signed(token: string, claims: string): string {
  const key = createHmac("sha256", token).update("sandbox-claims").digest();
  return `${head}.${claims}.${createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url")}`;
}

const tokenOf = (token: string, claims: z.infer<typeof Claims>): string => signed(token, encoded(claims));

export const projectTokenOf = (token: string, projectId: string): string =>
  tokenOf(token, { project_id: projectId });

export const loginTokenOf = (token: string, { sessionId, expiresAt }: LoginToken): string =>
  tokenOf(token, {
    iss: "kernel-api",
    managed_auth_session_id: sessionId,
    exp: Math.floor(expiresAt / 1000),
  });

/** What such a token is good for; undefined for everything else. */
function readToken(token: string, given: string): Allowed | undefined {
  const [, payload = ""] = given.split(".", 3);
  if (!isSecret(signed(token, payload), given)) return undefined;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return "project_id" in claims
    ? { tokenProject: claims.project_id, login: undefined }
    : {
        tokenProject: undefined,
        login: { sessionId: claims.managed_auth_session_id, expiresAt: claims.exp * 1000 },
      };
}
