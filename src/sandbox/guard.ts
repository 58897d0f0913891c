// Who may speak to the sandbox. Any web page can make a browser send requests to this computer, under a name that
// it controls: so the name must be ours, nothing may come from a page, and the token must be known.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Reply } from "./errors.ts";
import { refusal, unauthorized } from "./errors.ts";

/** The longest body that is read, in bytes: 1 MiB. */
export const bodyCap = 1024 * 1024;

/** Refuses what did not come from a program on this computer that called the sandbox by its own address. */
export function refuseStrangers(
  method: string,
  headers: IncomingHttpHeaders,
  port: number,
): Reply | undefined {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!names.includes(headers.host ?? "")) return stranger("The Host header does not name the sandbox.");
  if (headers.origin !== undefined) return stranger("Web pages may not use the sandbox.");
  if ((headers["sec-fetch-site"] ?? "none") !== "none") return stranger("Web pages may not use the sandbox.");
  if (method === "OPTIONS") return stranger("Web pages may not use the sandbox.");
  return undefined;
}

const stranger = (message: string): Reply => refusal(403, "forbidden_origin", message);

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();

/** Refuses every token but this one (§5), in a time that tells nothing about it. */
export function bearerGuard(token: string): (headers: IncomingHttpHeaders) => Reply | undefined {
  const expected = digest(`Bearer ${token}`);
  return (headers) => {
    const given = headers.authorization?.replace(/^bearer +/i, "Bearer ") ?? "";
    return timingSafeEqual(digest(given), expected) ? undefined : unauthorized();
  };
}

/** Refuses a body that is not declared as JSON: a form of a web page cannot declare that. */
export function refuseOtherContent(headers: IncomingHttpHeaders): Reply | undefined {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return undefined;
  return refusal(415, "unsupported_media_type", "The body must be application/json.");
}
