// How the command line reaches a service: by the environment's proxy, with the certificates that this computer trusts.
import { getCACertificates } from "node:tls";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import type { DispatcherSource, ServiceDispatcher } from "../api/dispatcher.ts";
import { uncheckedCode } from "../api/networkFailure.ts";
import { dispatching, loopbackPool, serviceDispatcher } from "../api/pool.ts";

/** One dispatcher for one service. A loopback address never goes by a proxy, which could not reach it. */
export class ShellDispatchers implements DispatcherSource {
  #dispatcher: ServiceDispatcher | undefined;

  /** Rejects for https while Node.js takes every certificate: anyone on the way would be sent the token. */
  for(origin: string): Promise<ServiceDispatcher> {
    if (origin.startsWith("https:") && process.env[uncheckedCode] === "0")
      return Promise.reject(
        Object.assign(new Error("Certificates are not checked"), { code: uncheckedCode }),
      );
    this.#dispatcher ??= origin.startsWith("http:") ? loopbackPool(origin) : serviceDispatcher(proxied());
    return Promise.resolve(this.#dispatcher);
  }

  async dispose(): Promise<void> {
    await this.#dispatcher?.destroy();
  }
}

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS beside the certificates of Node.js and the system. */
function proxied(): EnvHttpProxyAgent {
  const ca = [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
  return new EnvHttpProxyAgent({ ...dispatching, connect: { ca }, requestTls: { ca }, proxyTls: { ca } });
}
