import { isValidHost } from "./baseUrl.ts";
import { type ResponseBody, singleHeader } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { CommonErrorFields, AttemptFailure, RetryClass } from "./errors.ts";
import type { SecretMask } from "./token.ts";
import { tryParse } from "./lenient.ts";
import { ErrorBody, type ErrorDetail } from "./schemas.ts";

interface ErrorResponse {
  readonly status: number;
  readonly headers: DispatchedResponse["headers"];
  readonly body: ResponseBody;
  /** Masks the token that was sent. */
  readonly secret: SecretMask;
}

/** 5xx statuses that a retry doesn't change: not implemented, HTTP version not supported. */
const permanentStatuses = new Set([501, 505]);

interface RequestInfo {
  readonly url: URL;
  /** True if the request adds an object to a collection. */
  readonly isCreation: boolean;
  readonly errorFields: readonly "existing_id"[];
}

/**
 * Classifies a response outside 2xx (interface.md §7). The status decides and the body only adds texts, but an HTML
 * page never comes from the API, whatever its status. `now` is in milliseconds since 1970.
 */
export function statusFailure(info: RequestInfo, answer: ErrorResponse, now: number): AttemptFailure {
  const { status, headers, body } = answer;
  const value = singleHeader(headers, "retry-after");
  const retryAfterMs =
    value === undefined ? undefined : parseRetryAfter(value, singleHeader(headers, "date"), now);
  const { facts, existingId } = parseErrorBody(body);
  const ownExistingId = info.errorFields.includes("existing_id") ? existingId : undefined;
  return {
    kind: "failed",
    error: toError(info, answer, { status, ...facts }, ownExistingId, retryAfterMs),
    reached: provesNoEffect(status, retryAfterMs) ? "refused" : "perhaps",
    retry: retryClass(status, retryAfterMs),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** True if the service did nothing. 408 leaves open how much was processed, and redirects and 5xx prove nothing. */
function provesNoEffect(status: number, retryAfterMs: number | undefined): boolean {
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && retryAfterMs !== undefined);
}

function retryClass(status: number, retryAfterMs: number | undefined): RetryClass {
  if (status === 408) return "late";
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== undefined)) return "refused";
  return status >= 500 && status < 600 && !permanentStatuses.has(status) ? "ambiguous" : "never";
}

