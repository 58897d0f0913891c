// An in-process service for logins. The test decides when the service commits, drops, repeats, delays or interrupts
// replies.
import type { DispatchedResponse, DispatchOptions, ServiceDispatcher } from "../../src/api/dispatcher.ts";
import { ApiClient, type ClientOptions } from "../../src/api/client.ts";
import type { VirtualClock } from "./virtualClock.ts";

/** The supported requests. */
export type RequestKind = "connection" | "list" | "timeline" | "events" | "login" | "submit";

/** The fault of one request. A request without a fault is answered. */
export type Fault =
  /** The request never arrives, or takes effect and its response is lost, or is refused with a status. */
  | "dropped"
  | "lost"
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  /** The request is never answered. */
  | "silent";

export interface ServiceFlow {
  readonly id: string;
  type: "LOGIN" | "REAUTH";
  status: string;
  step: string;
  readonly beganAt: number;
  expiresAt: number;
  pause: number;
  error?: string;
}

type Piece = Uint8Array | "end" | "break";

/** An open event stream. */
class EventPipe implements AsyncIterable<Uint8Array> {
  readonly #pieces: Piece[] = [];
  #wake: (() => void) | undefined;
  closed = false;

  push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece === "end") return;
        if (piece === "break") throw Object.assign(new Error("broken"), { code: "ECONNRESET" });
        if (piece !== undefined) yield piece;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.closed = true;
    }
  }
}

export class LoginService implements ServiceDispatcher {
  readonly flows = new Map<string, ServiceFlow[]>();
  readonly status = new Map<string, string>();
  /** All requests, in order. */
  readonly requests: RequestKind[] = [];
  /** Started logins and accepted submissions. */
  readonly started: string[] = [];
  readonly submitted: unknown[] = [];
  /** Chooses the fault of a request. */
  fate: (request: RequestKind, id: string) => Fault | undefined = () => undefined;
  /** Runs after the reply is computed and before the reply is sent. */
  beforeReply: ((request: RequestKind) => Promise<void>) | undefined;
  /** Runs before a request is handled. */
  beforeRequest: ((request: RequestKind) => Promise<void>) | undefined;
  hasTimeline = true;
  hasDates = true;
  /** Replies that replace the connection and its timeline. */
  overrides: { connection?: object; timeline?: readonly object[] } = {};
  /** The maximum number of simultaneous requests and streams. Each needs a socket of its own. */
  maxConcurrent = 0;
  readonly clock: VirtualClock;
  #underWay = 0;
  readonly #pipes = new Set<{ readonly id: string; readonly pipe: EventPipe }>();
  #count = 0;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  /** Returns a client of this service. */
  client(options: Partial<ClientOptions> = {}): ApiClient {
    return new ApiClient({
      baseUrl: "https://api.example.test",
      token: () => Promise.resolve("sk_test"),
      dispatchers: { for: () => Promise.resolve(this) },
      userAgent: "test",
      clock: this.clock,
      ...options,
    });
  }

