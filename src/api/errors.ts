import type { ErrorDetail } from "./schemas.ts";

/**
 * Whether a failed request can have had an effect:
 * - `no`: it cannot, for it never left, or it only reads;
 * - `refused`: the service answered that it did nothing;
 * - `unknown`: it may have been carried out.
 */
export type RequestEffect = "no" | "refused" | "unknown";

/** What every failure keeps. Texts are the service's own words (§2.9) and must be shown as plain text only. */
export interface CommonErrorFields {
  readonly sent: RequestEffect;
  readonly status?: number;
  /** `code` of the error body (§2.9). */
  readonly code?: string;
  /** `message` of the error body (§2.9). */
  readonly message?: string;
  /** §2.9; of an error body of another shape, every text in it. */
  readonly details?: readonly ErrorDetail[];
  readonly inner_error?: ErrorDetail;
}

/**
 * Every way a request can fail (§7), as data: it can be stored and handed to the webview, and holds nothing
 * secret. Cancellation is not among them; see {@link Outcome}.
 */
export type ApiError =
  /** 401; or no token can be sent (`sent: "no"`), and then `reason` says why. */
  | (CommonErrorFields & { readonly kind: "unauthorized"; readonly reason?: TokenProblem })
  /** 403; `inProject` where the request named a project: the token may be one of another (§1), which nothing in it says. */
  | (CommonErrorFields & { readonly kind: "forbidden"; readonly inProject?: true })
  /** 404, or 410 but to a create; `missing` says what is not there, where the service itself says so. */
  | (CommonErrorFields & { readonly kind: "notFound"; readonly missing?: "resource" | "project" })
  /** 409; `existing_id` where the body names the existing connection (§4.1). */
  | (CommonErrorFields & { readonly kind: "conflict"; readonly existing_id?: string })
  /** 400, 413, 415, 422; or a value that cannot be sent at all (`sent: "no"`), and then `reason` says which. */
  | (CommonErrorFields & { readonly kind: "invalid"; readonly reason?: InvalidReason })
  /** 429, or 503 with `Retry-After`; seconds until the service wants to be asked again, where it said so. */
  | (CommonErrorFields & { readonly kind: "limited"; readonly retryAfterSeconds?: number })
  /** No connection, or it broke; `reason` is the system's code, such as `ECONNREFUSED`, or `UNKNOWN`. */
  | (CommonErrorFields & { readonly kind: "offline"; readonly reason: string; readonly host: string })
  /** No complete answer within the time allowed, in milliseconds; or (`idle`) nothing more of a stream for as long. */
  | (CommonErrorFields & {
      readonly kind: "timeout";
      readonly afterMs: number;
      readonly host: string;
      readonly idle?: true;
    })
  | (CommonErrorFields & { readonly kind: "certificate"; readonly reason: string; readonly host: string })
  /** A proxy on the way asks for a login (407). */
  | (CommonErrorFields & { readonly kind: "proxyLogin" })
  /** A proxy on the way answered in place of the service, with another status where that is known. */
  | (CommonErrorFields & { readonly kind: "proxyRefused"; readonly proxyStatus?: number })
  /** 3xx; only the host of the target is kept. */
  | (CommonErrorFields & { readonly kind: "redirected"; readonly host?: string })
  /** The answer is longer than the cap, in bytes. */
  | (CommonErrorFields & { readonly kind: "tooLarge"; readonly capBytes: number })
  /** The answer is not what §4 describes. */
  | (CommonErrorFields & { readonly kind: "unreadable"; readonly reason: UnreadableReason })
  /** Every other 4xx: what was asked was not done, and its words say why. */
  | (CommonErrorFields & { readonly kind: "refused" })
  /** 408, 5xx, and every status that is none. */
  | (CommonErrorFields & { readonly kind: "server" });

/** Why no token can be sent: none is kept, the store cannot be read, or what is kept cannot stand in a header. */
export type TokenProblem = "missing" | "store" | "malformed";

/**
 * What cannot be sent: the request's body or query, the id or name in the path, or anything to this base URL, or in this
 * project.
 */
export type InvalidReason = "request" | "pathSegment" | "baseUrl" | "project";

/**
 * What is wrong with an answer: `html` came from something other than the API, `protocol` is not HTTP, `encoding`
 * is compressed against our wish or not UTF-8, `json` is no JSON of a sane size, `shape` is other JSON than §2's.
 */
export type UnreadableReason = "html" | "protocol" | "encoding" | "json" | "shape";

/** What became of a request: never an exception, so that no failure can be forgotten. */
export type Outcome<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      /** The body as received, unknown fields included; `undefined` where there is none. */
      readonly raw: unknown;
      readonly status: number;
      /** When it was answered by the service's clock, in milliseconds since 1970, where it said so (`Date`). */
      readonly answeredAt?: number;
      /** How many requests the service still answers in this minute, and in each one, where it said so (`X-RateLimit-…`). */
      readonly rate?: { readonly remaining: number; readonly limit?: number };
    }
  | { readonly kind: "cancelled"; readonly sent: "no" | "unknown" }
  | { readonly kind: "failed"; readonly error: ApiError };

/**
 * What a failed attempt means for another one:
 * - `never`: it would end the same way;
 * - `notSent`: the service cannot have seen it;
 * - `refused`: the service did nothing and may do it later;
 * - `late`: the service did not wait for all of it (408), and leaves open how far it had come;
 * - `ambiguous`: it may have been carried out;
 * - `unreadable`: the service said yes, in words that cannot be read.
 */
export type RetryClass = "never" | "notSent" | "refused" | "late" | "ambiguous" | "unreadable";

type WithoutSent<Error> = Error extends ApiError ? Omit<Error, "sent"> : never;

/** One attempt that failed. What was `sent` with it depends on the operation, too. */
export interface AttemptFailure {
  readonly kind: "failed";
  readonly error: WithoutSent<ApiError>;
  /** How far it came: `not` to the service at all, to one that `refused` it, or `perhaps` to being carried out. */
  readonly reached: "not" | "refused" | "perhaps";
  readonly retry: RetryClass;
  /** What a valid `Retry-After` asks for. */
  readonly retryAfterMs?: number;
}
