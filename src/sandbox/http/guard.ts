// Who may speak to the sandbox. Any web page can make a browser send requests to this computer, under a name that
// it controls: so the name must be ours, nothing may come from a page, and the token must be known.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Reply } from "./replies.ts";
import { refusal, unauthorized } from "./replies.ts";

/** The longest body that is read, in bytes: 1 MiB. */
export const bodyCap = 1024 * 1024;

/** Headers with every line that was sent, as Node's `headersDistinct` has them. */
type Lines = NodeJS.Dict<string[]>;

/**
 * Refuses what did not come from a program on this computer that called the sandbox by its own address: 403, or 400
 * where it is not even said which address was called. `authority`: the one that the request's target names, if any.
 */
export function refuseStrangers(
  method: string,
  authority: string | undefined,
  lines: Lines,
  port: number,
): Reply | undefined {
  const { host: hosts = [], origin, "sec-fetch-site": sites = [] } = lines;
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) {
    return refusal(400, "bad_request", "The request must have one Host header.");
  }
  const ours = namesOf(port);
  if (!ours.includes(host) || !ours.includes(authority ?? host)) {
    return stranger("The Host header does not name the sandbox.");
  }
  if (origin !== undefined) return stranger("Web pages may not use the sandbox.");
  if (sites.some((site) => site !== "none")) return stranger("Web pages may not use the sandbox.");
  if (method === "OPTIONS") return stranger("Web pages may not use the sandbox.");
  return undefined;
}

/** How clients spell the sandbox's address; the port that `http:` implies is left out by most. */
function namesOf(port: number): string[] {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const whole = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...whole, ...names] : whole;
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

/** Refuses what a client makes its request depend on, but for the leave to send the body, which Node gives. */
export function refuseExpectation({ expect = "100-continue" }: IncomingHttpHeaders): Reply | undefined {
  if (expect.toLowerCase() === "100-continue") return undefined;
  return refusal(417, "expectation_failed", "The sandbox meets no expectation but 100-continue.");
}

/** Refuses a body that is not declared as JSON, as it is: a form of a web page cannot declare that. */
export function refuseOtherContent(headers: IncomingHttpHeaders): Reply | undefined {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    const message = "The body must not be compressed.";
    return refusal(415, "unsupported_media_type", message, { "Accept-Encoding": "identity" });
  }
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return undefined;
  return refusal(415, "unsupported_media_type", "The body must be application/json.");
}