function toError(
  { url, isCreation }: RequestInfo,
  { status, headers, body, secret }: ErrorResponse,
  facts: Omit<CommonErrorFields, "sent">,
  existingId: string | undefined,
  retryAfterMs: number | undefined,
): AttemptFailure["error"] {
  if (status === 407) return { kind: "proxyLogin", ...facts };
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const seconds = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
    return { kind: "limited", ...facts, ...seconds };
  }
  if (status >= 300 && status < 400) {
    const host = redirectHost(url, singleHeader(headers, "location"), secret);
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
      // An object can be gone for good, but a collection can't.
      if (status === 410 && isCreation) return { kind: "refused", ...facts };
      const missing = missingObject(body);
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

/**
 * Returns the host of a redirect if the target is http or https, and the host is valid and doesn't contain the token.
 */
function redirectHost(url: URL, location: string | undefined, secret: SecretMask): string | undefined {
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  if (!isValidHost(target) || secret.matchesHost(target.host)) return undefined;
  return target.protocol === "https:" || target.protocol === "http:" ? target.host : undefined;
}

const delaySecondsPattern = /^\d{1,10}$/;
const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the delay of a `Retry-After` header in milliseconds, at least 0, or `undefined` unless the value is whole
 * seconds or an HTTP date. A date is relative to the response's own `Date` header, so that a wrong clock on either side
 * doesn't matter, or else to `now` (milliseconds since 1970).
 */
export function parseRetryAfter(value: string, date: string | undefined, now: number): number | undefined {
  if (delaySecondsPattern.test(value)) return Number(value) * 1000;
  const until = parseHttpDate(value);
  if (until === undefined) return undefined;
  const from = (date === undefined ? undefined : parseHttpDate(date)) ?? now;
  return Math.max(0, until - from);
}

/** Parses a complete HTTP date into milliseconds since 1970. */
export function parseHttpDate(value: string): number | undefined {
  if (!httpDatePattern.test(value)) return undefined;
  const time = Date.parse(value);
  // Date.parse accepts 31 February as 3 March and ignores the day of the week.
  return !Number.isNaN(time) && new Date(time).toUTCString() === value ? time : undefined;
}

interface ParsedErrorBody {
  readonly facts: Pick<CommonErrorFields, "code" | "message" | "details" | "inner_error">;
  /** `existing_id` of a conflict (§4.1). */
  readonly existingId: string | undefined;
}

/** Maximum code points of a text outside §2.9's fields, so that no whole page of an unknown sender is shown. */
const maxDetailLength = 200;
const maxDetails = 50;

/**
 * Parses an error body. `code`, `message` and `existing_id`, which affect decisions, come only from their places in
 * §2.9 and §4.1. Any other text becomes a detail, prefixed with its field name.
 */
function parseErrorBody(body: ResponseBody): ParsedErrorBody {
  const value = body.kind === "unreadable" ? body.text : undefined;
  if (body.kind !== "json") return { facts: toDetails(value), existingId: undefined };
  const errorBody = tryParse(ErrorBody, body.value)?.value;
  if (errorBody === undefined) return { facts: toDetails(body.value), existingId: undefined };
  const { code, message, existing_id: existingId, inner_error: inner } = errorBody;
  if (code === undefined && message === undefined && inner === undefined) {
    return { facts: toDetails(body.value), existingId };
  }
  // Fields besides those of §2.9 in which services explain errors. Others contain ids and the like.
  const { details, detail, error, errors } = errorBody;
  const facts = {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...toDetails([details, { detail, error, errors }]),
    ...(inner === undefined ? {} : { inner_error: inner }),
  };
  return { facts, existingId };
}

function toDetails(value: unknown): Pick<CommonErrorFields, "details"> {
  const details = collectDetails(value).slice(0, maxDetails);
  return details.length === 0 ? {} : { details };
}

/**
 * Collects all texts of a value in order. Objects like a detail of §2.9 become one detail; other texts are prefixed
 * with their field name.
 */
function collectDetails(value: unknown, field?: string): readonly ErrorDetail[] {
  if (typeof value === "string") {
    if (value.trim() === "") return [];
    return [{ message: truncateDetail(field === undefined ? value : `${field}: ${value}`) }];
  }
  if (Array.isArray(value)) return value.flatMap((item) => collectDetails(item, field));
  if (typeof value !== "object" || value === null) return [];
  const parts: Readonly<Record<string, unknown>> = { ...value };
  const { code, message, ...rest } = parts;
  const own: ErrorDetail = { ...textField("code", code), ...textField("message", message) };
  const others = {
    ...(own.code === undefined && { code }),
    ...(own.message === undefined && { message }),
    ...rest,
  };
  return [
    ...(Object.keys(own).length === 0 ? [] : [own]),
    ...Object.entries(others).flatMap(([key, one]) => collectDetails(one, key)),
  ];
}

function textField(key: keyof ErrorDetail, value: unknown): ErrorDetail {
  return typeof value === "string" && value.trim() !== "" ? { [key]: value } : {};
}

function truncateDetail(text: string): string {
  const points = Array.from(text.slice(0, 4 * maxDetailLength).trim());
  return points.length > maxDetailLength ? `${points.slice(0, maxDetailLength).join("")}…` : points.join("");
}

/**
 * Returns what a 404 or 410 reports as missing: the object in the path, or the project of the token (§1, §7: codes such
 * as `projects_disabled`). Returns `undefined` unless the body is an error of §2.9 with both `code` and `message`,
 * because anything between client and service may have sent the response. No other code distinguishes the two.
 */
function missingObject(body: ResponseBody): "resource" | "project" | undefined {
  const { code = "", message = "" } =
    (body.kind === "json" ? tryParse(ErrorBody, body.value)?.value : undefined) ?? {};
  if (code === "" || message === "") return undefined;
  return /^project/i.test(code) ? "project" : "resource";
}
