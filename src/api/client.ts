import { carryOut, type Surroundings } from "./carryOut.ts";
import { parseBaseUrl } from "./baseUrl.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { InvalidReason, Outcome } from "./errors.ts";
import type { Input, Operation } from "./operation.ts";
import { RetryBudget } from "./policy.ts";
import { isProjectId, encodeQuery, encodeSegment, serviceUrl } from "./requestUrl.ts";
import { untilFirstAbort } from "./untilAborted.ts";

export interface ClientOptions extends Omit<Surroundings, "clock" | "budget"> {
  /** As `parseBaseUrl` accepts it. */
  readonly baseUrl: string;
  readonly clock?: Clock;
  /** Retries are counted for all clients that share one: those of a window. */
  readonly budget?: RetryBudget;
  /** Ends every operation when it aborts, as if each had been cancelled. */
  readonly closing?: AbortSignal;
}

/**
 * The service: what it can be asked for stands in `operations.ts`. No call rejects: whatever goes wrong is part of the
 * outcome.
 */
export class Client {
  readonly #baseUrl: URL | undefined;
  readonly #surroundings: Surroundings;
  readonly #closing: AbortSignal | undefined;

  constructor({ baseUrl, budget, clock, closing, ...options }: ClientOptions) {
    this.#closing = closing;
    const parsed = parseBaseUrl(baseUrl);
    this.#baseUrl = parsed.ok ? new URL(parsed.url) : undefined;
    this.#surroundings = { ...options, clock: clock ?? systemClock, budget: budget ?? new RetryBudget() };
  }

  /**
   * Carries out an operation. Aborting the signal ends it at once, wherever it is, and so it ends a stream that it gave.
   * With `callerWaits` an answer that asks to wait ends it: whoever sends many waits for all of them at once.
   */
  async call<Given extends Input, Value>(
    operation: Operation<Given, Value>,
    given: Given,
    signal: AbortSignal,
    { callerWaits = false }: { readonly callerWaits?: boolean } = {},
  ): Promise<Outcome<Value>> {
    const { projectId } = this.#surroundings;
    const isNamed = projectId === undefined || isProjectId(projectId);
    const request = isNamed ? composed(operation, given, this.#baseUrl) : "project";
    if (typeof request === "string") {
      return { kind: "failed", error: { kind: "invalid", sent: "no", reason: request } };
    }
    const cancels = this.#closing === undefined ? [signal] : [signal, this.#closing];
    const call = { ...request, operation, given, callerWaits, cancels };
    return cancels.length === 1
      ? carryOut(call, this.#surroundings, signal)
      : untilFirstAbort(cancels, (ending) => carryOut(call, this.#surroundings, ending));
  }
}

/** Where an operation goes and what it sends, or why it cannot be sent. */
function composed<Given extends Input>(
  operation: Operation<Given, unknown>,
  given: Given,
  baseUrl: URL | undefined,
): { readonly url: URL; readonly body: string | undefined } | InvalidReason {
  const checked = operation.body?.safeParse(given.body);
  if (checked?.success === false || isPartlyDropped(given.body)) return "request";
  const path = pathOf(operation.template, given.path ?? {});
  if (path === undefined) return "pathSegment";
  const query = encodeQuery(given.query ?? {});
  if (query === undefined || operation.takes?.(given) === false) return "request";
  if (baseUrl === undefined) return "baseUrl";
  const url = serviceUrl(baseUrl, path, query);
  return url === undefined ? "pathSegment" : { url, body: checked && JSON.stringify(checked.data) };
}

/** Whether a body names something `__proto__`: schemas leave that out without a word, and the rest would be sent. */
function isPartlyDropped(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return Object.hasOwn(body, "__proto__") || Object.values(body).some(isPartlyDropped);
}

/** A template with what is given in its places, each as one segment; `undefined` where something cannot be one. */
function pathOf(template: string, given: Readonly<Record<string, string>>): string | undefined {
  let path = template;
  for (const [place, name = ""] of template.matchAll(/\{(\w+)\}/g)) {
    const segment = encodeSegment(given[name] ?? "");
    if (!segment.ok) return undefined;
    path = path.replace(place, segment.encoded);
  }
  return path;
}
