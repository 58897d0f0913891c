import { sendWithRetries, type ClientConfig } from "./sendWithRetries.ts";
import { parseBaseUrl } from "./baseUrl.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { InvalidReason, Outcome } from "./errors.ts";
import type { OperationInput, Operation } from "./operation.ts";
import { RetryBudget } from "./retryPolicy.ts";
import { isProjectId, encodeQuery, encodePathSegment, serviceUrl } from "./requestUrl.ts";
import { withAnySignal } from "./untilAborted.ts";

export interface ClientOptions extends Omit<ClientConfig, "clock" | "budget"> {
  /** Base URL of the service, in any form that {@link parseBaseUrl} accepts. */
  readonly baseUrl: string;
  readonly clock?: Clock;
  /** Retry budget that all clients of a window share, so that their retries are limited together. */
  readonly budget?: RetryBudget;
  /** Signal that cancels all operations of the client. */
  readonly closeSignal?: AbortSignal;
}

/** An {@link ApiClient}, or an object that wraps a client and runs the same operations. */
export interface ApiCaller {
  readonly call: ApiClient["call"];
}

/**
 * Client of the service. The operations are declared in `operations.ts`. Calls never reject, because outcomes include
 * every failure.
 */
export class ApiClient {
  readonly #baseUrl: URL | undefined;
  readonly #options: ClientOptions & ClientConfig;

  constructor(options: ClientOptions) {
    const parsed = parseBaseUrl(options.baseUrl);
    this.#baseUrl = parsed.ok ? new URL(parsed.url) : undefined;
    this.#options = { clock: systemClock, budget: new RetryBudget(), ...options };
  }

  /**
   * Returns a client for fetching all pages of one list. The client keeps the loaded token until a 401, because loading
   * a token can take as long as a request.
   */
  forList(): ApiClient {
    const { onTokenRejected, token } = this.#options;
    let loaded: Promise<string | undefined> | undefined;
    return new ApiClient({
      ...this.#options,
      token: (origin) => (loaded ??= token(origin)),
      onTokenRejected: (rejected) => {
        loaded = undefined;
        onTokenRejected?.(rejected);
      },
    });
  }

  /**
   * Runs an operation. Aborting the signal cancels the operation, or the stream that the operation returned. If
   * `failOnRateLimit` is true, a rate-limited operation fails immediately, so that a caller with many operations can
   * throttle all of them together.
   */
  async call<Input extends OperationInput, Value>(
    operation: Operation<Input, Value>,
    input: Input,
    signal: AbortSignal,
    { failOnRateLimit = false }: { readonly failOnRateLimit?: boolean } = {},
  ): Promise<Outcome<Value>> {
    const { closeSignal, projectId } = this.#options;
    const isNamed = projectId === undefined || isProjectId(projectId);
    const request = isNamed ? composeRequest(operation, input, this.#baseUrl) : "project";
    if (typeof request === "string") {
      return { kind: "failed", error: { kind: "invalid", sent: "no", reason: request } };
    }
    const cancelSignals = [signal, closeSignal].filter((candidate) => candidate !== undefined);
    const call = { ...request, operation, input, failOnRateLimit, cancelSignals };
    if (cancelSignals.length === 1) return sendWithRetries(call, this.#options, signal);
    return withAnySignal(cancelSignals, (ending) => sendWithRetries(call, this.#options, ending));
  }
}

/** Builds the URL and body, or returns the reason why the request can't be sent. */
function composeRequest<Input extends OperationInput>(
  operation: Operation<Input, unknown>,
  input: Input,
  baseUrl: URL | undefined,
): { readonly url: URL; readonly body: string | undefined } | InvalidReason {
  const checked = operation.body?.safeParse(input.body);
  if (checked?.success === false || hasProtoKey(input.body)) return "request";
  const path = fillPath(operation.template, input.path ?? {});
  if (path === undefined) return "pathSegment";
  const query = encodeQuery(input.query ?? {});
  if (query === undefined || operation.accepts?.(input) === false) return "request";
  if (baseUrl === undefined) return "baseUrl";
  const url = serviceUrl(baseUrl, path, query);
  if (url === undefined) return "pathSegment";
  return { url, body: checked && JSON.stringify(checked.data) };
}

/**
 * True if any key is `__proto__`. A body with this key must be rejected, because schemas would silently drop the key
 * and accept the rest of the body.
 */
function hasProtoKey(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return Object.hasOwn(body, "__proto__") || Object.values(body).some(hasProtoKey);
}

/** Fills the placeholders of a path template. Returns `undefined` if a value isn't a valid path segment. */
function fillPath(template: string, input: Readonly<Record<string, string>>): string | undefined {
  let path = template;
  for (const [placeholder, name = ""] of template.matchAll(/\{(\w+)\}/g)) {
    const segment = encodePathSegment(input[name] ?? "");
    if (!segment.ok) return undefined;
    path = path.replace(placeholder, segment.encoded);
  }
  return path;
}
