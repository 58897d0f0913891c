import { singleHeader } from "./body.ts";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse, DispatcherSource, HttpMethod } from "./dispatcher.ts";
import type {
  ApiError,
  AttemptFailure,
  Outcome,
  RequestEffect,
  TokenProblem,
  SuccessOutcome,
  RateLimit,
} from "./errors.ts";
import { sendOnce, type SuccessResponse } from "./sendOnce.ts";
import type { OperationInput, Operation } from "./operation.ts";
import { canReplay, retryDelay, type RetryPolicy, type RetryBudget } from "./retryPolicy.ts";
import { parseHttpDate } from "./statusFailure.ts";
import { checkToken } from "./token.ts";
import { untilAborted } from "./untilAborted.ts";

/** Log entry for one attempt. Never contains the token, a resource name or text from the service. */
export interface LogEvent {
  readonly method: HttpMethod;
  /** Path template from interface.md §4, such as `/profiles/{id_or_name}`, without a query. */
  readonly path: string;
  readonly status?: number;
  readonly kind: "ok" | "cancelled" | ApiError["kind"];
  /** A system error code such as `ECONNREFUSED`, or the reason why a response is unreadable. */
  readonly reason?: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  readonly ms: number;
}

export interface ClientConfig {
  readonly dispatchers: DispatcherSource;
  /** Loads the token that is stored for exactly this origin. Called once per operation, and again after a 401. */
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly userAgent: string;
  /** Project id that is sent with every request. If missing, the service uses the default project. */
  readonly projectId?: string;
  readonly log?: (event: LogEvent) => void;
  /** Called after a 401 with the token that was sent, even if another token has been stored in the meantime. */
  readonly onTokenRejected?: (token: string) => void;
  readonly onTokenAccepted?: (token: string) => void;
  readonly clock: Clock;
  readonly budget: RetryBudget;
  /** If set, requests wait until a rate limit ends instead of failing. Set by the command line. */
  readonly rateLimitWait?: RateLimitWait;
}

export interface RateLimitWait {
  readonly signal: AbortSignal;
  readonly onWait: (ms: number) => void;
}

/** Longest `Retry-After` delay that a request waits for, in milliseconds. */
const maxRateLimitWaitMs = 5 * 60_000;
/** Maximum number of waits per operation, so that a service can't block a command forever. */
const maxRateLimitWaits = 10;

interface CallRequest<Input extends OperationInput, Value> {
  readonly operation: Operation<Input, Value>;
  readonly input: Input;
  readonly url: URL;
  /** JSON. */
  readonly body: string | undefined;
  /** True if a rate-limited request fails immediately instead of being resent after the delay in `Retry-After`. */
  readonly failOnRateLimit: boolean;
  /** Signals that cancel a stream after its head has arrived. */
  readonly cancelSignals: readonly AbortSignal[];
}

/**
 * Sends a request and retries it according to the operation's policy. Never rejects. After a 401, retries once if a
 * different token is stored now.
 */
