import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import type { Identity } from "./certificates.ts";

/** A proxy on loopback that records its requests and connects every host to the same port. */
export class Tunnel {
  /** Request lines, oldest first. */
  readonly targets: string[] = [];
  /** Status of the response to CONNECT. 200 opens the tunnel. */
  status = 200;
  /** Local port to which new tunnels connect. */
  target = 0;
  /** Number of tunnels to the current target. */
  tunnels = 0;
  readonly #open = new Set<Duplex>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.targets.push(`${request.method ?? ""} ${request.url ?? ""}`);
      response.writeHead(502).end();
    });
    this.#server.on("connect", ({ url = "" }, socket) => this.#connect(url, socket));
  }

  static async start(): Promise<Tunnel> {
    const tunnel = new Tunnel();
    await listen(tunnel.#server);
    return tunnel;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /**
   * Sets the target of new tunnels. Closes open tunnels and clears the record, so that the next request opens a new
   * tunnel.
   */
  lead(status: number, target: number): void {
    this.status = status;
    this.target = target;
    for (const socket of this.#open) socket.destroy();
    this.targets.length = 0;
    this.tunnels = 0;
  }

  stop(): void {
    this.lead(502, 0);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #connect(url: string, socket: Duplex): void {
    this.targets.push(`CONNECT ${url}`);
    if (this.status !== 200) {
      const login = this.status === 407 ? `Proxy-Authenticate: Basic realm="office"\r\n` : "";
      socket.on("error", () => socket.destroy());
      socket.end(`HTTP/1.1 ${this.status} No\r\n${login}Content-Length: 0\r\n\r\n`);
      return;
    }
    this.tunnels += 1;
    const onward = connect(this.target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    this.#keep(socket, onward);
    this.#keep(onward, socket);
  }

  #keep(socket: Duplex, peer: Duplex): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      this.#open.delete(socket);
      peer.destroy();
    });
  }
}

/** A local TLS server with this identity that forwards to a port. */
export class TlsFront {
  /** Number of connections, including those whose client then rejected the certificate. */
  connections = 0;
  readonly #server: TlsServer;

  private constructor(identity: Identity, behind: number) {
    this.#server = createTlsServer(identity, (socket) => {
      const onward = connect(behind, "127.0.0.1");
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const)
        one.on("error", () => one.destroy()).once("close", () => other.destroy());
      socket.pipe(onward).pipe(socket);
    });
    this.#server.on("connection", () => (this.connections += 1));
  }

  static async start(identity: Identity, behind: number): Promise<TlsFront> {
    const front = new TlsFront(identity, behind);
    await listen(front.#server);
    return front;
  }

  get port(): number {
    return portOf(this.#server);
  }

  stop(): void {
    this.#server.close();
  }
}

async function listen(server: Server | TlsServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  // A test that failed before it could stop the server must not keep its process alive.
  server.unref();
}

function portOf(server: Server | TlsServer): number {
  return (server.address() as AddressInfo).port;
}
