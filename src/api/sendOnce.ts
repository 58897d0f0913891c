import {
  singleHeader,
  interpretBody,
  hasIdentityEncoding,
  readBodyBytes,
  type ResponseBody,
} from "./body.ts";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse, DispatcherSource } from "./dispatcher.ts";
import type { AttemptFailure } from "./errors.ts";
import { networkFailure } from "./networkFailure.ts";
import { hasPathParameter, type Operation } from "./operation.ts";
import { statusFailure } from "./statusFailure.ts";
import { ResponseStream } from "./stream.ts";
import { maskFor, maskForFields, type SecretMask } from "./token.ts";

interface ServiceRequest {
  readonly operation: Operation<never, unknown>;
  readonly dispatchers: DispatcherSource;
  readonly url: URL;
  /** The request body as JSON text. */
  readonly body: string | undefined;
  /** The token, already validated as a header value. */
  readonly token: string;
  readonly userAgent: string;
  /** The project id, already validated as a header value. */
  readonly projectId: string | undefined;
  /** Timeout for the head and body of the response, or for the head of a stream, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Signals that cancel a stream. Unlike `signal`, they also take effect after {@link sendOnce} has returned. */
  readonly cancelSignals: readonly AbortSignal[];
}

/** A 2xx response. If the response is a stream, the body hasn't been received yet. */
export interface SuccessResponse {
  readonly kind: "success";
  readonly head: DispatchedResponse;
  readonly body: ResponseBody;
  readonly stream?: ResponseStream;
}

const timeoutReason = "expired";

/**
 * Sends a request once (interface.md §5). Never rejects. A 2xx response is a success, and any other result is a
 * failure with a retry category. In a cancelled result, `dispatched` is true if the request had already been passed
 * to the dispatcher.
 */
export async function sendOnce(
  request: ServiceRequest,
): Promise<SuccessResponse | AttemptFailure | { readonly kind: "cancelled"; readonly dispatched: boolean }> {
  const { clock, operation, signal, timeoutMs, url } = request;
  if (request.signal.aborted) return { kind: "cancelled", dispatched: false };
  // End the attempt when the caller cancels or the timeout expires, even if a dispatcher ignores its signal.
  // `untilAborted` isn't used, because listening to an extra signal takes 3 % of the time of a small request.
  const attempt = new AbortController();
  const ended = Promise.withResolvers<never>();
  const endAttempt = (reason: string) => {
    attempt.abort(reason);
    ended.reject(new Error(reason));
  };
  const cancel = () => endAttempt("cancelled");
  signal.addEventListener("abort", cancel, { once: true });
  const progress: SendProgress = { dispatched: false };
  const stopClock = clock.timer(timeoutMs, () => endAttempt(timeoutReason));
  try {
    return await Promise.race([receiveResponse(request, attempt, progress), ended.promise]);
  } catch (exception) {
    const { dispatched, head } = progress;
    // An error status can prove that the service did nothing. Report this result even if the body doesn't arrive or
    // the caller cancels.
    const refused =
      head && !isSuccess(head)
        ? responseFailure(request, head, { kind: "empty" }, secretsToMask(request))
        : undefined;
    const isDecided = operation.policy.hasEffect && refused?.reached === "refused";
    // Check the signal first, because an abort makes some dispatchers throw their own errors.
    if (signal.aborted && !isDecided) return { kind: "cancelled", dispatched };
    if (refused !== undefined) return refused;
    const knownStatus = { ...(head && { status: head.statusCode }) };
    if (attempt.signal.reason !== timeoutReason)
      return networkFailure(exception, { host: url.host, dispatched, ...knownStatus });
    const error = { kind: "timeout", ...knownStatus, afterMs: timeoutMs, host: url.host } as const;
    return { kind: "failed", error, reached: dispatched ? "perhaps" : "not", retry: "ambiguous" };
  } finally {
    signal.removeEventListener("abort", cancel);
    stopClock();
  }
}

/** Progress of an attempt, used to explain its failure. */
interface SendProgress {
  dispatched: boolean;
  head?: DispatchedResponse;
}

async function receiveResponse(
  request: ServiceRequest,
  attempt: AbortController,
  progress: SendProgress,
): Promise<SuccessResponse | AttemptFailure> {
  const { body, cancelSignals, clock, dispatchers, operation, url } = request;
  const { signal } = attempt;
  const dispatcher = await dispatchers.for(url.origin);
  // Send nothing after the caller or the timeout has ended the attempt.
  signal.throwIfAborted();
  const decoded = dispatcher.decodesBodies === true;
  progress.dispatched = true;
  const head = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: operation.method,
    headers: requestHeaders(request, decoded),
    ...(body !== undefined && { body }),
    signal,
  });
  progress.head = head;
  const secret = secretsToMask(request, isSuccess(head));
  if (isSuccess(head) && operation.openStream !== undefined && isEventStream(head, decoded)) {
    signal.throwIfAborted();
    const stream = new ResponseStream({
      head,
      attempt,
      cancelSignals,
      clock,
      host: url.host,
      secret,
    });
    return { kind: "success", head, body: { kind: "empty" }, stream };
  }
  const bytes = await readBodyBytes(head.body, operation.caps.bytes);
  const parsed = interpretBody(head, bytes, { caps: operation.caps, secret, decoded });
  if (isSuccess(head)) return { kind: "success", head, body: parsed };
  return responseFailure(request, head, parsed, secret);
}

function isSuccess({ statusCode }: DispatchedResponse): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function isEventStream({ headers }: DispatchedResponse, decoded: boolean): boolean {
  const isReadable = decoded || hasIdentityEncoding(headers);
  return isReadable && /^text\/event-stream\b/i.test(singleHeader(headers, "content-type") ?? "");
}

function responseFailure(
  request: ServiceRequest,
  { headers, statusCode: status }: DispatchedResponse,
  body: ResponseBody,
  secret: SecretMask,
): AttemptFailure {
  const { clock, operation, url } = request;
  const info = {
    url,
    isCreation: operation.policy.hasEffect && !hasPathParameter(operation),
    errorFields: operation.errorFields ?? [],
  };
  return statusFailure(info, { status, headers, body, secret }, clock.now());
}

/**
 * Returns a mask for the token and for secrets in the request's path or body. If `success` is true, the mask excludes
 * secrets that a successful response may contain.
 */
function secretsToMask({ body, operation, token, url }: ServiceRequest, success = false): SecretMask {
  const { isPathSecret = false, secrets = [], secretsInErrors = [] } = operation;
  if (isPathSecret && !success)
    return maskFor(token, [decodeURIComponent(url.pathname.split("/").at(-1) ?? "")]);
  const fields = success ? secrets : [...secrets, ...secretsInErrors];
  if (body === undefined || fields.length === 0) return maskFor(token);
  return maskForFields(body, fields, token);
}

function requestHeaders(
  { body, operation, projectId, token, userAgent }: ServiceRequest,
  decoded: boolean,
): Record<string, string> {
  return {
    accept: operation.openStream === undefined ? "application/json" : "text/event-stream",
    authorization: `Bearer ${token}`,
    "user-agent": userAgent,
    ...(projectId !== undefined && { "x-kernel-project-id": projectId }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(!decoded && { "accept-encoding": "identity" }),
  };
}
