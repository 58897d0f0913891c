// undici's main module replaces the dispatcher that the plain fetch of every extension in the process uses
// (nodejs/undici#5500). Its pool alone leaves it as it is.
import type { buildConnector } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import { Answer } from "./answer.ts";
import type { Connect, ServiceDispatcher } from "./dispatchers.ts";

/**
 * A pool of kept-alive connections to one loopback origin. It has no timeouts of its own, since each request
 * brings one for everything, and no decoding: it must be asked for the identity encoding. `connect` opens its
 * connections where the plain address is not enough.
 */
export function loopbackPool(origin: string, connect?: Connect): ServiceDispatcher {
  const pool = new Pool(origin, {
    ...(connect && { connect: connector(connect) }),
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

function connector(connect: Connect): buildConnector.connector {
  return (_, callback) => {
    connect().then(
      (socket) => callback(null, socket),
      (cause: unknown) => callback(new NotConnected(cause), null),
    );
  };
}

/** Whatever kept a connection from being opened: no part of a request has left, and `syscall` says so. */
class NotConnected extends Error {
  readonly syscall = "connect";
  readonly code: string;

  constructor(cause: unknown) {
    super("No connection could be opened", { cause });
    this.name = "NotConnected";
    this.code = systemCodeOf(cause) ?? "UNPROVEN";
  }
}

/** The system's code, of the error or of what caused it. */
function systemCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : systemCodeOf(error.cause);
}