export async function sendWithRetries<Input extends OperationInput, Value>(
  { operation, input, failOnRateLimit, ...request }: CallRequest<Input, Value>,
  config: ClientConfig,
  signal: AbortSignal,
): Promise<Outcome<Value>> {
  const { method, policy, template } = operation;
  const { clock, dispatchers, rateLimitWait, projectId, userAgent } = config;
  const first = await readToken(config, request.url.origin, signal);
  if (signal.aborted) return { kind: "cancelled", sent: "no" };
  if ("problem" in first) {
    return { kind: "failed", error: { kind: "unauthorized", sent: "no", reason: first.problem } };
  }
  let { token } = first;
  let startedAt = clock.now();
  let retries = 0;
  let waits = 0;
  let isTokenReloaded = false;
  let isReplayed = false;
  /** The first failed attempt that the service may have executed. */
  let firstUncertain: { readonly since: number; readonly token: string } | undefined;
  const cancelled = (perhaps: boolean): Outcome<never> => ({
    kind: "cancelled",
    sent: policy.hasEffect && perhaps ? "unknown" : "no",
  });
  const canRetry = (): boolean => {
    const now = clock.now();
    if (firstUncertain !== undefined && !canReplay(policy, now - firstUncertain.since, now - startedAt))
      return false;
    return now - startedAt < policy.operationMs;
  };
  for (let attempt = 1; ; attempt++) {
    const attemptStart = clock.now();
    const timeoutMs = Math.min(policy.attemptMs, policy.operationMs - (attemptStart - startedAt));
    const sent = await sendOnce({
      ...request,
      operation,
      dispatchers,
      token,
      projectId,
      userAgent,
      timeoutMs,
      clock,
      signal,
    });
    const result = sent.kind === "success" ? readSuccess(operation, sent, input) : sent;
    const ms = Math.max(0, clock.now() - attemptStart);
    notifyListeners(config, token, { method, path: template, ...logSummary(result), attempt, ms });
    if (result.kind === "ok") return result;
    if (result.kind === "cancelled") return cancelled(firstUncertain !== undefined || result.dispatched);
    // Compute the outcome now, because `firstUncertain` must still refer to an earlier attempt and not to this one.
    const outcome = finalOutcome(operation, withProjectFlag(result, projectId), firstUncertain, token);
    if (result.error.kind === "unauthorized" && !isTokenReloaded) {
      isTokenReloaded = true;
      const next = await readToken(config, request.url.origin, signal);
      if ("token" in next && next.token !== token) {
        token = next.token;
        if (canRetry()) continue;
      }
    }
    if (isReplayed && policy.replay !== undefined) return outcome;
    const { retryAfterMs = Infinity } = result;
    const isLimited = result.error.kind === "limited" && result.reached === "refused";
    const isShort = retryAfterMs <= maxRateLimitWaitMs;
    if (rateLimitWait !== undefined && isLimited && isShort && waits++ < maxRateLimitWaits) {
      // Wait at least one second, because some services round the delay down.
      const waitMs = Math.max(1000, retryAfterMs);
      rateLimitWait.onWait(waitMs);
      const stop = AbortSignal.any([rateLimitWait.signal, signal]);
      if (!(await clock.sleep(waitMs, stop))) return cancelled(firstUncertain !== undefined);
      startedAt += waitMs;
      continue;
    }
    const remainingMs = policy.operationMs - (clock.now() - startedAt);
    const delay = retryDelay(result, policy, { retries, remainingMs, failOnRateLimit }, config);
    if (delay === undefined) return outcome;
    isReplayed ||= result.reached === "perhaps";
    if (policy.hasEffect && result.reached === "perhaps") firstUncertain ??= { since: clock.now(), token };
    if (!(await clock.sleep(delay, signal))) return cancelled(firstUncertain !== undefined);
    // The sleep may have taken longer than requested, for example on a suspended laptop.
    if (!canRetry()) return outcome;
    retries++;
  }
}

/** Calls the listeners. Their exceptions are ignored, because no operation may reject. */
function notifyListeners(
  { log, onTokenAccepted, onTokenRejected }: ClientConfig,
  token: string,
  event: LogEvent,
): void {
  ignoreErrors(() => log?.(event));
  if (event.kind === "ok") ignoreErrors(() => onTokenAccepted?.(token));
  if (event.kind === "unauthorized") ignoreErrors(() => onTokenRejected?.(token));
}

function ignoreErrors(listener: () => void): void {
  try {
    listener();
  } catch {
    // Ignore the error, because a listener must not make the operation reject.
  }
}

/**
 * Returns the token to send, or the reason why no token can be sent. If the signal aborts, returns "missing", which the
 * caller ignores after an abort.
 */
async function readToken(
  { token }: ClientConfig,
  origin: string,
  signal: AbortSignal,
): Promise<{ readonly token: string } | { readonly problem: TokenProblem }> {
  let stored;
  try {
    stored = await untilAborted(loadToken(token, origin), signal);
  } catch (error) {
    if (signal.aborted) return { problem: "missing" };
    throw error;
  }
  if ("problem" in stored) return stored;
  if (stored.token === undefined) return { problem: "missing" };
  const checked = checkToken(stored.token);
  return checked.ok ? { token: checked.token } : { problem: "malformed" };
}

