// A SOCKS 5 proxy on loopback (RFC 1928, RFC 1929) that leads to one port whatever the host is.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export class SocksProxy {
  /** Hosts and ports that were asked for, such as "api.example:443". */
  readonly targets: string[] = [];
  /** "user:password" for each client that logged in. */
  readonly logins: string[] = [];
  /** Answer to a request (RFC 1928 §6); 0 opens the tunnel. */
  reply = 0;
  /** The only user and password that are accepted; anyone may use the proxy if undefined. */
  accepted: string | undefined;
  #port = 0;

  /** Answers until the owner ends. */
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
      const given = `${login.subarray(2, end).toString()}:${login.subarray(end + 1).toString()}`;
      this.logins.push(given);
      socket.write(Buffer.from([1, given === this.accepted ? 0 : 1]));
      if (given !== this.accepted) return;
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

/** Reads the next message. Each of the handshake arrives whole on loopback. */
function nextMessage(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => socket.once("data", resolve));
}
