import type * as z from "zod/mini";
import { parseBaseUrl } from "./baseUrl.ts";
import type { Body } from "./body.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { DispatcherSource } from "./dispatchers.ts";
import { encodeSegment } from "./encodeSegment.ts";
import type { InvalidReason, Outcome } from "./errors.ts";
import type { Method } from "./failure.ts";
import { caps } from "./json.ts";
import { perform, type LogEvent, type Operation, type Reading, type Surroundings } from "./operation.ts";
import { RetryBudget } from "./retry.ts";
import { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "./schemas.ts";
import { serviceUrl } from "./serviceUrl.ts";

/** How a destination came to be deleted: an answer said so, or a repeated request no longer found it. */
interface Deletion {
  readonly evidence: "answer" | "absence";
}

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
  readonly clock?: Clock;
}

/**
 * The service, one method per operation of §4. No method rejects: whatever goes wrong is part of the outcome.
 * Aborting the signal ends an operation at once, wherever it is.
 */
export class Client {
  readonly #baseUrl: string | undefined;
  readonly #surroundings: Surroundings;

  constructor({ baseUrl, log = () => undefined, clock = systemClock, ...options }: ClientOptions) {
    const parsed = parseBaseUrl(baseUrl);
    this.#baseUrl = parsed.ok ? parsed.url : undefined;
    this.#surroundings = { ...options, log, clock, budget: budgetOf(options.dispatchers) };
  }

  /**
   * §4.1: creates an auth connection from exactly the fields that are set. Never repeated once it may have been
   * carried out; a success without a readable id fails as `unreadable` with `sent: "unknown"`.
   */
  async createConnection(
    request: ManagedAuthCreateRequest,
    signal: AbortSignal,
  ): Promise<Outcome<ManagedAuth>> {
    const checked = ManagedAuthCreateRequest.safeParse(request);
    if (!checked.success) return notSendable("request");
    const read = (body: Body) => readAs(ManagedAuth, body);
    return this.#perform("POST", "/auth/connections", { body: JSON.stringify(checked.data), read }, signal);
  }

  /** §4.2: the organization's features and limits. An answer whose `features` are no object is unreadable. */
  async getEntitlements(signal: AbortSignal): Promise<Outcome<Entitlements>> {
    return this.#perform("GET", "/org/entitlements", { read: (body) => readAs(Entitlements, body) }, signal);
  }

  /**
   * §4.3: deletes a telemetry destination by its id or name. The document names no success status: any 2xx is one
   * whose body is not HTML. Repeated at most once where the first attempt may have been carried out; a 404 of the
   * API then shows that it was.
   */
  async deleteDestination(idOrName: string, signal: AbortSignal): Promise<Outcome<Deletion>> {
    const segment = encodeSegment(idOrName);
    if (!segment.ok) return notSendable("pathSegment");
    const template = "/telemetry/destinations/{id_or_name}";
    const path = `/telemetry/destinations/${segment.encoded}`;
    return this.#perform(
      "DELETE",
      template,
      { path, read: readDeletion, gone: { evidence: "absence" } },
      signal,
    );
  }

  async #perform<T>(
    method: Method,
    template: string,
    {
      path = template,
      ...operation
    }: Pick<Operation<T>, "body" | "read" | "gone"> & { readonly path?: string },
    signal: AbortSignal,
  ): Promise<Outcome<T>> {
    if (this.#baseUrl === undefined) return notSendable("baseUrl");
    const url = serviceUrl(this.#baseUrl, path);
    if (url === undefined) return notSendable("pathSegment");
    return perform({ method, template, url, caps: caps.resource, ...operation }, this.#surroundings, signal);
  }
}

/** Retries are counted for all clients that share their dispatchers: those of a window. */
const budgets = new WeakMap<DispatcherSource, RetryBudget>();

function budgetOf(dispatchers: DispatcherSource): RetryBudget {
  const budget = budgets.get(dispatchers) ?? new RetryBudget();
  budgets.set(dispatchers, budget);
  return budget;
}

function notSendable(reason: InvalidReason): Outcome<never> {
  return { kind: "failed", error: { kind: "invalid", sent: "no", reason } };
}

function readAs<T>(schema: z.ZodMiniType<T>, body: Body): Reading<T> {
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

function readDeletion(body: Body): Reading<Deletion> {
  const value = { evidence: "answer" } as const;
  switch (body.kind) {
    case "html":
      return { kind: "unreadable", reason: "html" };
    case "unreadable":
      // Bytes that cannot be read as text cannot be told from a page either.
      return body.reason === "encoding" ? body : { kind: "ok", value, raw: undefined };
    case "json":
      return { kind: "ok", value, raw: body.value };
    case "empty":
    case "tooLarge":
      return { kind: "ok", value, raw: undefined };
  }
}
