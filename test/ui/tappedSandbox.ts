import assert from "node:assert/strict";
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { openSandbox, type OpenSandbox } from "../../src/sandbox/run/openSandbox.ts";
import { loginsAt, type Logins } from "../unit/sandbox/logins.ts";
import { objectOf, send, token } from "../unit/sandbox/support.ts";

/** A sandbox without sample connections behind a proxy that records requests and breaks event streams. */
export class TappedSandbox {
  /** Write requests in order, with their project. */
  readonly changes: { readonly request: string; readonly project: string | undefined }[] = [];
  /** True to report that projects are disabled for the organization. */
  hidesProjects = false;
  /** True to close the connection instead of returning the response to a write. */
  losesAnswers = false;
  /** Delays responses to reads until resolved. */
  holdUntil: Promise<unknown> | undefined;
  /** All request lines, such as `POST /auth/connections/ma_1/login`, oldest first. */
  readonly requests: string[] = [];
  readonly token = token;
  /** Requests to the sandbox directly, like those of another client or the website. */
  readonly logins: Logins;
  readonly #sandbox: OpenSandbox;
  #server: Server;
  #port = 0;
  readonly #streams = new Set<ServerResponse>();
  #breaking = false;

  private constructor(sandbox: OpenSandbox) {
    this.#sandbox = sandbox;
    this.logins = loginsAt(sandbox.identity.port);
    this.#server = this.#proxy();
  }

  static async start(): Promise<TappedSandbox> {
    const onFault = (fault: unknown): void => console.error(fault);
    const sandbox = await openSandbox({ file: ":memory:", port: 0, token, onFault });
    assert.ok(sandbox !== undefined);
    const tapped = new TappedSandbox(sandbox);
    await tapped.#empty();
    await tapped.#listen();
    return tapped;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get baseUrl(): string {
    return `http://${this.host}`;
  }

  /** Returns the number of requests with a method and a path, ignoring the query. */
  count(method: string, path: string): number {
    return this.requests.filter((line) => line === `${method} ${path}`).length;
  }

  /** Returns how often a connection's login was started and its event stream opened. */
  of(id: string): { readonly started: number; readonly followed: number } {
    const path = `/auth/connections/${id}`;
    return { started: this.count("POST", `${path}/login`), followed: this.count("GET", `${path}/events`) };
  }

  /** Closes every stream, and each new stream in the middle of its first event. */
  breakStreams(): void {
    this.#breaking = true;
    for (const stream of this.#streams) stream.destroy();
  }

  /** Stops breaking streams. */
  mendStreams(): void {
    this.#breaking = false;
  }

  /** Refuses every connection, like a service that is down. */
  async goDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens on the same port again. */
  async comeBack(): Promise<void> {
    this.#server = this.#proxy();
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#sandbox.close();
  }

  #proxy(): Server {
    return createServer((incoming, response) => {
      if (this.holdUntil === undefined || incoming.method !== "GET") this.#pass(incoming, response);
      else void this.holdUntil.then(() => this.#pass(incoming, response));
    });
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    // A test that fails before it stops the proxy must not keep the process alive.
    this.#server.unref();
  }

  /** Deletes the sample connections, because their logins run by themselves and would use the window's streams. */
  async #empty(): Promise<void> {
    const { port } = this.#sandbox.identity;
    for (;;) {
      const { body } = await send(port, { method: "GET", path: "/auth/connections?limit=100" });
      assert.ok(Array.isArray(body));
      if (body.length === 0) return;
      for (const row of body) {
        const path = `/auth/connections/${String(objectOf(row)["id"])}`;
        assert.equal((await send(port, { method: "DELETE", path })).status, 204);
      }
    }
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { headers, method = "", url = "" } = incoming;
    const path = url.split("?", 1).join();
    this.requests.push(`${method} ${path}`);
    if (method !== "GET") this.changes.push({ request: `${method} ${path}`, project: projectOf(headers) });
    if (this.hidesProjects && path === "/org/projects") {
      response.writeHead(404, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ code: "projects_disabled", message: "There are no projects." }));
      return;
    }
    const { port } = this.#sandbox.identity;
    const outgoing = request(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (answered) => {
        if (this.losesAnswers && method !== "GET") {
          answered.resume().on("end", () => response.destroy());
          return;
        }
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        if (answered.headers["content-type"] === "text/event-stream") this.#stream(answered, response);
        else answered.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  #stream(answered: IncomingMessage, answer: ServerResponse): void {
    this.#streams.add(answer);
    answer.flushHeaders();
    answer.on("close", () => this.#streams.delete(answer));
    answered.on("data", (piece: Buffer) => {
      if (!this.#breaking) answer.write(piece);
      else answer.write(piece.subarray(0, piece.length / 2), () => answer.destroy());
    });
    answered.on("end", () => answer.end());
    answered.on("error", () => answer.destroy());
  }
}

function projectOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers["x-kernel-project-id"];
  return typeof named === "string" ? named : undefined;
}
