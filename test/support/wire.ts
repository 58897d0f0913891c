// Replaces the host's `fetch`, so that a test takes each request and answers it.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { waitForEvent } from "../doubles/expected.ts";

/** A sent request. */
export interface Call {
  /** Method and path. */
  readonly request: string;
  readonly url: string;
  readonly token: string | undefined;
  /** The parsed body, undefined without one. */
  readonly body: unknown;
  readonly signal: AbortSignal;
  answer(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Breaks the connection with a system error code. */
  fail(code: string): void;
}

export class Wire {
  #calls: Call[] = [];
  #waiting: { readonly request: string; readonly sent: (call: Call) => void }[] = [];
  #sent: string[] = [];
  readonly #fetch: { readonly mock: { resetCalls(): void } };
  readonly #served = new Map<string, { readonly status: number; readonly body: unknown }>();

  constructor(context: TestContext) {
    this.#fetch = context.mock.method(globalThis, "fetch", (url: string, options: RequestInit) =>
      this.#receive(url, options),
    );
  }

  /** Takes the next request with this prefix, such as "GET /org", waiting if necessary. Other requests stay queued. */
  async next(request: string): Promise<Call> {
    const sent = this.#calls.find((call) => call.request.startsWith(request));
    if (sent === undefined)
      return waitForEvent<Call>(`${request} on the wire`, (sent) => this.#waiting.push({ request, sent }));
    this.#calls = this.#calls.filter((call) => call !== sent);
    return sent;
  }

  /** Takes the next request with this prefix, asserts its body and answers it. */
  async expect(request: string, body: unknown, status: number, reply: unknown): Promise<void> {
    const call = await this.next(request);
    assert.deepEqual(call.body, body);
    call.answer(status, reply);
  }

  /** Answers all further requests with this prefix. */
  serve(request: string, status: number, body: unknown): void {
    this.#served.set(request, { status, body });
  }

  /** Stops the automatic answers for this prefix, so that the test answers the requests again. */
  hold(request: string): void {
    for (const served of [...this.#served.keys()])
      if (served.startsWith(request)) this.#served.delete(served);
  }

  /** Returns the number of sent requests with this prefix. */
  count(request: string): number {
    return this.#sent.filter((sent) => sent.startsWith(request)).length;
  }

  /** Drops the record of sent requests, for tests that measure memory. */
  forget(): void {
    this.#sent = [];
    this.#fetch.mock.resetCalls();
  }

  #receive(url: string, { body, headers, method, signal }: RequestInit): Promise<Response> {
    const reply = Promise.withResolvers<Response>();
    assert.ok(signal instanceof AbortSignal, "every request can be called off");
    signal.addEventListener("abort", () => reply.reject(new DOMException("aborted", "AbortError")));
    const authorization = new Headers(headers).get("authorization");
    const request = `${method ?? "GET"} ${new URL(url).pathname}`;
    const call: Call = {
      request,
      url,
      token: authorization?.replace(/^Bearer /, ""),
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
      signal,
      answer: (status, json, more) => {
        const headers = { "content-type": "application/json", ...more };
        reply.resolve(new Response(status === 204 ? null : JSON.stringify(json), { status, headers }));
      },
      fail: (code) =>
        reply.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) })),
    };
    this.#sent.push(request);
    // The latest matching reply wins, so that a test can override earlier ones.
    const served = [...this.#served].findLast(([one]) => request.startsWith(one))?.[1];
    if (served !== undefined) {
      call.answer(served.status, served.body);
      return reply.promise;
    }
    const waiting = this.#waiting.find((one) => request.startsWith(one.request));
    if (waiting === undefined) this.#calls.push(call);
    else {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      waiting.sent(call);
    }
    return reply.promise;
  }
}
