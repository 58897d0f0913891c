import type { ErrorDetail } from "./schemas.ts";

/**
 * Effect of a failed request on the service. `no`: none, because the request was never sent or only reads data.
 * `refused`: none, according to the service's reply. `unknown`: the service may have executed the request.
 */
export type RequestEffect = "no" | "refused" | "unknown";

/** Fields of the service's error body (interface.md §2.9). The texts must be shown as plain text. */
export interface ErrorBodyFields {
  readonly code?: string;
  readonly message?: string;
  /** The `details` of the error body (interface.md §2.9), or all texts of a body that has a different shape. */
  readonly details?: readonly ErrorDetail[];
  readonly inner_error?: ErrorDetail;
}

export interface ResponseFacts extends ErrorBodyFields {
  readonly status?: number;
}

export interface CommonErrorFields extends ResponseFacts {
  readonly sent: RequestEffect;
}

/**
 * Every possible failure of a request (interface.md §7), as data. Contains no secrets, so that it can be stored and
 * sent to the webview. Cancellation isn't a failure but a separate {@link Outcome}.
 */
export type ApiError =
  /** Status 401, or no token could be sent. In the latter case, `sent` is "no" and `reason` is set. */
  | (CommonErrorFields & { readonly kind: "unauthorized"; readonly reason?: TokenProblem })
  /**
   * Status 403. `inProject` is set if the request named a project. The token may belong to a different project
   * (interface.md §1), but the response doesn't reveal that.
   */
  | (CommonErrorFields & { readonly kind: "forbidden"; readonly inProject?: true })
  /**
   * Status 404, or status 410 for a request that doesn't create an object. `missing` is set if the service itself,
   * and not a proxy or gateway, reported that the object doesn't exist.
   */
  | (CommonErrorFields & { readonly kind: "notFound"; readonly missing?: "resource" | "project" })
  /** Status 409. `existing_id` is set if the body names the existing connection (interface.md §4.1). */
  | (CommonErrorFields & { readonly kind: "conflict"; readonly existing_id?: string })
  /** Status 400, 413, 415 or 422, or an invalid request that wasn't sent. The latter has a `reason` and `sent` "no". */
  | (CommonErrorFields & { readonly kind: "invalid"; readonly reason?: InvalidReason })
  /** Status 429, or 503 with `Retry-After`. */
  | (CommonErrorFields & { readonly kind: "limited"; readonly retryAfterSeconds?: number })
  /** The connection failed or was lost. `reason` is a system error code, such as `ECONNREFUSED`, or `UNKNOWN`. */
  | (CommonErrorFields & { readonly kind: "offline"; readonly reason: string; readonly host: string })
  /**
   * No complete response arrived within `afterMs` milliseconds. If `idle` is set, the response was a stream that
   * delivered no data for that long.
   */
  | (CommonErrorFields & {
      readonly kind: "timeout";
      readonly afterMs: number;
      readonly host: string;
      readonly idle?: true;
    })
  | (CommonErrorFields & { readonly kind: "certificate"; readonly reason: string; readonly host: string })
  /** A proxy requires authentication (407). */
  | (CommonErrorFields & { readonly kind: "proxyLogin" })
  /** A proxy rejected the request. `proxyStatus` is the status of the proxy's response, if known. */
  | (CommonErrorFields & { readonly kind: "proxyRefused"; readonly proxyStatus?: number })
  /** Status 3xx. Only the host of the redirect target is kept. */
  | (CommonErrorFields & { readonly kind: "redirected"; readonly host?: string })
  /** The response exceeds `capBytes`. Larger responses aren't parsed. */
  | (CommonErrorFields & { readonly kind: "tooLarge"; readonly capBytes: number })
  /** The response doesn't match the API description (interface.md §4). */
  | (CommonErrorFields & { readonly kind: "unreadable"; readonly reason: UnreadableReason })
  /** Any other 4xx status. The service did nothing, and `message` contains the reason. */
  | (CommonErrorFields & { readonly kind: "refused" })
  /** Status 408, 5xx, or an invalid status. */
  | (CommonErrorFields & { readonly kind: "server" });

/**
 * The reason why no token can be sent: no token is stored, the store can't be read, or the stored token isn't a valid
 * header value.
 */
export type TokenProblem = "missing" | "store" | "malformed";

/** The invalid part of a request: its body or query, an id or name in the path, the base URL, or the project id. */
export type InvalidReason = "request" | "pathSegment" | "baseUrl" | "project";

/**
 * The reason why a response is unreadable. `html`: the response is an HTML page, which the API never sends. `protocol`:
 * the response isn't HTTP. `encoding`: the body is unexpectedly compressed or isn't UTF-8. `json`: the body isn't JSON
 * within the size limits. `shape`: the JSON doesn't match interface.md §2.
 */
export type UnreadableReason = "html" | "protocol" | "encoding" | "json" | "shape";

export type ApiErrorOf<Kind extends ApiError["kind"]> = Extract<ApiError, { readonly kind: Kind }>;

/** Remaining requests in the current minute, and the limit per minute (`X-RateLimit-…` headers). */
export interface RateLimit {
  readonly remaining: number;
  readonly limit?: number;
}

export interface SuccessOutcome<T> {
  readonly kind: "ok";
  readonly value: T;
  /** The body as received, including unknown fields. `undefined` if there is no body or it may contain secrets. */
  readonly raw: unknown;
  readonly status: number;
  /** Time of the response according to the service's clock (`Date` header), in milliseconds since 1970. */
  readonly answeredAt?: number;
  readonly rate?: RateLimit;
}

export type FailureOutcome =
  | {
      readonly kind: "cancelled";
      readonly sent: "no" | "unknown";
      readonly value?: undefined;
      readonly error?: undefined;
    }
  | { readonly kind: "failed"; readonly error: ApiError; readonly value?: undefined };

/** Result of an operation. Failures are values instead of exceptions, so that callers can't overlook them. */
export type Outcome<T> = SuccessOutcome<T> | FailureOutcome;

export type SettledOutcome<T> = Exclude<Outcome<T>, { readonly kind: "cancelled" }>;

/**
 * Retry category of a failed attempt. `never`: a retry would fail too. `notSent`: the request never reached the
 * service. `refused`: the service did nothing and may accept a retry. `late`: the service timed out while receiving
 * the request (408). `ambiguous`: the service may have executed the request. `unreadable`: the request succeeded, but
 * its response can't be read.
 */
export type RetryClass = "never" | "notSent" | "refused" | "late" | "ambiguous" | "unreadable";

type WithoutSent<Error> = Error extends ApiError ? Omit<Error, "sent"> : never;

/** A failed attempt to send a request. `error` has no `sent` yet, because `sent` also depends on the operation. */
export interface AttemptFailure {
  readonly kind: "failed";
  readonly error: WithoutSent<ApiError>;
  /**
   * `not`: the request never reached the service. `refused`: the service did nothing. `perhaps`: the service may have
   * executed the request.
   */
  readonly reached: "not" | "refused" | "perhaps";
  readonly retry: RetryClass;
  /** Delay from a valid `Retry-After` header, in milliseconds. */
  readonly retryAfterMs?: number;
}
