// A service scripted in bytes: whatever a connection can do to an answer, it does.
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A server that answers each request by a script. */
export interface ScriptedServer {
  readonly server: Server;
  readonly origin: string;
  /** The text of each request as it came in, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and calls the script for each request (head and body complete), counted from 1. The script
 * of the last request is used for all that follow.
 */
export async function scriptedServer(
  ...scripts: ((socket: Socket, request: string) => void)[]
): Promise<ScriptedServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Resets are part of the play.
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

/** A whole answer as bytes, with its length. */
export function answer(status: number, body = "", headers: Record<string, string> = {}): string {
  const all = { "Content-Length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n${body}`;
}
