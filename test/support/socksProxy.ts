// A SOCKS 5 proxy on loopback (RFC 1928, RFC 1929) that connects every host to the same port.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export class SocksProxy {
  /** Requested hosts and ports, such as "api.example:443". */
  readonly targets: string[] = [];
  /** "user:password" for each client that logged in. */
  readonly logins: string[] = [];
  /** Reply code for requests (RFC 1928 §6). 0 opens the tunnel. */
  reply = 0;
  /** The only accepted user and password, such as "user:password". If undefined, the proxy requires no login. */
  accepted: string | undefined;
  #port = 0;

  /** Serves requests until the owner, such as a test, ends. */
  async start(owner: { readonly after: (end: () => void) => void }, target: number): Promise<this> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => socket.destroy()));
      void this.#serve(socket, target);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // The address of a TCP server is always an AddressInfo.
    this.#port = (server.address() as AddressInfo).port;
    owner.after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return this;
  }

  url(user = ""): string {
    return `socks5://${user}127.0.0.1:${this.#port}`;
  }

  async #serve(socket: Socket, target: number): Promise<void> {
    const greeting = await nextMessage(socket);
    const method = this.accepted === undefined ? 0 : 2;
    const isOffered = greeting.subarray(2).includes(method);
    socket.write(Buffer.from([5, isOffered ? method : 0xff]));
    if (!isOffered) return;
    if (method === 2) {
      const login = await nextMessage(socket);
      const end = 2 + (login[1] ?? 0);
      const credentials = `${login.subarray(2, end).toString()}:${login.subarray(end + 1).toString()}`;
      this.logins.push(credentials);
      socket.write(Buffer.from([1, credentials === this.accepted ? 0 : 1]));
      if (credentials !== this.accepted) return;
    }
    const request = await nextMessage(socket);
    const host = request[3] === 3 ? request.subarray(5, -2).toString() : request.subarray(4, -2).join(".");
    this.targets.push(`${host}:${request.readUInt16BE(request.length - 2)}`);
    socket.write(Buffer.from([5, this.reply, 0, 1, 127, 0, 0, 1, 0, 0]));
    if (this.reply !== 0) return;
    const onward = connect(target, "127.0.0.1");
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }
}

/** Reads the next message. On loopback, each message of the handshake arrives in one piece. */
function nextMessage(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => socket.once("data", resolve));
}
