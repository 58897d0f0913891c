// The only code in the extension that sends requests to the service. The origin alone determines which dispatcher
// sends a request.
import type { OpenConnection, DispatcherSource, ServiceDispatcher } from "./dispatcher.ts";
import { assertCertificatesChecked } from "./networkFailure.ts";

/**
 * Dispatcher for remote services. Uses the extension host's `fetch`, because VS Code applies the user's proxy and
 * certificates only to this function. Looks up `fetch` for each request, because VS Code may replace the function at
 * any time.
 */
const hostFetch: ServiceDispatcher = {
  decodesBodies: true,
  async request({ origin, path, ...options }) {
    // Disable the cache, because responses contain private data and a cached response would be outdated.
    const init: RequestInit & { readonly cache: "no-store" } = {
      ...options,
      cache: "no-store",
      redirect: "manual",
      credentials: "omit",
    };
    const response = await globalThis.fetch(origin + path, init);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body ?? emptyBody(),
    };
  },
  destroy: () => Promise.resolve(),
};

// eslint-disable-next-line @typescript-eslint/require-await -- an empty body must be an async iterable as well
async function* emptyBody(): AsyncGenerator<Uint8Array> {
  yield* [];
}

/**
 * Matches origins with a literal loopback address. Requests to these origins need neither a proxy nor certificates, so
 * they can be sent through undici's pool, which is faster than `fetch`.
 */
const loopbackOrigin = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Provides one connection pool per loopback origin, and the extension host's `fetch` for all other origins. */
export class HostDispatchers implements DispatcherSource {
  readonly #pools = new Map<string | OpenConnection, Promise<ServiceDispatcher>>();
  #disposed = false;

  /**
   * Returns the dispatcher for an origin. Rejects after {@link dispose}, if the pool's code can't be loaded, or if
   * certificate checks are disabled.
   */
  async for(origin: string): Promise<ServiceDispatcher> {
    if (this.#disposed) throw new Error("The dispatchers are disposed");
    assertCertificatesChecked(origin);
    if (!loopbackOrigin.test(origin)) return hostFetch;
    return this.#pool(origin, origin);
  }

  /** Returns a dispatcher source for a single loopback origin. Requests use connections that `connect` opens. */
  viaConnection(onlyOrigin: string, connect: OpenConnection): DispatcherSource {
    return {
      for: async (origin) => {
        if (this.#disposed) throw new Error("The dispatchers are disposed");
        if (origin !== onlyOrigin) throw new Error("These dispatchers lead to another origin");
        return this.#pool(connect, origin, connect);
      },
    };
  }

  #pool(key: string | OpenConnection, origin: string, connect?: OpenConnection): Promise<ServiceDispatcher> {
    const existing = this.#pools.get(key);
    if (existing !== undefined) return existing;
    const pool = import("./pool.ts").then(({ loopbackPool }) => loopbackPool(origin, connect));
    this.#pools.set(key, pool);
    pool.catch(() => this.#pools.delete(key));
    return pool;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const pools = await Promise.allSettled(this.#pools.values());
    this.#pools.clear();
    await Promise.all(
      pools.filter((pool) => pool.status === "fulfilled").map((pool) => pool.value.destroy()),
    );
  }
}
