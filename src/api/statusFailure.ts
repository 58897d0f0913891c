import { isValidHost } from "./baseUrl.ts";
import { type ResponseBody, singleHeader } from "./body.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { AttemptFailure, RetryClass, ErrorBodyFields, ResponseFacts } from "./errors.ts";
import type { SecretMask } from "./token.ts";
import { tryParse } from "./lenient.ts";
import { ErrorBody, type ErrorDetail } from "./schemas.ts";

interface ErrorResponse {
  readonly status: number;
  readonly headers: DispatchedResponse["headers"];
  readonly body: ResponseBody;
  /** Masks the token and other secrets of the request. */
  readonly secret: SecretMask;
}

/** 5xx statuses that are never retried, because they are permanent: not implemented, HTTP version not supported. */
const permanentStatuses = new Set([501, 505]);

interface RequestInfo {
  readonly url: URL;
  /** True if the request adds an object to a collection. */
  readonly isCreation: boolean;
  readonly errorFields: readonly "existing_id"[];
}

/**
 * Classifies a response with a status outside 2xx (interface.md §7). The status determines the kind of error, and the
 * body only adds texts. An HTML page never comes from the API, regardless of its status. `now` is in milliseconds
 * since 1970.
 */
export function statusFailure(info: RequestInfo, answer: ErrorResponse, now: number): AttemptFailure {
  const { status, headers, body } = answer;
  const value = singleHeader(headers, "retry-after");
  const retryAfterMs = parseRetryAfter(value, singleHeader(headers, "date"), now);
  const { facts, existingId } = parseErrorBody(body);
  const ownExistingId = info.errorFields.includes("existing_id") ? existingId : undefined;
  return {
    kind: "failed",
    error: toError(info, answer, { status, ...facts }, ownExistingId, retryAfterMs),
    reached: provesNoEffect(status, retryAfterMs) ? "refused" : "perhaps",
    retry: retryClass(status, retryAfterMs),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * True if the response proves that the service did nothing. A 408 doesn't show how much was processed, and redirects
 * and most 5xx responses prove nothing.
 */
function provesNoEffect(status: number, retryAfterMs: number | undefined): boolean {
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && retryAfterMs !== undefined);
}

function retryClass(status: number, retryAfterMs: number | undefined): RetryClass {
  if (status === 408) return "late";
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== undefined)) return "refused";
  if (status >= 500 && status < 600 && !permanentStatuses.has(status)) return "ambiguous";
  return "never";
}

function toError(
  { url, isCreation }: RequestInfo,
  { status, headers, body, secret }: ErrorResponse,
  facts: ResponseFacts,
  existingId: string | undefined,
  retryAfterMs: number | undefined,
): AttemptFailure["error"] {
  if (status === 407) return { kind: "proxyLogin", ...facts };
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const seconds = retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
    return { kind: "limited", ...facts, ...seconds };
  }
  if (status >= 300 && status < 400) {
    const host = redirectHost(url, singleHeader(headers, "location"), secret);
    return { kind: "redirected", ...facts, ...(host !== undefined && { host }) };
  }
  if (body.kind === "html") return { kind: "unreadable", reason: "html", ...facts };
  switch (status) {
    case 401:
      return { kind: "unauthorized", ...facts };
    case 403:
      return { kind: "forbidden", ...facts };
    case 404:
    case 410: {
      // A 410 for a creation isn't `notFound`, because an object can be permanently gone but a collection can't.
      if (status === 410 && isCreation) return { kind: "refused", ...facts };
      const missing = missingObject(body);
      return { kind: "notFound", ...facts, ...(missing !== undefined && { missing }) };
    }
    case 409:
      return { kind: "conflict", ...facts, ...(existingId !== undefined && { existing_id: existingId }) };
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
 * Returns the host of a redirect target. Returns `undefined` unless the target is http or https with a valid host
 * that doesn't contain the token.
 */
function redirectHost(url: URL, location: string | undefined, secret: SecretMask): string | undefined {
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  if (!isValidHost(target) || secret.matchesHost(target.host)) return undefined;
  if (target.protocol === "https:" || target.protocol === "http:") return target.host;
  return undefined;
}

const delaySecondsPattern = /^\d{1,10}$/;
const httpDatePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the delay from a `Retry-After` header in milliseconds, which is at least 0. Returns `undefined` unless the
 * value is a whole number of seconds or an HTTP date. A date is compared with the response's `Date` header, so that a
 * wrong clock on either side doesn't matter. Without that header, the date is compared with `now` (milliseconds since
 * 1970).
 */
