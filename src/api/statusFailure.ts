import { canBeHost } from "./baseUrl.ts";
import { type Body, header } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import { errorWords, missingOf } from "./errorWords.ts";
import type { Facts, Fault, RetryClass } from "./errors.ts";
import type { Secret } from "./token.ts";

/** A complete answer. */
interface Answer {
  readonly status: number;
  readonly headers: DispatchedResponse["headers"];
  readonly body: Body;
  /** The token that was sent, which nothing of an answer may show. */
  readonly secret: Secret;
}

/** Statuses that a later attempt does not change, although they are 5xx: not implemented, HTTP version. */
const lasting = new Set([501, 505]);

/** What was asked for. */
interface Asked {
  readonly url: URL;
  /** Whether something was to be added to what the path stands for. */
  readonly adds: boolean;
  /** Extra fields that the error may carry. */
  readonly errorFields: readonly "existing_id"[];
}

/**
 * What an answer outside 2xx means (§7). The status decides, the body only adds words; but a page of HTML is not
 * the API's answer, whatever its status. `now` is in milliseconds since 1970.
 */
export function statusFailure(asked: Asked, answer: Answer, now: number): Fault {
  const { status, headers, body } = answer;
  const value = header(headers, "retry-after");
  const retryAfterMs = value === undefined ? undefined : parseRetryAfter(value, header(headers, "date"), now);
  const { facts, existingId } = errorWords(body);
  const own = asked.errorFields.includes("existing_id") ? existingId : undefined;
  return {
    kind: "failed",
    error: toError(asked, answer, { status, ...facts }, own, retryAfterMs),
    reached: hasDoneNothing(status, retryAfterMs) ? "refused" : "perhaps",
    retry: retryClass(status, retryAfterMs),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** 408 leaves open how far the service had come; a redirect or a 5xx tells nothing. */
function hasDoneNothing(status: number, retryAfterMs: number | undefined): boolean {
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && retryAfterMs !== undefined);
}

function retryClass(status: number, retryAfterMs: number | undefined): RetryClass {
  if (status === 408) return "late";
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== undefined)) return "refused";
  return status >= 500 && status < 600 && !lasting.has(status) ? "ambiguous" : "never";
}

function toError(
  { url, adds }: Asked,
  { status, headers, body, secret }: Answer,
  facts: Omit<Facts, "sent">,
  existingId: string | undefined,
  retryAfterMs: number | undefined,
): Fault["error"] {
  if (status === 407) return { kind: "proxyLogin", ...facts };
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const seconds = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
    return { kind: "limited", ...facts, ...seconds };
  }
  if (status >= 300 && status < 400) {
    const host = redirectHost(url, header(headers, "location"), secret);
    return { kind: "redirected", ...facts, ...(host === undefined ? {} : { host }) };
  }
  if (body.kind === "html") return { kind: "unreadable", reason: "html", ...facts };
  switch (status) {
    case 401:
      return { kind: "unauthorized", ...facts };
    case 403:
      return { kind: "forbidden", ...facts };
    case 404:
    case 410: {
      // What a path names may be gone for good; of a list that is added to nothing is.
      if (status === 410 && adds) return { kind: "refused", ...facts };
      const missing = missingOf(body);
      return { kind: "notFound", ...facts, ...(missing === undefined ? {} : { missing }) };
    }
    case 409:
      return { kind: "conflict", ...facts, ...(existingId === undefined ? {} : { existing_id: existingId }) };
    case 400:
    case 413:
    case 415:
    case 422:
      return { kind: "invalid", ...facts };
    default:
      return { kind: status > 400 && status < 500 && status !== 408 ? "refused" : "server", ...facts };
  }
}

/** The host a redirect leads to, if it leads to a web server at all, and its name is a host's and not the token. */
function redirectHost(url: URL, location: string | undefined, secret: Secret): string | undefined {
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  if (!canBeHost(target) || secret.isInHost(target.host)) return undefined;
  return target.protocol === "https:" || target.protocol === "http:" ? target.host : undefined;
}

const seconds = /^\d{1,10}$/;
const fixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that a `Retry-After` header asks to wait, from 0 up. `undefined` for everything that is neither
 * whole seconds nor a complete date in the form HTTP prescribes. A date is counted from the answer's own `Date`
 * where it has one, so that a wrong clock on either side does no harm, else from `now` (milliseconds since 1970).
 */
export function parseRetryAfter(value: string, date: string | undefined, now: number): number | undefined {
  if (seconds.test(value)) return Number(value) * 1000;
  const until = parseHttpDate(value);
  if (until === undefined) return undefined;
  const from = (date === undefined ? undefined : parseHttpDate(date)) ?? now;
  return Math.max(0, until - from);
}

/** A complete date in the form that HTTP prescribes, in milliseconds since 1970; `undefined` for everything else. */
export function parseHttpDate(value: string): number | undefined {
  if (!fixdate.test(value)) return undefined;
  const time = Date.parse(value);
  // Date.parse takes a 31 February for 3 March and ignores the name of the day.
  return !Number.isNaN(time) && new Date(time).toUTCString() === value ? time : undefined;
}
