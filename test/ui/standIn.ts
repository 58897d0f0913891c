import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as literals from "./literals.ts";

/** A received request. */
export interface Received {
  readonly method: string;
  /** Path of the request line, not decoded. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: string;
  /** `application/json` by default. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response, a function that returns one, or "silence", which leaves the connection open without a response. */
export type Reply = Answer | "silence" | ((received: Received) => Answer | "silence" | Promise<Answer>);

type Method = "GET" | "POST" | "DELETE";

const defaultAnswers: Readonly<Record<Method, Answer>> = {
  GET: { status: 200, body: literals.entitlements },
  POST: { status: 201, body: literals.created },
  DELETE: { status: 204 },
};

const entitlementsPath = "/org/entitlements";

/** A local service with scripted responses that records its requests. Lists return 404 unless they are set. */
export class StandIn {
  /** All requests, oldest first. */
  readonly received: Received[] = [];
  /** Valid tokens. Others are answered with 401. */
  readonly tokens: Set<string>;
  readonly #replies = new Map<string, Reply>();
  #server: Server | undefined;
  #port = 0;

  private constructor(tokens: readonly string[]) {
    this.tokens = new Set(tokens);
  }

  static async start(...tokens: readonly string[]): Promise<StandIn> {
    const standIn = new StandIn(tokens);
    await standIn.resume();
    return standIn;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  get baseUrl(): string {
    return `http://${this.host}`;
  }

  get isListening(): boolean {
    return this.#server !== undefined;
  }

  /** Sets the response to a method of interface.md §4. GET fetches the entitlements. */
  reply(method: Method, reply: Reply): void {
    this.#replies.set(method, reply);
  }

  /** Sets the items of a list. Lists return 404 without this. */
  list(path: string, rows: readonly object[]): void {
    const headers = { "X-Has-More": "false", "X-Next-Offset": "0" };
    this.#replies.set(path, { status: 200, body: JSON.stringify(rows), headers });
  }

  /** Sets the response of any other path, regardless of the query. */
  at(path: string, reply: Reply): void {
    this.#replies.set(path, reply);
  }

  /** Restores the default responses and clears the received requests. */
  reset(): void {
    this.#replies.clear();
    this.received.length = 0;
  }

  /** Returns the requests with a method of interface.md §4, without reads of lists. */
  of(method: Method): readonly Received[] {
    return this.received.filter(
      (request) => request.method === method && (method !== "GET" || request.path === entitlementsPath),
    );
  }

  /** All received requests other than GET. */
  get changes(): readonly Received[] {
    return this.received.filter(({ method }) => method !== "GET");
  }

  /** Starts listening if stopped, on the same port as before. */
  async resume(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    // A test that fails before it stops the stand-in must not keep the process alive.
    server.unref();
  }

  /** Stops listening and closes every connection, so that requests are refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = "", url = "" } = request;
    const received: Received = {
      method,
      path: url,
      authorization: headers.authorization,
      body: await text(request),
    };
    this.received.push(received);
    const answer = await this.#answerTo(received);
    if (answer === "silence") return;
    const { body, status, type = "application/json" } = answer;
    response.writeHead(status, { ...(body !== undefined && { "Content-Type": type }), ...answer.headers });
    response.end(body);
  }

  #answerTo(received: Received): Answer | "silence" | Promise<Answer> {
    const token = received.authorization?.replace(/^Bearer /, "");
    if (token === undefined || !this.tokens.has(token)) return { status: 401, body: literals.unauthorized };
    const method = received.method as Method;
    const reply = this.#isOfDocument(received)
      ? (this.#replies.get(method) ?? defaultAnswers[method])
      : (this.#replies.get(received.path.split("?", 1).join()) ?? { status: 404, body: literals.notFound });
    return typeof reply === "function" ? reply(received) : reply;
  }

  #isOfDocument({ method, path }: Received): boolean {
    return method !== "GET" || path === entitlementsPath;
  }
}
