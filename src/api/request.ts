import { type Body, interpretBody, readBody } from "./body.ts";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse, DispatcherSource } from "./dispatchers.ts";
import { type Failure, type Method, sentIfUnclear } from "./errors.ts";
import type { Caps } from "./json.ts";
import { networkFailure } from "./networkFailure.ts";
import { secretOf } from "./token.ts";
import { statusFailure } from "./statusFailure.ts";

/** One request, ready to be sent once. */
interface ServiceRequest {
  readonly dispatchers: DispatcherSource;
  readonly method: Method;
  readonly url: URL;
  /** JSON text. */
  readonly body?: string;
  /** Checked already: it can stand in a header. */
  readonly token: string;
  readonly userAgent: string;
  readonly caps: Caps;
  /** For head and body together. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** An answer of 2xx, with its body as far as it could be read. */
export interface Success {
  readonly kind: "success";
  readonly status: number;
  readonly headers: DispatchedResponse["headers"];
  readonly body: Body;
}

/** Why an attempt was ended whose time was up. */
const expired = "expired";

/**
 * Sends one request once (§5). Never rejects: an answer of 2xx is a success, everything else a failure that says
 * what another attempt may do. `cancelled` is the caller's own doing; `dispatched` tells whether the request had
 * been handed over by then.
 */
export async function sendRequest(
  request: ServiceRequest,
): Promise<Success | Failure | { readonly kind: "cancelled"; readonly dispatched: boolean }> {
  const { clock, method, signal, timeoutMs, url } = request;
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
  const progress: Progress = { dispatched: false };
  const stopClock = clock.timer(timeoutMs, () => end(expired));
  try {
    return await Promise.race([exchange(request, attempt.signal, progress), ended.promise]);
  } catch (exception) {
    const { dispatched, head } = progress;
    // The status of a refusal holds even where its words do not arrive, and for who cancels, too: nothing was done.
    const refused = head && !isSuccess(head) ? refusal(request, head, { kind: "empty" }) : undefined;
    const isDecided = method !== "GET" && refused?.error.sent === "refused";
    // The signal first: an abort makes some dispatchers fail with errors of their own.
    if (signal.aborted && !isDecided) return { kind: "cancelled", dispatched };
    if (refused !== undefined) return refused;
    const seen = head === undefined ? {} : { status: head.statusCode };
    if (attempt.signal.reason !== expired)
      return networkFailure(exception, { method, host: url.host, dispatched, ...seen });
    const sent = dispatched ? sentIfUnclear(method) : "no";
    const error = { kind: "timeout", sent, ...seen, afterMs: timeoutMs, host: url.host } as const;
    return { kind: "failed", error, retry: "ambiguous" };
  } finally {
    signal.removeEventListener("abort", cancel);
    stopClock();
  }
}

/** How far an exchange has come, for whoever has to explain its failure. */
interface Progress {
  dispatched: boolean;
  head?: DispatchedResponse;
}

async function exchange(
  request: ServiceRequest,
  signal: AbortSignal,
  progress: Progress,
): Promise<Success | Failure> {
  const { caps, token } = request;
  const { decoded, response } = await dispatch(request, signal, progress);
  progress.head = response;
  const bytes = await readBody(response.body, caps.bytes);
  const body = interpretBody(response, bytes, { caps, secret: secretOf(token), decoded });
  if (!isSuccess(response)) return refusal(request, response, body);
  return { kind: "success", status: response.statusCode, headers: response.headers, body };
}

function isSuccess({ statusCode }: DispatchedResponse): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function refusal(
  { clock, method, token, url }: ServiceRequest,
  { headers, statusCode: status }: DispatchedResponse,
  body: Body,
): Failure {
  return statusFailure(method, url, { status, headers, body, secret: secretOf(token) }, clock.now());
}

/** Hands the request over and waits for the head of its answer. */
async function dispatch(
  request: ServiceRequest,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ readonly response: DispatchedResponse; readonly decoded: boolean }> {
  const { body, dispatchers, method, url } = request;
  const dispatcher = await dispatchers.for(url.origin);
  // Nobody waits for it any more: then nothing may leave.
  signal.throwIfAborted();
  const decoded = dispatcher.decodes === true;
  progress.dispatched = true;
  const response = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: headersOf(request, decoded),
    ...(body === undefined ? {} : { body }),
    signal,
  });
  return { response, decoded };
}

function headersOf({ body, token, userAgent }: ServiceRequest, decoded: boolean): Record<string, string> {
  return {
    accept: "application/json",
    authorization: `Bearer ${token}`,
    "user-agent": userAgent,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(decoded ? {} : { "accept-encoding": "identity" }),
  };
}
