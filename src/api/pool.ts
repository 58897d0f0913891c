// undici's main module replaces the dispatcher that the plain fetch of every extension in the process uses
// (nodejs/undici#5500). Its pool alone leaves it as it is.
import Pool from "undici/lib/dispatcher/pool.js";
import { Answer } from "./answer.ts";
import type { ServiceDispatcher } from "./dispatchers.ts";

/**
 * A pool of kept-alive connections to one loopback origin. It has no timeouts of its own, since each request
 * brings one for everything, and no decoding: it must be asked for the identity encoding.
 */
export function loopbackPool(origin: string): ServiceDispatcher {
  const pool = new Pool(origin, {
    connectTimeout: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    useMilo: false,
  });
  return {
    request: (options) => {
      const answer = new Answer(options.signal);
      pool.dispatch(options, answer);
      return answer.head;
    },
    destroy: () => pool.destroy(),
  };
}
