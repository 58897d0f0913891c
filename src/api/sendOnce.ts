import { singleHeader, interpretBody, hasIdentityEncoding, readBody, type ResponseBody } from "./body.ts";
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
  /** JSON text. */
  readonly body: string | undefined;
  /** Checked already: it can stand in a header. */
  readonly token: string;
  readonly userAgent: string;
  /** Checked as well. */
  readonly projectId: string | undefined;
  /** For head and body together; of a stream, for the head. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What cancels a stream: unlike `signal`, these abort after the exchange, too. */
  readonly cancelSignals: readonly AbortSignal[];
}

/** An answer of 2xx, with its body as far as it could be read; that of a stream is still to come. */
interface SuccessResponse {
  readonly kind: "success";
  readonly head: DispatchedResponse;
  readonly body: ResponseBody;
  readonly stream?: ResponseStream;
}

const timeoutReason = "expired";

/**
 * Sends one request once (§5). Never rejects: an answer of 2xx is a success, everything else a failure that says
 * what another attempt may do. `cancelled` is the caller's own doing; `dispatched` tells whether the request had
 * been handed over by then.
 */
export async function sendOnce(
  request: ServiceRequest,
): Promise<SuccessResponse | AttemptFailure | { readonly kind: "cancelled"; readonly dispatched: boolean }> {
  const { clock, operation, signal, timeoutMs, url } = request;
  if (request.signal.aborted) return { kind: "cancelled", dispatched: false };
  // Both the caller and the time end an attempt, even where a dispatcher takes no notice of its signal. That is not left
  // to `untilAborted`: to listen to a signal of our own is three hundredths of a small request.
  const attempt = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: string) => {
    attempt.abort(reason);
    ended.reject(new Error(reason));
  };
  const cancel = () => end("cancelled");
  signal.addEventListener("abort", cancel, { once: true });
  const progress: SendProgress = { dispatched: false };
  const stopClock = clock.timer(timeoutMs, () => end(timeoutReason));
  try {
    return await Promise.race([receiveResponse(request, attempt, progress), ended.promise]);
  } catch (exception) {
    const { dispatched, head } = progress;
    // The status of a refusal holds even where its words do not arrive, and for who cancels, too: nothing was done.
    const refused =
      head && !isSuccess(head)
        ? toFailure(request, head, { kind: "empty" }, secretsToMask(request))
        : undefined;
    const isDecided = operation.policy.hasEffect && refused?.reached === "refused";
    // The signal first: an abort makes some dispatchers fail with errors of their own.
    if (signal.aborted && !isDecided) return { kind: "cancelled", dispatched };
    if (refused !== undefined) return refused;
    const seen = head === undefined ? {} : { status: head.statusCode };
    if (attempt.signal.reason !== timeoutReason)
      return networkFailure(exception, { host: url.host, dispatched, ...seen });
    const error = { kind: "timeout", ...seen, afterMs: timeoutMs, host: url.host } as const;
    return { kind: "failed", error, reached: dispatched ? "perhaps" : "not", retry: "ambiguous" };
  } finally {
    signal.removeEventListener("abort", cancel);
    stopClock();
  }
}

/** How far an exchange has come, for whoever has to explain its failure. */
interface SendProgress {
  dispatched: boolean;
  head?: DispatchedResponse;
}

async function receiveResponse(
  request: ServiceRequest,
  attempt: AbortController,
  progress: SendProgress,
): Promise<SuccessResponse | AttemptFailure> {
  const { body, cancelSignals: cancels, clock, dispatchers, operation, url } = request;
  const { signal } = attempt;
  const dispatcher = await dispatchers.for(url.origin);
  // Nobody waits for it any more: then nothing may leave.
  signal.throwIfAborted();
  const decoded = dispatcher.decodesBodies === true;
  progress.dispatched = true;
  const head = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: operation.method,
    headers: requestHeaders(request, decoded),
    ...(body === undefined ? {} : { body }),
    signal,
  });
  progress.head = head;
  const secret = secretsToMask(request, isSuccess(head));
  if (isSuccess(head) && operation.openStream !== undefined && isEventStream(head, decoded)) {
    signal.throwIfAborted();
    const stream = new ResponseStream({
      head,
      attempt,
      cancelSignals: cancels,
      clock,
      host: url.host,
      secret,
    });
    return { kind: "success", head, body: { kind: "empty" }, stream };
  }
  const bytes = await readBody(head.body, operation.caps.bytes);
  const read = interpretBody(head, bytes, { caps: operation.caps, secret, decoded });
  return isSuccess(head) ? { kind: "success", head, body: read } : toFailure(request, head, read, secret);
}

function isSuccess({ statusCode }: DispatchedResponse): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function isEventStream({ headers }: DispatchedResponse, decoded: boolean): boolean {
  const isReadable = decoded || hasIdentityEncoding(headers);
  return isReadable && /^text\/event-stream\b/i.test(singleHeader(headers, "content-type") ?? "");
}

function toFailure(
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

/** What no answer may hold, or no success: the token that was sent with the request, and what is secret in its body. */
function secretsToMask({ body, operation, token }: ServiceRequest, success = false): SecretMask {
  const { secrets = [], secretsInErrors = [] } = operation;
  const fields = success ? secrets : [...secrets, ...secretsInErrors];
  return body === undefined || fields.length === 0 ? maskFor(token) : maskForFields(body, fields, token);
}

function requestHeaders(
  { body, operation, projectId, token, userAgent }: ServiceRequest,
  decoded: boolean,
): Record<string, string> {
  return {
    accept: operation.openStream === undefined ? "application/json" : "text/event-stream",
    authorization: `Bearer ${token}`,
    "user-agent": userAgent,
    ...(projectId === undefined ? {} : { "x-kernel-project-id": projectId }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(decoded ? {} : { "accept-encoding": "identity" }),
  };
}
