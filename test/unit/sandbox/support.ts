// Shared by the sandbox's tests: starting a sandbox and sending raw requests.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openDatabase } from "../../../src/sandbox/db/database.ts";
import { openSandbox, type OpenSandbox } from "../../../src/sandbox/run/openSandbox.ts";
import { SandboxStore } from "../../../src/sandbox/db/store.ts";
import { startServer, type ReceiveTimeouts } from "../../../src/sandbox/http/server.ts";
import { sandboxResources } from "../../../src/sandbox/resources/allResources.ts";
import { bindRoutes, type SandboxResource } from "../../../src/sandbox/resources/resource.ts";

export const token = "a-token-for-tests";

/** Creates a directory and removes it after the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "sandbox-test-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a sandbox in this process and closes it after the test. */
export async function startedSandbox(t: TestContext, file = ":memory:"): Promise<OpenSandbox> {
  const sandbox = await openSandbox({
    file,
    port: 0,
    token,
    onFault: (error) => t.diagnostic(String(error)),
  });
  if (sandbox === undefined) throw new Error("the data is held by another process");
  t.after(() => sandbox.close());
  return sandbox;
}

/** Starts a server on a store whose database the test can access. Both are closed after the test. */
export async function served(
  t: TestContext,
  file = ":memory:",
  {
    list = sandboxResources,
    patience,
  }: { readonly list?: readonly SandboxResource[]; readonly patience?: ReceiveTimeouts } = {},
) {
  const { db } = openDatabase(file, list, Date.now());
  const store = new SandboxStore(db, list, Date.now());
  const routes = bindRoutes(store, list);
  const faults: unknown[] = [];
  const server = await startServer({
    routes,
    instanceId: "instance",
    token,
    port: 0,
    onFault: (error) => faults.push(error),
    ...(patience && { timeouts: patience }),
  });
  t.after(async () => {
    await server.close();
    store.close();
  });
  return { db, store, routes, server, port: server.identity.port, faults };
}

/** Listens until the end of the test and returns the port. */
export async function listening(t: TestContext, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  t.after(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}

/** Sends bytes and returns everything that the sandbox sends until it ends the connection. */
export async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

/** Starts a sandbox and returns its port. */
export const portOf = async (t: TestContext): Promise<number> => (await startedSandbox(t)).identity.port;

/** Returns a property of a body, which must be an object. */
export const property = (body: unknown, name: string): unknown => objectOf(body)[name];

/** Opens the sandbox's data with the sample rows, in memory by default. */
export function sampleStore(now: number, file = ":memory:"): SandboxStore {
  return new SandboxStore(openDatabase(file, sandboxResources, now).db, sandboxResources, now);
}

/** Starts a sandbox without connections, so that the Free plan has room for three. */
export async function emptiedSandbox(t: TestContext): Promise<OpenSandbox> {
  const file = join(temporaryDirectory(t), "data.db");
  const store = sampleStore(Date.now(), file);
  store.transaction((writer) => {
    for (const table of ["flows", "health_checks", "connections"]) writer.write(`DELETE FROM ${table}`);
  });
  store.close();
  return startedSandbox(t, file);
}

/** Creates a data file with additional unused destinations: `spare-0`, `spare-1`… */
export function filledFile(file: string, destinations: number): void {
  const store = sampleStore(Date.now(), file);
  store.transaction((writer) => {
    for (let index = 0; index < destinations; index++) {
      writer.write(
        "INSERT INTO destinations (id, name, endpoint) VALUES (?, ?, 'https://collector.example')",
        `otlp_spare${index}`,
        `spare-${index}`,
      );
    }
  });
  store.close();
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON body. Undefined if the body is empty or an HTML page. */
  readonly body: unknown;
}

/** Returns the fields of a body, which must be an object. */
export function objectOf(body: unknown): Readonly<Partial<Record<string, unknown>>> {
  assert.ok(typeof body === "object" && body !== null, "an object");
  return { ...body };
}

export interface Call {
  readonly method: string;
  readonly path: string;
  /** Sent unchanged. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** If null, the request has no Authorization header. */
  readonly token?: string | null;
}

/** Sends a request with exactly these headers, besides the token and the body's type and length. */
export function send(
  port: number,
  { method, path, body, headers, token: bearer = token }: Call,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  const authorization = bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  const sent = request(
    {
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      headers: { ...authorization, ...content, ...length, ...headers },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: text === "" || isPage(response.headers) ? undefined : JSON.parse(text),
        });
      });
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

const isPage = ({ "content-type": type = "" }: IncomingHttpHeaders): boolean => type.startsWith("text/html");

/** Sends POST /auth/connections with this body. */
export const create = (port: number, body: string): Promise<Answer> =>
  send(port, { method: "POST", path: "/auth/connections", body });

/** Returns the sandbox's connections, newest first, at most 100. */
export async function connectionsOf(
  port: number,
): Promise<readonly Readonly<Partial<Record<string, unknown>>>[]> {
  const { body } = await send(port, { method: "GET", path: "/auth/connections?limit=100" });
  assert.ok(Array.isArray(body));
  return body.map(objectOf);
}

/** Sends DELETE /telemetry/destinations/{segment} with the segment unchanged. */
export const remove = (port: number, segment: string): Promise<Answer> =>
  send(port, { method: "DELETE", path: `/telemetry/destinations/${segment}` });

/** Books a plan through the sandbox's control route. */
export const book = (port: number, plan: string, trialing: boolean): Promise<Answer> =>
  send(port, {
    method: "PUT",
    path: "/sandbox/plan",
    body: `{"plan":"${plan}","is_trialing":${trialing}}`,
  });

/**
 * Sends all requests in one packet, so that they arrive in the same turn of the event loop. Returns the statuses in
 * order.
 */
export async function together(t: TestContext, port: number, calls: readonly Call[]): Promise<number[]> {
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  await once(socket, "connect");
  const requests = calls.map(({ method, path, body }) =>
    [
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`,
      body === undefined ? "" : "Content-Type: application/json\r\n",
      `Content-Length: ${Buffer.byteLength(body ?? "")}\r\n\r\n`,
      body ?? "",
    ].join(""),
  );
  socket.write(requests.join(""));
  let text = "";
  for await (const part of socket.setEncoding("utf8")) {
    text += String(part);
    const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
    if (statuses.length === calls.length) return statuses;
  }
  throw new Error(`the connection ended after ${text}`);
}
