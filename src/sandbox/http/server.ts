// The sandbox's HTTP server. Passes each request through the guards to its route and writes the reply, complete or
// streamed.
import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
  type RouteReply,
  internalError,
  type HttpReply,
  type StreamedReply,
  badRequest,
  errorReply,
} from "./replies.ts";
import { SandboxError } from "../sandboxError.ts";
import {
  bearerGuard,
  maxBodyBytes,
  fullAccess,
  maxFormBytes,
  refuseContentType,
  refuseForeignHosts,
  refuseForeignPages,
  refuseWebPages,
} from "./guard.ts";
import type { SandboxIdentity } from "../identity.ts";
import { type HttpRoute, createRouter } from "./router.ts";
import { describeStorageError } from "../db/sqlite.ts";

interface ServerOptions {
  readonly routes: readonly HttpRoute[];
  readonly instanceId: string;
  readonly token: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Called with every error that clients see only as a 500 reply. */
  readonly onFault: (error: unknown) => void;
  readonly timeouts?: ReceiveTimeouts;
}

/** Time limits for receiving a request. A limit may be enforced up to `checkIntervalMs` late. */
export interface ReceiveTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkIntervalMs: number;
}

interface RunningServer {
  readonly identity: SandboxIdentity;
  /** Stops accepting connections. Waits up to one second for the replies in progress. */
  close(): Promise<void>;
}

const defaultTimeouts: ReceiveTimeouts = { headersMs: 10_000, requestMs: 30_000, checkIntervalMs: 1000 };

/** Listens on 127.0.0.1 only. @throws {SandboxError} `portUnusable`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { headersMs, requestMs, checkIntervalMs } = options.timeouts ?? defaultTimeouts;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkIntervalMs,
    keepAliveTimeout: 60_000,
    // Let the guard refuse requests without a Host header, because Node's own error reply doesn't have the format of
    // interface.md §2.9.
    requireHostHeader: false,
  });
  const port = await listenOnLoopback(server, options.port);
  const identity: SandboxIdentity = { instanceId: options.instanceId, token: options.token, port };
  const answer = createHandler(options.routes, identity);
  const closing = new AbortController();

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const reply = await answer(request);
      // The client disconnected before its request was complete.
      if (reply === undefined) return;
      if ("stream" in reply) await writeStream(response, reply, closing.signal);
      else writeReply(response, reply);
    } catch (error) {
      options.onFault(error);
      const message = error instanceof SandboxError ? error.message : describeStorageError(error);
      // Destroy the connection, so that the client doesn't mistake a failed stream for a complete one.
      if (response.headersSent) response.destroy();
      else writeReply(response, internalError(message));
    }
  };
  const openResponses = new Set<ServerResponse>();
  server.on("request", (request, response) => {
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
    void respond(request, response);
  });
  server.on("error", options.onFault);
  return {
    identity,
    close: () => {
      closing.abort();
      return closeServer(server, openResponses);
    },
  };
}

/** Returns an async function that handles a request. Resolves to undefined if the client disconnects mid-body. */
function createHandler(
  routes: readonly HttpRoute[],
  identity: SandboxIdentity,
): (request: IncomingMessage) => Promise<RouteReply | undefined> {
  const find = createRouter(routes);
  const authorize = bearerGuard(identity.token);
  return async (request) => {
    const { method = "", url = "", headers } = request;
    const { authority, path, query } = parseTarget(url);
    const headerLines = request.headersDistinct;
    const hostRefusal = refuseForeignHosts(authority, headerLines, identity.port);
    if (hostRefusal !== undefined) return hostRefusal;
    const route = find(method, path);
    const isPage = route.isPage === true;
    const refuseOrigin = isPage ? refuseForeignPages : refuseWebPages;
    const originRefusal = refuseOrigin(method, headerLines, identity.port);
    if (originRefusal !== undefined) return originRefusal;
    const scope = route.isPublic === true ? fullAccess : authorize(headers);
    if ("status" in scope) return scope;
    const [projectId] = headerLines["x-kernel-project-id"] ?? [];
    const [projectIdOrName] = headerLines["x-kernel-project"] ?? [];
    const { segment } = route;
    const call = {
      identity,
      segment,
      query: new URLSearchParams(query),
      projectId,
      projectIdOrName,
      ...scope,
    };
    if (!route.takesBody) return route.handle({ ...call, body: undefined });
    if (route.isBodyOptional === true && hasNoBody(headers))
      return route.handle({ ...call, body: undefined });
    const content = isPage ? formBody : jsonBody;
    const contentRefusal = refuseContentType(headers, content.type);
    if (contentRefusal !== undefined) return contentRefusal;
    const read = await readRequestBody(request, content);
    if (read === undefined || "status" in read) return read;
    return route.handle({ ...call, body: read.body });
  };
}

const hasNoBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;

function listenOnLoopback(server: Server, port: number): Promise<number> {
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

/** Maximum time that a closing server waits for the replies in progress, in milliseconds. */
const closeTimeoutMs = 1000;

async function closeServer(server: Server, openResponses: ReadonlySet<ServerResponse>): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  const overdue = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await Promise.all(Array.from(openResponses, (response) => once(response, "close")));
  server.closeAllConnections();
  await ended;
  clearTimeout(overdue);
}

const absoluteTarget = /^http:\/\/([^/?#]*)([^]*)$/i;

/** Parses `/path?query`, or the absolute form `http://host/path?query` that proxy clients send (RFC 9112 §3.2.2). */
function parseTarget(url: string) {
  const [, authority, rest = url] = absoluteTarget.exec(url) ?? [];
  const [path = ""] = rest.split("?", 1);
  return { authority, path: path || "/", query: rest.slice(path.length + 1) };
}

const commonHeaders = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

function writeReply(response: ServerResponse, { status, body, headers }: HttpReply): void {
  if (body === undefined) {
    response.writeHead(status, { ...commonHeaders, ...headers }).end();
    return;
  }
  const payload = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      ...commonHeaders,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": payload.length,
      ...headers,
    })
    .end(payload);
}

/** Writes a stream until it ends, the client disconnects or `closing` aborts. Rejects if the stream fails. */
async function writeStream(
  response: ServerResponse,
  { status, stream, headers }: StreamedReply,
  closing: AbortSignal,
): Promise<void> {
  response.writeHead(status, { ...commonHeaders, "Content-Type": "text/event-stream", ...headers });
  response.flushHeaders();
  const disconnected = new AbortController();
  const onDisconnect = (): void => disconnected.abort();
  response.once("close", onDisconnect);
  const signal = AbortSignal.any([disconnected.signal, closing]);
  const send = async (part: string | Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    if (!response.write(part)) await once(response, "drain", { signal });
  };
  try {
    // A HEAD request gets only the headers.
    if (response.req.method !== "HEAD" && !response.destroyed) await stream(send, signal);
  } catch (error) {
    // Ignore errors after a disconnect, because no client is affected.
    if (!signal.aborted) throw error;
  } finally {
    response.off("close", onDisconnect);
  }
  response.end();
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const jsonBody = {
  type: "application/json",
  cap: maxBodyBytes,
  unreadable: "The body is not JSON.",
  parse: (text: string): unknown => JSON.parse(text),
} as const;

const formBody = {
  type: "application/x-www-form-urlencoded",
  cap: maxFormBytes,
  unreadable: "The form is not UTF-8.",
  parse: (text: string): unknown => new URLSearchParams(text),
} as const;

/** Reads the body. Returns 413 above `cap` bytes, 400 for a malformed body, and undefined on a disconnect. */
async function readRequestBody(
  request: IncomingMessage,
  { cap, unreadable, parse }: typeof jsonBody | typeof formBody,
): Promise<{ readonly body: unknown } | HttpReply | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers["content-length"] ?? 0) > cap) return replyTooLarge(request, cap);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body arrives as bytes");
      length += chunk.length;
      if (length > cap) return replyTooLarge(request, cap);
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.destroyed) return undefined;
    throw error;
  }
  try {
    return { body: parse(strictUtf8.decode(Buffer.concat(chunks, length))) };
  } catch {
    return badRequest([unreadable]);
  }
}

/** Builds a 413 reply that closes the connection. Discards the rest of the body, so that clients read the reply. */
function replyTooLarge(request: IncomingMessage, cap: number): HttpReply {
  request.resume();
  const message = `The body is longer than ${cap} bytes.`;
  return errorReply(413, "payload_too_large", message, { Connection: "close" });
}
