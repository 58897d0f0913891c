import { createServer, type Server, type AddressInfo } from "node:net";

const answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** A server on loopback that must never receive a request. Accepts any bytes, records them and responds with 404. */
export class Recorder {
  /** The bytes of each connection, oldest first. Empty for a connection that sent nothing. */
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(host = "127.0.0.1", port = 0): Promise<Recorder> {
    const server = createServer();
    const recorder = new Recorder(server);
    server.on("connection", (socket) => {
      const index = recorder.requests.push("") - 1;
      socket.on("error", () => socket.destroy());
      socket.setEncoding("latin1").on("data", (bytes: string) => {
        const received = (recorder.requests[index] ?? "") + bytes;
        recorder.requests[index] = received;
        if (received.includes("\r\n\r\n")) socket.end(answer);
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, host, resolve);
    });
    server.unref();
    return recorder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  stop(): void {
    this.#server.close();
  }
}
