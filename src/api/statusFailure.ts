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
  /** The token that was sent, which nothing of an answer may show. */
  readonly secret: SecretMask;
}

/** Statuses that a later attempt does not change, although they are 5xx: not implemented, HTTP version. */
const permanentStatuses = new Set([501, 505]);

interface RequestInfo {
  readonly url: URL;
  /** Whether something was to be added to what the path stands for. */
  readonly isCreation: boolean;
  readonly errorFields: readonly "existing_id"[];
}

/**
 * What an answer outside 2xx means (§7). The status decides, the body only adds words; but a page of HTML is not
 * the API's answer, whatever its status. `now` is in milliseconds since 1970.
 */
export function statusFailure(info: RequestInfo, answer: ErrorResponse, now: number): AttemptFailure {
  const { status, headers, body } = answer;
  const value = singleHeader(headers, "retry-after");
  const retryAfterMs =
    value === undefined ? undefined : parseRetryAfter(value, singleHeader(headers, "date"), now);
  const { facts, existingId } = parseErrorBody(body);
  const own = info.errorFields.includes("existing_id") ? existingId : undefined;
  return {
    kind: "failed",
    error: toError(info, answer, { status, ...facts }, own, retryAfterMs),
    reached: provesNoEffect(status, retryAfterMs) ? "refused" : "perhaps",
    retry: retryClass(status, retryAfterMs),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** 408 leaves open how far the service had come; a redirect or a 5xx tells nothing. */
function provesNoEffect(status: number, retryAfterMs: number | undefined): boolean {
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && retryAfterMs !== undefined);
}

function retryClass(status: number, retryAfterMs: number | undefined): RetryClass {
  if (status === 408) return "late";
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== undefined)) return "refused";
  return status >= 500 && status < 600 && !permanentStatuses.has(status) ? "ambiguous" : "never";
}

function toError(
  { url, isCreation: adds }: RequestInfo,
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
      // What a path names may be gone for good; of a list that is added to nothing is.
      if (status === 410 && adds) return { kind: "refused", ...facts };
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

/** The host a redirect leads to, if it leads to a web server at all, and its name is a host's and not the token. */
function redirectHost(url: URL, location: string | undefined, secret: SecretMask): string | undefined {
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  if (!isValidHost(target) || secret.matchesHost(target.host)) return undefined;
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

interface ParsedErrorBody {
  readonly facts: Pick<CommonErrorFields, "code" | "message" | "details" | "inner_error">;
  /** `existing_id` of the conflict of §4.1. */
  readonly existingId: string | undefined;
}

/** Code points of a text that stands elsewhere than §2.9 says: whoever answered, its page is not shown. */
const maxDetailLength = 200;
const maxDetails = 50;

/**
 * Reads what an answer says. `code`, `message` and `existing_id`, which decide things, are taken from where §2.9 and
 * §4.1 put them alone; every other text only becomes a detail, under the name of its field.
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
  // Beside those of §2.9 these are the fields where services say more; elsewhere are ids and the like.
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

/** Every text in a value, in its order: what is a detail of §2.9 as one, everything else with its field before it. */
function collectDetails(value: unknown, field?: string): readonly ErrorDetail[] {
  if (typeof value === "string") {
    if (value.trim() === "") return [];
    return [{ message: excerpt(field === undefined ? value : `${field}: ${value}`) }];
  }
  if (Array.isArray(value)) return value.flatMap((one) => collectDetails(one, field));
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

function excerpt(text: string): string {
  const points = Array.from(text.slice(0, 4 * maxDetailLength).trim());
  return points.length > maxDetailLength ? `${points.slice(0, maxDetailLength).join("")}…` : points.join("");
}

/**
 * What the service says is not there in answer to a path (404, 410): what the path names, or the project that the token works
 * in (§1, §7: `projects_disabled` and its like). `undefined` where the answer is no Error of §2.9, whose `code` and
 * `message` are both required: then anybody on the way may have sent it. This is the one place that tells them apart.
 */
function missingObject(body: ResponseBody): "resource" | "project" | undefined {
  const { code = "", message = "" } =
    (body.kind === "json" ? tryParse(ErrorBody, body.value)?.value : undefined) ?? {};
  if (code === "" || message === "") return undefined;
  return /^project/i.test(code) ? "project" : "resource";
}
