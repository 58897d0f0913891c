// The other end of the host's fetch: a test takes each request as it comes and answers it.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";

/** A request that was sent. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  /** Parsed; `undefined` where none was sent. */
  readonly body: unknown;
  readonly signal: AbortSignal;
  answer(status: number, body: unknown): void;
  /** Breaks the connection with a system code. */
  fail(code: string): void;
}

export class Wire {
  #calls: Call[] = [];
  #waiting: ((call: Call) => void)[] = [];
  /** How many requests were sent. */
  count = 0;

  constructor(context: TestContext) {
    context.mock.method(globalThis, "fetch", (url: string, options: RequestInit) =>
      this.#receive(url, options),
    );
  }

  /** The next request; waits until there is one. */
  async next(): Promise<Call> {
    return this.#calls.shift() ?? (await new Promise((sent) => this.#waiting.push(sent)));
  }

  #receive(url: string, { body, headers, method, signal }: RequestInit): Promise<Response> {
    const reply = Promise.withResolvers<Response>();
    assert.ok(signal instanceof AbortSignal, "every request can be called off");
    signal.addEventListener("abort", () => reply.reject(new DOMException("aborted", "AbortError")));
    const authorization = new Headers(headers).get("authorization");
    const call: Call = {
      method: method ?? "GET",
      url,
      token: authorization?.replace(/^Bearer /, ""),
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
      signal,
      answer: (status, json) => {
        const headers = { "content-type": "application/json" };
        reply.resolve(new Response(status === 204 ? null : JSON.stringify(json), { status, headers }));
      },
      fail: (code) =>
        reply.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) })),
    };
    this.count += 1;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#calls.push(call);
    else waiting(call);
    return reply.promise;
  }
}
