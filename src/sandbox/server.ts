// The sandbox's HTTP server: from a request through the guards to a route, and its reply back.
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { readJson } from "./body.ts";
import type { Reply } from "./errors.ts";
import { internalError, refusal } from "./errors.ts";
import { SandboxError } from "./failure.ts";
import { bearerGuard, bodyCap, refuseOtherContent, refuseStrangers } from "./guard.ts";
import type { Identity } from "./health.ts";
import { find } from "./routes.ts";
import { storageTrouble } from "./sqlite.ts";
import type { Store } from "./store.ts";

export interface ServerOptions {
  readonly store: Store;
  readonly instanceId: string;
  readonly token: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Told of every fault that a client only sees as a 500. */
  readonly onFault: (error: unknown) => void;
}

export interface RunningServer {
  readonly identity: Identity;
  /** Ends it; requests that are being answered are answered. */
  close(): Promise<void>;
}

// A missing Host header is refused by the guard, in the shape of §2.9.
const settings = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 60_000,
  requireHostHeader: false,
};

/** Listens on 127.0.0.1 and nowhere else. @throws {SandboxError} `portUnusable`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer(settings);
  const port = await listen(server, options.port);
  const identity: Identity = { instanceId: options.instanceId, token: options.token, port };
  const answer = answerer(options.store, identity);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      write(response, await answer(request));
    } catch (error) {
      // A client that left in the middle of its request needs no answer.
      if (request.destroyed && !request.complete) return;
      options.onFault(error);
      write(response, internalError(error instanceof SandboxError ? error.message : storageTrouble(error)));
    }
  };
  const open = new Set<ServerResponse>();
  server.on("request", (request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    void respond(request, response);
  });
  server.on("clientError", refuseUnreadable);
  server.on("error", options.onFault);
  return { identity, close: () => close(server, open) };
}

function answerer(store: Store, identity: Identity): (request: IncomingMessage) => Promise<Reply> {
  const refuseOthers = bearerGuard(identity.token);
  return async (request) => {
    const { method = "", url = "", headers } = request;
    const refused = refuseStrangers(method, headers, identity.port);
    if (refused !== undefined) return refused;
    const [path = ""] = url.split("?", 1);
    const query = url.slice(path.length + 1);
    const route = find(method, path);
    const notAllowed = route.open ? undefined : refuseOthers(headers);
    if (notAllowed !== undefined) return notAllowed;
    const call = { store, identity, query: new URLSearchParams(query) };
    if (!route.takesBody) return route.answer({ ...call, body: undefined, now: Date.now() });
    const otherContent = refuseOtherContent(headers);
    if (otherContent !== undefined) return otherContent;
    const body = await readJson(request, bodyCap);
    if (body.kind === "refused") return body.reply;
    return route.answer({ ...call, body: body.value, now: Date.now() });
  };
}

const always = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

function write(response: ServerResponse, { status, body, headers }: Reply): void {
  if (body === undefined) {
    response.writeHead(status, { ...always, ...headers }).end();
    return;
  }
  const payload = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      ...always,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": payload.length,
      ...headers,
    })
    .end(payload);
}

/** What Node could not even parse gets an answer of the shape of §2.9, too. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const { body } = refusal(status, "bad_request", "The request could not be read.");
  const payload = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(payload)}\r\nConnection: close\r\n\r\n${payload}`,
  );
}

function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const refused = (error: NodeJS.ErrnoException): void => {
    const why = error.code === "EADDRINUSE" ? "is in use" : `cannot be used: ${error.message}`;
    reject(new SandboxError("portUnusable", `Port ${port} ${why}.`, { cause: error }));
  };
  server.once("error", refused);
  server.listen(port, "127.0.0.1", () => {
    server.off("error", refused);
    resolve(boundPort(server.address()));
  });
  return promise;
}

function boundPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("listening on no port");
  return address.port;
}

/** How long answers may take to reach their clients when the server ends, in milliseconds. */
const lastCall = 1000;

async function close(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  const overdue = setTimeout(() => server.closeAllConnections(), lastCall);
  await Promise.all(Array.from(open, (response) => once(response, "close")));
  server.closeAllConnections();
  await ended;
  clearTimeout(overdue);
}
