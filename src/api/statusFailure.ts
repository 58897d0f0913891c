import { header, type Body } from "./body.ts";
import type { DispatchedResponse } from "./dispatchers.ts";
import type { ApiError, Facts } from "./errors.ts";
import { sentIfUnclear, type Failure, type Method, type RetryClass } from "./failure.ts";
import { missingOf } from "./missing.ts";
import { parseRetryAfter } from "./retryAfter.ts";
import { ErrorBody } from "./schemas.ts";

/** A complete answer. */
interface Answer {
  readonly status: number;
  readonly headers: DispatchedResponse["headers"];
  readonly body: Body;
}

/** Statuses that a later attempt does not change, although they are 5xx: not implemented, HTTP version. */
const lasting = new Set([501, 505]);

/**
 * What an answer outside 2xx means (§7). The status decides, the body only adds words; but a page of HTML is not
 * the API's answer, whatever its status. `now` is in milliseconds since 1970.
 */
export function statusFailure(method: Method, url: URL, answer: Answer, now: number): Failure {
  const { status, headers, body } = answer;
  const value = header(headers, "retry-after");
  const retryAfterMs = value === undefined ? undefined : parseRetryAfter(value, header(headers, "date"), now);
  const words = readWords(body);
  const facts: Facts = {
    sent: hasDoneNothing(status, retryAfterMs) ? "refused" : sentIfUnclear(method),
    status,
  };
  return {
    kind: "failed",
    error: toError(url, answer, { ...facts, ...words.facts }, words.existingId, retryAfterMs),
    retry: retryClass(method, status, retryAfterMs),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** 408 leaves open how far the service had come; a redirect or a 5xx tells nothing. */
function hasDoneNothing(status: number, retryAfterMs: number | undefined): boolean {
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && retryAfterMs !== undefined);
}

function retryClass(method: Method, status: number, retryAfterMs: number | undefined): RetryClass {
  if (status === 408) return method === "POST" ? "ambiguous" : "refused";
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== undefined)) return "refused";
  return status >= 500 && status < 600 && !lasting.has(status) ? "ambiguous" : "never";
}

function toError(
  url: URL,
  { status, headers, body }: Answer,
  facts: Facts,
  existingId: string | undefined,
  retryAfterMs: number | undefined,
): ApiError {
  if (status === 407) return { kind: "proxyLogin", ...facts };
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const seconds = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
    return { kind: "limited", ...facts, ...seconds };
  }
  if (status >= 300 && status < 400) {
    const host = redirectHost(url, header(headers, "location"));
    return { kind: "redirected", ...facts, ...(host === undefined ? {} : { host }) };
  }
  if (body.kind === "html") return { kind: "unreadable", reason: "html", ...facts };
  switch (status) {
    case 401:
      return { kind: "unauthorized", ...facts };
    case 403:
      return { kind: "forbidden", ...facts };
    case 404: {
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
      return { kind: "server", ...facts };
  }
}

/** The host a redirect leads to, if it leads to a web server at all. */
function redirectHost(url: URL, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  return target.protocol === "https:" || target.protocol === "http:" ? target.host : undefined;
}

type Words = Pick<Facts, "code" | "message" | "details" | "inner_error">;

/** The service's own words of §2.9, each only where it is there and readable. */
function readWords(body: Body): { readonly facts: Words; readonly existingId: string | undefined } {
  const parsed = body.kind === "json" ? ErrorBody.safeParse(body.value) : undefined;
  if (parsed?.success !== true) return { facts: {}, existingId: undefined };
  const { code, message, details, inner_error, existing_id: existingId } = parsed.data;
  const facts: Words = {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(details === undefined ? {} : { details }),
    ...(inner_error === undefined ? {} : { inner_error }),
  };
  return { facts, existingId };
}
