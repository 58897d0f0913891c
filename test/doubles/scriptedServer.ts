// A server with scripted raw responses, to simulate any fault of a connection.
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A running server that handles each request with a script. */
export interface ScriptedServer {
  readonly server: Server;
  readonly origin: string;
  /** The raw text of each request, in order of arrival. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and calls the next script for each complete request. The last script also handles all further
 * requests.
 */
export async function scriptedServer(
  ...scripts: ((socket: Socket, request: string) => void)[]
): Promise<ScriptedServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Scripts reset connections on purpose.
    socket.on("error", () => undefined);
    let received = "";
    socket.on("data", (data) => {
      received += data.toString("latin1");
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? "0");
      if (received.length < head + 4 + length) return;
      const request = received;
      received = "";
      requests.push(request);
      const script = scripts[Math.min(requests.length, scripts.length) - 1];
      if (script === undefined) socket.destroy();
      else script(socket, request);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    server,
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a complete HTTP response with its `Content-Length`. */
export function answer(status: number, body = "", headers: Record<string, string> = {}): string {
  const all = { "Content-Length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n${body}`;
}
