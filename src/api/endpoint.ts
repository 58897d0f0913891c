import type * as z from "zod/mini";
import { parseBaseUrl } from "./baseUrl.ts";
import type { Body } from "./body.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { DispatcherSource } from "./dispatchers.ts";
import type { InvalidReason, Outcome } from "./errors.ts";
import { perform, type LogEvent, type Operation, type Reading, type Surroundings } from "./operation.ts";
import { RetryBudget } from "./retry.ts";
import { serviceUrl } from "./requestUrl.ts";
import { untilFirstAbort } from "./untilAborted.ts";

/** What a client is made of. */
export interface ClientOptions {
  /** As `parseBaseUrl` accepts it. */
  readonly baseUrl: string;
  /** The token kept for exactly this origin, or `undefined`. Asked once per operation, and again after a 401. */
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly dispatchers: DispatcherSource;
  /** Names us and our version. */
  readonly userAgent: string;
  /** Called after each attempt. */
  readonly log?: (event: LogEvent) => void;
  /** Called with each token that the service refused (401): the one that was sent, whichever is kept by then. */
  readonly onRejected?: (token: string) => void;
  /** Called with each token that the service carried out an operation for. */
  readonly onAccepted?: (token: string) => void;
  readonly clock?: Clock;
  /** Ends every operation when it aborts, as if each had been cancelled. */
  readonly closing?: AbortSignal;
}

/** An operation on its way to an endpoint: its path and query are still apart from the base URL. */
type Sendable<T> = Omit<Operation<T>, "url"> & {
  /** Percent-encoded, beginning with a slash; the template where it is missing. */
  readonly path?: string;
  /** Percent-encoded, without its question mark. */
  readonly query?: string;
};

/** A base URL, with everything that requests to it share: token, dispatchers, log and retry budget. */
export class Endpoint {
  readonly #baseUrl: URL | undefined;
  readonly #surroundings: Surroundings;
  readonly #closing: AbortSignal | undefined;

  constructor({ baseUrl, closing, clock = systemClock, ...options }: ClientOptions) {
    this.#closing = closing;
    const parsed = parseBaseUrl(baseUrl);
    this.#baseUrl = parsed.ok ? new URL(parsed.url) : undefined;
    this.#surroundings = { ...options, clock, budget: budgetOf(options.dispatchers) };
  }

  /** Carries out an operation. Never rejects; aborting the signal ends it at once, wherever it is. */
  async send<T>({ path, query = "", ...operation }: Sendable<T>, signal: AbortSignal): Promise<Outcome<T>> {
    if (this.#baseUrl === undefined) return notSendable("baseUrl");
    const url = serviceUrl(this.#baseUrl, path ?? operation.template, query);
    if (url === undefined) return notSendable("pathSegment");
    const carryOut = (ending: AbortSignal) => perform({ ...operation, url }, this.#surroundings, ending);
    return this.#closing === undefined
      ? carryOut(signal)
      : untilFirstAbort([signal, this.#closing], carryOut);
  }
}

/** Retries are counted for all clients that share their dispatchers: those of a window. */
const budgets = new WeakMap<DispatcherSource, RetryBudget>();

function budgetOf(dispatchers: DispatcherSource): RetryBudget {
  const budget = budgets.get(dispatchers) ?? new RetryBudget();
  budgets.set(dispatchers, budget);
  return budget;
}

/** The outcome of an operation that cannot be sent. */
export function notSendable(reason: InvalidReason): Outcome<never> {
  return { kind: "failed", error: { kind: "invalid", sent: "no", reason } };
}

/** Reads a body that has to be JSON of a certain shape. */
export function readAs<T>(schema: z.ZodMiniType<T>, body: Body): Reading<T> {
  switch (body.kind) {
    case "json": {
      const parsed = schema.safeParse(body.value);
      if (!parsed.success) return { kind: "unreadable", reason: "shape" };
      return { kind: "ok", value: parsed.data, raw: body.value };
    }
    case "empty":
      return { kind: "unreadable", reason: "json" };
    case "html":
      return { kind: "unreadable", reason: "html" };
    case "unreadable":
    case "tooLarge":
      return body;
  }
}
