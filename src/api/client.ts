import { sendWithRetries, type ClientConfig } from "./sendWithRetries.ts";
import { parseBaseUrl } from "./baseUrl.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { InvalidReason, Outcome } from "./errors.ts";
import type { OperationInput, Operation } from "./operation.ts";
import { RetryBudget } from "./policy.ts";
import { isProjectId, encodeQuery, encodePathSegment, serviceUrl } from "./requestUrl.ts";
import { withAnySignal } from "./untilAborted.ts";

export interface ClientOptions extends Omit<ClientConfig, "clock" | "budget"> {
  /** As `parseBaseUrl` accepts it. */
  readonly baseUrl: string;
  readonly clock?: Clock;
  /** Retries are counted for all clients that share one: those of a window. */
  readonly budget?: RetryBudget;
  /** Ends every operation when it aborts, as if each had been cancelled. */
  readonly closeSignal?: AbortSignal;
}

/**
 * The service: what it can be asked for stands in `operations.ts`. No call rejects: whatever goes wrong is part of the
 * outcome.
 */
export class Client {
  readonly #baseUrl: URL | undefined;
  readonly #config: ClientConfig;
  readonly #closeSignal: AbortSignal | undefined;

  constructor({ baseUrl, budget, clock, closeSignal: closing, ...options }: ClientOptions) {
    this.#closeSignal = closing;
    const parsed = parseBaseUrl(baseUrl);
    this.#baseUrl = parsed.ok ? new URL(parsed.url) : undefined;
    this.#config = { ...options, clock: clock ?? systemClock, budget: budget ?? new RetryBudget() };
  }

  /**
   * Carries out an operation. Aborting the signal ends it at once, wherever it is, and so it ends a stream that it gave.
   * With `failOnRateLimit` an answer that asks to wait ends it: whoever sends many waits for all of them at once.
   */
  async call<Given extends OperationInput, Value>(
    operation: Operation<Given, Value>,
    given: Given,
    signal: AbortSignal,
    { failOnRateLimit = false }: { readonly failOnRateLimit?: boolean } = {},
  ): Promise<Outcome<Value>> {
    const { projectId } = this.#config;
    const isNamed = projectId === undefined || isProjectId(projectId);
    const request = isNamed ? composeRequest(operation, given, this.#baseUrl) : "project";
    if (typeof request === "string") {
      return { kind: "failed", error: { kind: "invalid", sent: "no", reason: request } };
    }
    const cancelSignals = this.#closeSignal === undefined ? [signal] : [signal, this.#closeSignal];
    const call = { ...request, operation, given, failOnRateLimit, cancelSignals };
    return cancelSignals.length === 1
      ? sendWithRetries(call, this.#config, signal)
      : withAnySignal(cancelSignals, (ending) => sendWithRetries(call, this.#config, ending));
  }
}

/** Where an operation goes and what it sends, or why it cannot be sent. */
function composeRequest<Given extends OperationInput>(
  operation: Operation<Given, unknown>,
  given: Given,
  baseUrl: URL | undefined,
): { readonly url: URL; readonly body: string | undefined } | InvalidReason {
  const checked = operation.body?.safeParse(given.body);
  if (checked?.success === false || hasProtoKey(given.body)) return "request";
  const path = fillPath(operation.template, given.path ?? {});
  if (path === undefined) return "pathSegment";
  const query = encodeQuery(given.query ?? {});
  if (query === undefined || operation.accepts?.(given) === false) return "request";
  if (baseUrl === undefined) return "baseUrl";
  const url = serviceUrl(baseUrl, path, query);
  return url === undefined ? "pathSegment" : { url, body: checked && JSON.stringify(checked.data) };
}

/** Whether a body names something `__proto__`: schemas leave that out without a word, and the rest would be sent. */
function hasProtoKey(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return Object.hasOwn(body, "__proto__") || Object.values(body).some(hasProtoKey);
}

/** A template with what is given in its places, each as one segment; `undefined` where something cannot be one. */
function fillPath(template: string, given: Readonly<Record<string, string>>): string | undefined {
  let path = template;
  for (const [place, name = ""] of template.matchAll(/\{(\w+)\}/g)) {
    const segment = encodePathSegment(given[name] ?? "");
    if (!segment.ok) return undefined;
    path = path.replace(place, segment.encoded);
  }
  return path;
}