export function parseRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (delaySecondsPattern.test(value)) return Number(value) * 1000;
  const until = parseHttpDate(value);
  if (until === undefined) return undefined;
  const from = parseHttpDate(date ?? "") ?? now;
  return Math.max(0, until - from);
}

/** Parses a complete HTTP date. Returns milliseconds since 1970, or `undefined` if the date is invalid. */
export function parseHttpDate(value: string): number | undefined {
  if (!httpDatePattern.test(value)) return undefined;
  const time = Date.parse(value);
  // Compare with the formatted date, because Date.parse accepts 31 February as 3 March and ignores the day of the
  // week.
  if (!Number.isNaN(time) && new Date(time).toUTCString() === value) return time;
  return undefined;
}

interface ParsedErrorBody {
  readonly facts: ErrorBodyFields;
  /** ID of the existing connection in a conflict (interface.md §4.1). */
  readonly existingId: string | undefined;
}

/**
 * Maximum length of an error text that isn't in a field from interface.md §2.9, in code points. Ensures that a whole
 * page from an unknown sender is never shown.
 */
const maxDetailLength = 200;
const maxDetails = 50;

/**
 * Parses an error body. `code`, `message` and `existing_id` affect decisions, so they are read only from the fields
 * specified in interface.md §2.9 and §4.1. Any other text becomes a detail with its field name as a prefix.
 */
function parseErrorBody(body: ResponseBody): ParsedErrorBody {
  if (body.kind === "unreadable") return { facts: toDetails(body.text), existingId: undefined };
  if (body.kind !== "json") return { facts: {}, existingId: undefined };
  const errorBody = tryParse(ErrorBody, body.value)?.value;
  if (errorBody === undefined) return { facts: toDetails(body.value), existingId: undefined };
  const { code, message, existing_id: existingId, inner_error: inner } = errorBody;
  if (code === undefined && message === undefined && inner === undefined) {
    return { facts: toDetails(body.value), existingId };
  }
  // Services also explain errors in these fields. Other fields contain ids and similar values.
  const { details, detail, error, errors } = errorBody;
  const facts = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...toDetails([details, { detail, error, errors }]),
    ...(inner !== undefined && { inner_error: inner }),
  };
  return { facts, existingId };
}

function toDetails(value: unknown): ErrorBodyFields {
  const details = collectDetails(value).slice(0, maxDetails);
  if (details.length === 0) return {};
  return { details };
}

/**
 * Collects all texts in a value, in order. An object with the fields of an error detail (interface.md §2.9) becomes one
 * detail. Any other text gets its field name as a prefix.
 */
function collectDetails(value: unknown, field?: string): readonly ErrorDetail[] {
  if (typeof value === "string") {
    if (value.trim() === "") return [];
    return [{ message: truncateDetail(field === undefined ? value : `${field}: ${value}`) }];
  }
  if (Array.isArray(value)) return value.flatMap((item) => collectDetails(item, field));
  if (typeof value !== "object" || value === null) return [];
  const parts: Readonly<Record<string, unknown>> = { ...value };
  const { code, message, ...otherFields } = parts;
  const ownDetail: ErrorDetail = { ...textField("code", code), ...textField("message", message) };
  const nestedFields = {
    ...(ownDetail.code === undefined && { code }),
    ...(ownDetail.message === undefined && { message }),
    ...otherFields,
  };
  return [
    ...[ownDetail].filter((detail) => Object.keys(detail).length > 0),
    ...Object.entries(nestedFields).flatMap(([key, fieldValue]) => collectDetails(fieldValue, key)),
  ];
}

function textField(key: keyof ErrorDetail, value: unknown): ErrorDetail {
  return typeof value === "string" && value.trim() !== "" ? { [key]: value } : {};
}

function truncateDetail(text: string): string {
  const points = Array.from(text.slice(0, 4 * maxDetailLength).trim());
  if (points.length > maxDetailLength) return `${points.slice(0, maxDetailLength).join("")}…`;
  return points.join("");
}

/**
 * Returns the kind of object that a 404 or 410 reports as missing: the resource in the path, or the project of the
 * token (interface.md §1, §7: codes such as `projects_disabled`). Only codes that start with "project" indicate the
 * project. Returns `undefined` if the body isn't a §2.9 error with both `code` and `message`, because such a body may
 * come from a proxy or gateway.
 */
function missingObject(body: ResponseBody): "resource" | "project" | undefined {
  if (body.kind !== "json") return undefined;
  const { code = "", message = "" } = tryParse(ErrorBody, body.value)?.value ?? {};
  if (code === "" || message === "") return undefined;
  if (/^project/i.test(code)) return "project";
  return "resource";
}
