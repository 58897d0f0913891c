// The service of the bench, a process of its own so that its work is not counted as a client's: a raw socket server
// with fixed replies, over TLS where a key and a certificate are given. Says its port to its parent.
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { replyTo } from "./replies.ts";
import { slow } from "./slow.ts";

const [key, cert] = process.argv.slice(2);

/** Answers every request on a kept-alive connection, in order. */
function serve(socket: Socket): void {
  let rest = "";
  socket.setNoDelay(true);
  socket.setEncoding("latin1");
  // A client that goes away in the middle is no concern of a server without state.
  socket.on("error", () => socket.destroy());
  socket.on("data", (text: string) => {
    rest += text;
    for (let request = take(rest); request !== undefined; request = take(rest)) {
      rest = rest.slice(request.length);
      answer(socket, request);
    }
  });
}

/** Answers now, or as late as the service of a slow address does. */
function answer(socket: Socket, { method, target }: { method: string; target: string }): void {
  if (!target.startsWith(slow.path)) socket.write(replyTo(method, target));
  else setTimeout(() => socket.write(replyTo(method, target.slice(slow.path.length))), slow.ms);
}

/** The first request of a text that holds it whole, body and all. */
function take(text: string): { method: string; target: string; length: number } | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const [method = "", target = ""] = text.slice(0, text.indexOf("\r\n")).split(" ");
  const body = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? "0";
  const length = head + 4 + Number(body);
  return text.length < length ? undefined : { method, target, length };
}

const server =
  key === undefined || cert === undefined
    ? createServer(serve)
    : createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, serve);

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