/** Loads the stored token. Only an error of the token store itself is reported as "store". */
async function loadToken(
  token: ClientConfig["token"],
  origin: string,
): Promise<{ readonly token: string | undefined } | { readonly problem: "store" }> {
  try {
    return { token: await token(origin) };
  } catch {
    return { problem: "store" };
  }
}

function readSuccess<Input extends OperationInput, Value>(
  { caps, raw, ...operation }: Operation<Input, Value>,
  { head, body, stream }: SuccessResponse,
  input: Input,
): SuccessOutcome<Value> | AttemptFailure {
  const status = head.statusCode;
  const opened = stream && operation.openStream?.(stream);
  const reading =
    opened === undefined
      ? operation.read(body, head.headers, input)
      : ({ kind: "ok", value: opened, raw: undefined } as const);
  const perhaps = { kind: "failed", reached: "perhaps" } as const;
  switch (reading.kind) {
    case "ok":
      return {
        ...reading,
        ...(raw === "secret" && { raw: undefined }),
        status,
        ...parseAnsweredAt(head.headers),
        ...parseRateLimit(head.headers),
      };
    case "tooLarge":
      return { ...perhaps, error: { kind: "tooLarge", status, capBytes: caps.bytes }, retry: "never" };
    case "unreadable":
      return { ...perhaps, error: { ...reading, status }, retry: "unreadable" };
  }
}

function parseAnsweredAt(headers: DispatchedResponse["headers"]): { readonly answeredAt?: number } {
  const time = parseHttpDate(singleHeader(headers, "date") ?? "");
  if (time === undefined) return {};
  return { answeredAt: time };
}

function parseRateLimit(headers: DispatchedResponse["headers"]): { readonly rate?: RateLimit } {
  const read = (name: string): number | undefined => {
    const text = singleHeader(headers, name)?.trim() ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const [limit, remaining] = [read("x-ratelimit-limit"), read("x-ratelimit-remaining")];
  if (remaining === undefined) return {};
  return { rate: { remaining, ...(limit !== undefined && { limit }) } };
}

function logSummary(
  result: { readonly kind: "ok"; readonly status: number } | { readonly kind: "cancelled" } | AttemptFailure,
): Pick<LogEvent, "kind" | "status" | "reason"> {
  if (result.kind === "cancelled") return { kind: "cancelled" };
  const { kind, status } = result.kind === "ok" ? result : result.error;
  const reason = result.kind === "failed" && "reason" in result.error ? result.error.reason : undefined;
  return { kind, ...(status !== undefined && { status }), ...(reason !== undefined && { reason }) };
}

function withProjectFlag(failure: AttemptFailure, projectId: string | undefined): AttemptFailure {
  if (failure.error.kind === "forbidden" && projectId !== undefined)
    return { ...failure, error: { ...failure.error, inProject: true } };
  return failure;
}

/**
 * Returns the outcome of an operation after its last attempt failed. `uncertain` is an earlier attempt that the
 * service may have executed.
 */
function finalOutcome<Value>(
  { resultIfGone, policy }: Operation<never, Value>,
  { error, reached }: AttemptFailure,
  uncertain: { readonly token: string } | undefined,
  token: string,
): Outcome<Value> {
  const isGone = error.kind === "notFound" && error.missing === "resource";
  // Check the token, because another token may belong to a different project, in which the resource never existed.
  if (isGone && uncertain?.token === token && resultIfGone !== undefined)
    return { kind: "ok", ...resultIfGone, raw: undefined, status: 404 };
  // Only a conflict or `resource_in_use` proves that no attempt has taken effect.
  const provesNoEffect = error.kind === "conflict" || error.code === "resource_in_use";
  const perhaps = reached === "perhaps" || (uncertain !== undefined && !provesNoEffect);
  return { kind: "failed", error: { ...error, sent: requestEffect(policy, perhaps ? "perhaps" : reached) } };
}

function requestEffect({ hasEffect }: RetryPolicy, reached: AttemptFailure["reached"]): RequestEffect {
  if (reached === "refused") return "refused";
  if (hasEffect && reached === "perhaps") return "unknown";
  return "no";
}
