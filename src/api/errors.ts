import type { ErrorDetail } from "./schemas.ts";

/**
 * Effect of a failed request: `no` if it was never sent or only reads, `refused` if the service answered that it did
 * nothing, `unknown` if the service may have executed it.
 */
export type RequestEffect = "no" | "refused" | "unknown";

/** Fields of every failure. Texts come from the service (interface.md §2.9) and must be shown as plain text. */
export interface CommonErrorFields {
  readonly sent: RequestEffect;
  readonly status?: number;
  /** `code` of the error body (§2.9). */
  readonly code?: string;
  /** `message` of the error body (§2.9). */
  readonly message?: string;
  /** Details of §2.9, or every text of an error body with another shape. */
  readonly details?: readonly ErrorDetail[];
  readonly inner_error?: ErrorDetail;
}

/**
 * Every failure of a request (§7), as data. Contains no secrets, so that it can be stored and sent to the webview.
 * Cancellation is an {@link Outcome} instead.
 */
export type ApiError =
  /** 401. If no token could be sent (`sent: "no"`), `reason` is set. */
  | (CommonErrorFields & { readonly kind: "unauthorized"; readonly reason?: TokenProblem })
  /**
   * 403. `inProject` is set if the request named a project. The token may belong to another project (§1), which the
   * response doesn't reveal.
   */
  | (CommonErrorFields & { readonly kind: "forbidden"; readonly inProject?: true })
  /** 404, or 410 except for a creation. `missing` is set if the service itself reports what is missing. */
  | (CommonErrorFields & { readonly kind: "notFound"; readonly missing?: "resource" | "project" })
  /** 409. `existing_id` is set if the body names the existing connection (§4.1). */
  | (CommonErrorFields & { readonly kind: "conflict"; readonly existing_id?: string })
  /** 400, 413, 415 or 422. If the request couldn't be sent (`sent: "no"`), `reason` is set. */
  | (CommonErrorFields & { readonly kind: "invalid"; readonly reason?: InvalidReason })
  /** 429, or 503 with `Retry-After`. */
  | (CommonErrorFields & { readonly kind: "limited"; readonly retryAfterSeconds?: number })
  /** The connection failed or broke. `reason` is the system error code, such as `ECONNREFUSED`, or `UNKNOWN`. */
  | (CommonErrorFields & { readonly kind: "offline"; readonly reason: string; readonly host: string })
  /** No complete response within `afterMs` milliseconds, or (`idle`) no data on a stream for that long. */
  | (CommonErrorFields & {
      readonly kind: "timeout";
      readonly afterMs: number;
      readonly host: string;
      readonly idle?: true;
    })
  | (CommonErrorFields & { readonly kind: "certificate"; readonly reason: string; readonly host: string })
  /** A proxy requires authentication (407). */
  | (CommonErrorFields & { readonly kind: "proxyLogin" })
  /** A proxy rejected the request. `proxyStatus` is its status, if known. */
  | (CommonErrorFields & { readonly kind: "proxyRefused"; readonly proxyStatus?: number })
  /** 3xx. Only the target's host is kept. */
  | (CommonErrorFields & { readonly kind: "redirected"; readonly host?: string })
  /** The response exceeds the cap, in bytes. */
  | (CommonErrorFields & { readonly kind: "tooLarge"; readonly capBytes: number })
  /** The response isn't one that §4 describes. */
  | (CommonErrorFields & { readonly kind: "unreadable"; readonly reason: UnreadableReason })
  /** Any other 4xx. The service did nothing, and `message` contains the reason. */
  | (CommonErrorFields & { readonly kind: "refused" })
  /** 408, 5xx, and invalid statuses. */
  | (CommonErrorFields & { readonly kind: "server" });

/**
 * Why no token can be sent: none is stored, the store can't be read, or the stored token isn't a valid header value.
 */
export type TokenProblem = "missing" | "store" | "malformed";

/** The invalid part of a request: its body or query, an id or name in the path, the base URL, or the project id. */
export type InvalidReason = "request" | "pathSegment" | "baseUrl" | "project";

/**
 * Why a response is unreadable: `html` didn't come from the API, `protocol` isn't HTTP, `encoding` is unexpectedly
 * compressed or not UTF-8, `json` isn't JSON within the size limits, `shape` doesn't match §2.
 */
export type UnreadableReason = "html" | "protocol" | "encoding" | "json" | "shape";

/** Result of an operation. Never an exception, so that no failure can be overlooked. */
export type Outcome<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      /** The body as received, including unknown fields. `undefined` if there is no body or it may contain secrets. */
      readonly raw: unknown;
      readonly status: number;
      /** Time of the response by the service's clock (`Date` header), in milliseconds since 1970. */
      readonly answeredAt?: number;
      /** Remaining requests in this minute and limit per minute (`X-RateLimit-…` headers). */
      readonly rate?: { readonly remaining: number; readonly limit?: number };
    }
  | { readonly kind: "cancelled"; readonly sent: "no" | "unknown" }
  | { readonly kind: "failed"; readonly error: ApiError };

/**
 * Retry category of a failed attempt: `never` would fail again, `notSent` never reached the service, `refused` did
 * nothing and may succeed later, `late` timed out at the service while it was being received (408), `ambiguous` may
 * have been executed, `unreadable` succeeded with an unreadable response.
 */
export type RetryClass = "never" | "notSent" | "refused" | "late" | "ambiguous" | "unreadable";

type WithoutSent<Error> = Error extends ApiError ? Omit<Error, "sent"> : never;

/** A failed attempt. Its `sent` also depends on the operation. */
export interface AttemptFailure {
  readonly kind: "failed";
  readonly error: WithoutSent<ApiError>;
  /** `not` at the service, `refused` by the service, or `perhaps` executed. */
  readonly reached: "not" | "refused" | "perhaps";
  readonly retry: RetryClass;
  /** From a valid `Retry-After`. */
  readonly retryAfterMs?: number;
}