  /** The number of open streams. */
  get streams(): number {
    return [...this.#pipes].filter(({ pipe }) => !pipe.closed).length;
  }

  /** Returns the number of open streams of a connection. */
  streamsOf(id: string): number {
    return [...this.#pipes].filter((one) => one.id === id && !one.pipe.closed).length;
  }

  of(id: string): ServiceFlow[] {
    const flows = this.flows.get(id) ?? [];
    this.flows.set(id, flows);
    return flows;
  }

  /** Returns the newest login of a connection. */
  last(id: string): ServiceFlow | undefined {
    return this.of(id)[0];
  }

  /** Begins a login, as this client, another client or the service does. */
  begin(id: string, type: "LOGIN" | "REAUTH" = "LOGIN"): ServiceFlow {
    if (this.last(id)?.status === "IN_PROGRESS") this.end(id, "CANCELED");
    const now = this.clock.passed;
    const flow: ServiceFlow = {
      id: `login_${++this.#count}`,
      type,
      status: "IN_PROGRESS",
      step: "DISCOVERING",
      beganAt: now,
      expiresAt: now + 20 * 60_000,
      pause: 0,
    };
    this.of(id).unshift(flow);
    return flow;
  }

  /** Moves the login to another step and emits an event. */
  step(id: string, step: string): void {
    const flow = this.last(id);
    if (flow?.status !== "IN_PROGRESS") return;
    flow.step = step;
    flow.pause++;
    this.tell(id);
  }

  end(id: string, status: string, error?: string): void {
    const flow = this.last(id);
    if (flow?.status !== "IN_PROGRESS") return;
    flow.status = status;
    if (error !== undefined) flow.error = error;
    if (status === "SUCCESS") {
      flow.step = "COMPLETED";
      this.status.set(id, "AUTHENTICATED");
    }
    this.tell(id);
    this.cut(id, "end");
  }

  /** Returns the bytes of an event with the current state. */
  frame(id: string): string {
    const timestamp = new Date(this.clock.passed).toISOString();
    const state = { ...this.#flowFields(id), flow_expires_at: undefined };
    const json = JSON.stringify({ event: "managed_auth_state", timestamp, ...state });
    return `event: managed_auth_state\ndata: ${json}\n\n`;
  }

  tell(id: string): void {
    this.write(id, this.frame(id));
  }

  write(id: string, bytes: string | Uint8Array): void {
    const piece = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    for (const one of this.#pipes) if (one.id === id && !one.pipe.closed) one.pipe.push(piece);
  }

  /** Ends or breaks all streams of a connection. */
  cut(id: string, how: "end" | "break"): void {
    for (const one of this.#pipes) if (one.id === id && !one.pipe.closed) one.pipe.push(how);
  }

  /** Returns a connection as the service reports it. */
  connection(id: string): Record<string, unknown> {
    return {
      id,
      domain: `${id}.example`,
      status: this.status.get(id) ?? "NEEDS_AUTH",
      ...this.#flowFields(id),
    };
  }

  /** Returns the number of requests of this kind. */
  count(request: RequestKind): number {
    return this.requests.filter((one) => one === request).length;
  }

  async request(options: DispatchOptions): Promise<DispatchedResponse> {
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.#underWay + this.streams);
    try {
      return await this.#answer(options);
    } finally {
      this.#underWay--;
    }
  }

  async #answer(options: DispatchOptions): Promise<DispatchedResponse> {
    const [, , , id = "", last] = new URL(options.path, options.origin).pathname.split("/");
    const request = requestKindOf(last, id);
    this.requests.push(request);
    await this.beforeRequest?.(request);
    const fate = this.fate(request, id);
    if (fate === "dropped") throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
    if (fate === "silent") return waitForAbort(options.signal);
    if (typeof fate === "object")
      return this.#reply(fate.status, fate.body ?? `{"code":"no","message":"No."}`, fate.headers);
    if (fate === "lost") {
      if (request === "login" || request === "submit") this.#carryOut(request, id, options);
      throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
    }
    const reply = this.#carryOut(request, id, options);
    await this.beforeReply?.(request);
    return reply;
  }

  async destroy(): Promise<void> {
    return Promise.resolve();
  }

  #carryOut(request: RequestKind, id: string, { body, signal }: DispatchOptions): DispatchedResponse {
    switch (request) {
      case "connection":
        return this.#reply(200, JSON.stringify(this.overrides.connection ?? this.connection(id)));
      case "list":
        return this.#reply(200, JSON.stringify([...this.flows.keys()].map((one) => this.connection(one))));
      case "timeline":
        if (!this.hasTimeline) return this.#reply(404, `{"code":"not_found","message":"No such."}`);
        return this.#reply(200, JSON.stringify(this.overrides.timeline ?? this.timeline(id)));
      case "events":
        return this.#events(id, signal);
      case "login": {
        this.started.push(this.begin(id).id);
        const { hosted_url, flow_expires_at, flow_type } = this.#flowFields(id);
        return this.#reply(
          200,
          JSON.stringify({ id, hosted_url, flow_expires_at, flow_type, handoff_code: "secret" }),
        );
      }
      case "submit": {
        this.submitted.push(JSON.parse(body ?? ""));
        this.step(id, "SUBMITTING");
        return this.#reply(202, `{"accepted":true}`);
      }
    }
  }

  timeline(id: string): object[] {
    return this.of(id).map((flow) => ({
      id: flow.id,
      type: flow.type === "LOGIN" ? "login" : "reauth",
      status: flow.status,
      timestamp: new Date(flow.beganAt).toISOString(),
      step: flow.step,
      ...(flow.error !== undefined && { error_code: flow.error }),
    }));
  }

  #events(id: string, signal: AbortSignal): DispatchedResponse {
    const pipe = new EventPipe();
    this.#pipes.add({ id, pipe });
    signal.addEventListener("abort", () => {
      pipe.closed = true;
      pipe.push("break");
    });
    return { statusCode: 200, headers: { "content-type": "text/event-stream", ...this.#date() }, body: pipe };
  }

  #flowFields(id: string): Record<string, unknown> {
    const flow = this.last(id);
    if (flow === undefined) return {};
    const runs = flow.status === "IN_PROGRESS";
    return {
      flow_status: flow.status,
      flow_step: flow.step,
      flow_type: flow.type,
      ...(runs && { flow_expires_at: new Date(flow.expiresAt).toISOString() }),
      ...(runs && { hosted_url: `https://managed-auth.example/login/${id}?code=${flow.id}` }),
      ...(runs &&
        flow.step === "AWAITING_INPUT" && {
          interaction_id: `mai_${flow.id}_${flow.pause}`,
          fields: [{ id: "field_1", ref: "password", type: "password" }],
        }),
      ...(flow.error !== undefined && { error_code: flow.error }),
    };
  }

  #date(): Record<string, string> {
    return this.hasDates ? { date: new Date(this.clock.passed).toUTCString() } : {};
  }

  #reply(statusCode: number, body: string, headers: Record<string, string> = {}): DispatchedResponse {
    return {
      statusCode,
      headers: { "content-type": "application/json", ...this.#date(), ...headers },
      body: (async function* () {
        await Promise.resolve();
        yield Buffer.from(body);
      })(),
    };
  }
}

function requestKindOf(last: string | undefined, id: string): RequestKind {
  switch (last) {
    case "timeline":
    case "events":
    case "login":
    case "submit":
      return last;
    case undefined:
    default:
      return id === "" ? "list" : "connection";
  }
}

function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}
