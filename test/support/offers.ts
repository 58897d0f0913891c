// A service that responds immediately, with pages of the rows that the test provides. It records all requests.
import type { TestContext } from "node:test";
import { ApiClient } from "../../src/api/client.ts";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { isDiskBusy } from "./disk.ts";

const root = "https://api.example.com";

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export class Offers {
  /** Requests in order, such as "GET /profiles?limit=100&offset=0". */
  readonly requests: string[] = [];
  /** The project of each request, in the same order. */
  readonly projects: (string | undefined)[] = [];
  readonly client: ApiClient;
  readonly #lists = new Map<string, readonly unknown[]>();
  readonly #replies = new Map<string, Reply>();
  readonly #held = new Map<string, Promise<unknown>>();
  readonly #acts = new Map<string, () => void>();

  constructor(context: TestContext) {
    context.mock.method(globalThis, "fetch", (url: string, options: RequestInit) =>
      this.#answer(url, options),
    );
    const dispatchers = new HostDispatchers();
    context.after(() => dispatchers.dispose());
    this.client = new ApiClient({
      baseUrl: root,
      token: () => Promise.resolve("sk_token_1"),
      dispatchers,
      userAgent: "test",
      log: () => undefined,
    });
  }

  /** Sets the rows of a path. */
  list(path: string, rows: readonly unknown[]): void {
    this.#lists.set(path, rows);
    this.#replies.delete(path);
  }

  /** Sets the reply of a path, or of a method and path such as "POST /auth/connections", instead of a list. */
  reply(
    path: string,
    status: number,
    body: unknown = { code: "nope", message: "No." },
    headers: Record<string, string> = {},
  ): void {
    this.#replies.set(path, { status, body, headers });
  }

  /** Runs an action before the reply to a method and path, such as "PATCH /auth/connections/ma_1". */
  when(request: string, act: () => void): void {
    this.#acts.set(request, act);
  }

  /** Delays replies of a path, or of a method and path, until the returned function is called. */
  hold(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held.set(path, promise);
    return () => {
      this.#held.delete(path);
      resolve(undefined);
    };
  }

  /** Returns the number of requests to a path, or with a method to a path. */
  count(path: string): number {
    return this.requests.filter((one) => {
      const [method, asked] = one.split(/[ ?]/);
      return asked === path || `${method} ${asked}` === path;
    }).length;
  }

  async #answer(url: string, { headers: sent, method = "GET", signal }: RequestInit): Promise<Response> {
    const { pathname, search, searchParams } = new URL(url);
    this.requests.push(`${method} ${pathname}${search}`);
    this.projects.push(new Headers(sent).get("x-kernel-project-id") ?? undefined);
    const called = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
    );
    // If the reply wins the race, this rejection is handled.
    called.catch(() => undefined);
    const request = `${method} ${pathname}`;
    await Promise.race([this.#held.get(request) ?? this.#held.get(pathname), called]);
    this.#acts.get(request)?.();
    const reply = this.#replies.get(request) ?? this.#replies.get(pathname);
    const { body, headers, status } = reply ?? this.#page(pathname, searchParams);
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });
  }

  #page(path: string, parameters: URLSearchParams): Reply {
    const rows = this.#lists.get(path);
    if (rows === undefined) return { status: 404, body: { code: "not_found", message: "No such." } };
    const query = parameters.get("query")?.toLowerCase() ?? "";
    const matches = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(query));
    const offset = Number(parameters.get("offset"));
    const end = offset + Number(parameters.get("limit"));
    return {
      status: 200,
      body: matches.slice(offset, end),
      headers: {
        "x-has-more": String(end < matches.length),
        "x-next-offset": String(end < matches.length ? end : 0),
      },
    };
  }
}

/** The real timer, even if the test uses fake timers. */
const setRealTimeout = setTimeout;

/**
 * Resolves when all pending work has ended: file operations, and timers of length zero, which rows use to wait for VS Code
 * to draw them. Such timers fire in the order in which they were set, however late.
 */
export async function quiet(): Promise<void> {
  for (let round = 0; round < 5;) {
    await new Promise((resolve) => setRealTimeout(resolve, 0));
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    round = isDiskBusy() ? 0 : round + 1;
  }
}
