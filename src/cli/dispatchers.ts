// How the command line reaches a service: by the environment's proxy.
import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import type { DispatcherSource, ServiceDispatcher } from "../api/dispatcher.ts";
import { refuseUnchecked } from "../api/networkFailure.ts";
import { dispatching, loopbackPool, serviceDispatcher } from "../api/pool.ts";

/** One dispatcher for one service. A loopback address never goes by a proxy, which could not reach it. */
export class ShellDispatchers implements DispatcherSource {
  #dispatcher: ServiceDispatcher | undefined;

  /** Rejects where certificates are not checked. */
  async for(origin: string): Promise<ServiceDispatcher> {
    refuseUnchecked(origin);
    this.#dispatcher ??= origin.startsWith("http:") ? loopbackPool(origin) : serviceDispatcher(proxied());
    return Promise.resolve(this.#dispatcher);
  }

  async dispose(): Promise<void> {
    await this.#dispatcher?.destroy();
  }
}

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Which certificates are trusted, Node.js itself takes from the environment. */
function proxied(): EnvHttpProxyAgent {
  // A proxy's tunnel calls it, and undici's main module alone, which weighs three times as much, gives it to dispatchers.
  Object.assign(Dispatcher.prototype, { connect });
  return new EnvHttpProxyAgent(dispatching);
}
