// The sandbox's HTTP server: from a request, with its body, through the guards to a route, and its reply back: whole, or
// piece by piece.
import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, internalError, type Reply, type Streamed, badRequest, refusal } from "./replies.ts";
import { SandboxError } from "../sandboxError.ts";
import {
  bearerGuard,
  bodyCap,
  everything,
  formCap,
  refuseOtherContent,
  refuseOtherNames,
  refuseOtherPages,
  refusePages,
} from "./guard.ts";
import type { Identity } from "../identity.ts";
import { type Route, routerOf } from "./router.ts";
import { storageTrouble } from "../db/sqlite.ts";

interface ServerOptions {
  readonly routes: readonly Route[];
  readonly instanceId: string;
  readonly token: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Reports every fault that a client only sees as a 500. */
  readonly onFault: (error: unknown) => void;
  readonly patience?: Patience;
}

/** How long a request may take to arrive, in milliseconds; each is noticed up to `checkedEvery` later. */
export interface Patience {
  readonly head: number;
  readonly whole: number;
  readonly checkedEvery: number;
}

interface RunningServer {
  readonly identity: Identity;
  /** Ends it; requests that are being answered are answered. */
  close(): Promise<void>;
}

const usual: Patience = { head: 10_000, whole: 30_000, checkedEvery: 1000 };

/** Listens on 127.0.0.1 and nowhere else. @throws {SandboxError} `portUnusable`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { head, whole, checkedEvery } = options.patience ?? usual;
  const server = createServer({
    headersTimeout: head,
    requestTimeout: whole,
    connectionsCheckingInterval: checkedEvery,
    keepAliveTimeout: 60_000,
    // The guard refuses it, in the shape of §2.9.
    requireHostHeader: false,
  });
  const port = await listen(server, options.port);
  const identity: Identity = { instanceId: options.instanceId, token: options.token, port };
  const answer = answerer(options.routes, identity);
  const ending = new AbortController();

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const reply = await answer(request);
      // A client that left before its request was read needs none.
      if (reply === undefined) return;
      if ("stream" in reply) await writeStream(response, reply, ending.signal);
      else writeWhole(response, reply);
    } catch (error) {
      options.onFault(error);
      // A stream that breaks off must not look like one that ended.
      if (response.headersSent) response.destroy();
      else
        writeWhole(
          response,
          internalError(error instanceof SandboxError ? error.message : storageTrouble(error)),
        );
    }
  };
  const open = new Set<ServerResponse>();
  server.on("request", (request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    void respond(request, response);
  });
  server.on("error", options.onFault);
  return {
    identity,
    close: () => {
      ending.abort();
      return close(server, open);
    },
  };
}

/** What answers a request; undefined where the client left before its body was read. */
function answerer(
  routes: readonly Route[],
  identity: Identity,
): (request: IncomingMessage) => Promise<Answer | undefined> {
  const find = routerOf(routes);
  const refuseOthers = bearerGuard(identity.token);
  return async (request) => {
    const { method = "", url = "", headers } = request;
    const { authority, path, query } = targetOf(url);
    const lines = request.headersDistinct;
    const misnamed = refuseOtherNames(authority, lines, identity.port);
    if (misnamed !== undefined) return misnamed;
    const route = find(method, path);
    const ofPage = route.page === true;
    const foreign = ofPage ? refuseOtherPages(method, lines, identity.port) : refusePages(method, lines);
    if (foreign !== undefined) return foreign;
    const allowed = route.open ? everything : refuseOthers(headers);
    if ("status" in allowed) return allowed;
    const [named] = lines["x-kernel-project-id"] ?? [];
    const [idOrName] = lines["x-kernel-project"] ?? [];
    const { segment } = route;
    const call = { identity, segment, query: new URLSearchParams(query), named, idOrName, ...allowed };
    if (!route.takesBody) return route.answer({ ...call, body: undefined });
    if (route.bodyMayLack === true && hasNoBody(headers)) return route.answer({ ...call, body: undefined });
    const content = ofPage ? form : json;
    const otherContent = refuseOtherContent(headers, content.type);
    if (otherContent !== undefined) return otherContent;
    const read = await readBody(request, content);
    return read === undefined || "status" in read ? read : route.answer({ ...call, body: read.body });
  };
}

const hasNoBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;

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

const absolute = /^http:\/\/([^/?#]*)([^]*)$/i;

/** Reads `/path?query`, and `http://host/path?query` as a client of a proxy sends it (RFC 9112, 3.2.2): with an authority. */
function targetOf(url: string) {
  const [, authority, rest = url] = absolute.exec(url) ?? [];
  const [path = ""] = rest.split("?", 1);
  return { authority, path: path === "" ? "/" : path, query: rest.slice(path.length + 1) };
}

const always = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

function writeWhole(response: ServerResponse, { status, body, headers }: Reply): void {
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

/** Writes until it ends, its client leaves, or `ending` aborts. Rejects with what the stream throws. */
async function writeStream(
  response: ServerResponse,
  { status, stream, headers }: Streamed,
  ending: AbortSignal,
): Promise<void> {
  response.writeHead(status, { ...always, "Content-Type": "text/event-stream", ...headers });
  response.flushHeaders();
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.once("close", leave);
  const signal = AbortSignal.any([left.signal, ending]);
  const send = async (part: string | Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    if (!response.write(part)) await once(response, "drain", { signal });
  };
  try {
    // HEAD asks how it would begin.
    if (response.req.method !== "HEAD" && !response.destroyed) await stream(send, signal);
  } catch (error) {
    // Whoever is gone misses nothing.
    if (!signal.aborted) throw error;
  } finally {
    response.off("close", leave);
  }
  response.end();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const json = {
  type: "application/json",
  cap: bodyCap,
  unreadable: "The body is not JSON.",
  parse: (text: string): unknown => JSON.parse(text),
} as const;

const form = {
  type: "application/x-www-form-urlencoded",
  cap: formCap,
  unreadable: "The form is not UTF-8.",
  parse: (text: string): unknown => new URLSearchParams(text),
} as const;

/** The body, or 413 when it is longer than `cap` bytes, or 400 when it can't be read; undefined where the client left. */
async function readBody(
  request: IncomingMessage,
  { cap, unreadable, parse }: typeof json | typeof form,
): Promise<{ readonly body: unknown } | Reply | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers["content-length"] ?? 0) > cap) return tooLarge(request, cap);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body arrives as bytes");
      length += chunk.length;
      if (length > cap) return tooLarge(request, cap);
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.destroyed) return undefined;
    throw error;
  }
  try {
    return { body: parse(utf8.decode(Buffer.concat(chunks, length))) };
  } catch {
    return badRequest([unreadable]);
  }
}

/** The rest is read and dropped, so that the client gets to the answer; the connection then ends. */
function tooLarge(request: IncomingMessage, cap: number): Reply {
  request.resume();
  const message = `The body is longer than ${cap} bytes.`;
  return refusal(413, "payload_too_large", message, { Connection: "close" });
}
