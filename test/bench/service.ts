// The service of the benchmarks in a process of its own, so that its work doesn't count as the client's. A raw
// socket server with fixed responses, over TLS if a key and a certificate are given. Reports its port to the parent
// process.
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import * as literals from "../ui/literals.ts";
import { connection } from "./connection.ts";

const [key, cert] = process.argv.slice(2);

/** Requests below this path are answered after this delay in milliseconds, like those of a remote service. */
const slow = { path: "/slow", ms: 500 };

/** Answers every request on a kept-alive connection, in order. */
function serveSocket(socket: Socket): void {
  let buffered = "";
  socket.setNoDelay(true);
  socket.setEncoding("latin1");
  // The server has no state, so clients that disconnect during a request can be ignored.
  socket.on("error", () => socket.destroy());
  socket.on("data", (text: string) => {
    buffered += text;
    for (let request = takeRequest(buffered); request !== undefined; request = takeRequest(buffered)) {
      buffered = buffered.slice(request.length);
      answer(socket, request);
    }
  });
}

function answer(socket: Socket, { method, target }: { method: string; target: string }): void {
  if (!target.startsWith(slow.path)) socket.write(replyTo(method, target));
  else setTimeout(() => socket.write(replyTo(method, target.slice(slow.path.length))), slow.ms);
}

/** Returns the first request of the received text if the request is complete, including its body. */
function takeRequest(text: string): { method: string; target: string; length: number } | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const [method = "", target = ""] = text.slice(0, text.indexOf("\r\n")).split(" ");
  const body = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? "0";
  const length = head + 4 + Number(body);
  return text.length < length ? undefined : { method, target, length };
}

const created = reply(201, literals.created);
const entitlements = reply(200, literals.entitlements);
const singleConnection = reply(200, JSON.stringify(connection("ma_1")));
const notFound = reply(404, literals.notFound);

interface List {
  readonly total: number;
  readonly row: (index: number) => object;
}

/** A profile of 50 of the first 1,000 connections. */
const wide = { id: "prof_wide", name: "wide" };
const isWide = (index: number): boolean => index < 1_000 && index % 20 === 0;
const began = Date.now();

const lists: Readonly<Record<string, List>> = {
  "/auth/connections": {
    total: 10_000,
    row: (index) => ({ ...connection(`ma_${index}`), ...(isWide(index) && { profile_name: wide.name }) }),
  },
  "/profiles": {
    total: 20,
    row: (index) => (index === 0 ? wide : { id: `prof_${index}`, name: `profile-ma_${index}` }),
  },
  // One health check per hour for a week. Every sixth finds the site logged out.
  timeline: {
    total: 168,
    row: (index) => ({
      id: `check_${index}`,
      type: "health_check",
      status: index % 6 === 0 ? "NEEDS_AUTH" : "AUTHENTICATED",
      timestamp: new Date(began - index * 3_600_000).toISOString(),
    }),
  },
  "/telemetry/destinations": { total: 20, row: (index) => ({ id: `dest_${index}`, name: `dest ${index}` }) },
};

/** Number of answered requests for lists and resources. */
let requests = 0;

/** Cached responses, so that a request costs the service almost nothing. */
const pages = new Map<string, Buffer>();

/** Returns the response to a request, head and body. */
function replyTo(method: string, target: string): Buffer {
  if (method === "POST") return created;
  const [path = "", query = ""] = target.split("?", 2);
  if (path === "/org/entitlements") return entitlements;
  if (path === "/requests") return reply(200, String(requests));
  requests++;
  if (path === `/profiles/${wide.id}`) return reply(200, JSON.stringify(wide));
  const list = lists[path.endsWith("/timeline") ? "timeline" : path];
  if (list === undefined && path.startsWith("/auth/connections/")) return singleConnection;
  if (list === undefined) return notFound;
  const response = pages.get(target) ?? page(list, new URLSearchParams(query));
  pages.set(target, response);
  return response;
}

/** Returns a page of a list: a bare array, with headers that describe the next page. */
function page({ row, total }: List, search: URLSearchParams): Buffer {
  const offset = Number(search.get("offset") ?? 0);
  const count = Math.max(0, Math.min(Number(search.get("limit") ?? 20), total - offset));
  const next = offset + count < total ? offset + count : 0;
  const rows = Array.from({ length: count }, (_, index) => row(offset + index));
  const headers = `X-Has-More: ${String(next > 0)}\r\nX-Next-Offset: ${next}\r\n`;
  return reply(200, JSON.stringify(rows), headers);
}

function reply(status: number, body: string, headers = ""): Buffer {
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`HTTP/1.1 ${status} -\r\n${content}${headers}\r\n${body}`);
}

const server =
  key === undefined || cert === undefined
    ? createServer(serveSocket)
    : createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, serveSocket);

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
