// The one place that sends. Which way a request goes depends on its origin alone.
import type { OpenConnection, DispatcherSource, ServiceDispatcher } from "./dispatcher.ts";
import { assertCertificatesChecked } from "./networkFailure.ts";

/**
 * Towards a real service: the host's fetch, because VS Code gives only that the user's proxy and certificates.
 * It is looked up for each request, since VS Code may replace it at any time.
 */
const hostFetch: ServiceDispatcher = {
  decodesBodies: true,
  async request({ origin, path, ...options }) {
    // Answers hold what nobody else may read, and a stored one would show what is no more.
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

// eslint-disable-next-line @typescript-eslint/require-await -- an empty body still has to be an async iterable
async function* emptyBody(): AsyncGenerator<Uint8Array> {
  yield* [];
}

/** A literal loopback address: nothing between us and it, so undici's faster pool loses nothing. */
const loopbackOrigin = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The dispatchers of a host: one pool per loopback origin, and the host's fetch for everything else. */
export class HostDispatchers implements DispatcherSource {
  readonly #pools = new Map<string | OpenConnection, Promise<ServiceDispatcher>>();
  #disposed = false;

  /** Rejects after {@link dispose}, where the pool's code cannot be loaded, and where certificates are not checked. */
  async for(origin: string): Promise<ServiceDispatcher> {
    if (this.#disposed) throw new Error("The dispatchers are disposed");
    assertCertificatesChecked(origin);
    if (!loopbackOrigin.test(origin)) return hostFetch;
    return this.#pool(origin, origin);
  }

  /** A source for one loopback origin: whatever goes there goes over connections that `connect` opened. */
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
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
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
