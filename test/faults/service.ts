// A small service on a scripted socket. It carries out requests, and then a fault replaces its response.
import type { Socket } from "node:net";
import { answer, scriptedServer, type ScriptedServer } from "../doubles/scriptedServer.ts";
import type { FakeClock } from "../unit/api/support.ts";
import { errorOf, json } from "./answers.ts";
import { OtherResources } from "./resources.ts";

/**
 * The operations: create a connection (C), delete a destination (D) and get the entitlements (G) of interface.md §4,
 * and update (U), remove (R) and read the timeline (T) of an existing connection.
 */
export type Operation = "C" | "D" | "G" | "U" | "R" | "T";

/** Input of a fault. */
export interface Scene {
  /** The bytes of the usual response. */
  readonly answer: string;
  readonly clock: FakeClock;
  /** Number of the request among those of its operation, from 1. */
  readonly number: number;
  /** Number of earlier requests on this connection. */
  readonly before: number;
  /** The request's token. */
  readonly token: string;
}

/** Replaces a response. */
export type Wire = (socket: Socket, scene: Scene) => void;

/** A fault for the next requests of an operation. */
interface Armed {
  /** An {@link Operation}, or one of {@link OtherResources}. */
  readonly operation: string;
  readonly wire: Wire;
  /** Number of affected responses. */
  readonly times: number;
  /** True if the service carries out the request before the fault. */
  readonly carriesOut: boolean;
}

export const destination = "nightly";
const connectionId = "ma_1";
/** The connection for updates and removals. */
export const keptRequests = {
  id: "ma_kept",
  domain: "kept.example",
  profile_name: "work",
  health_check_interval: 3600,
};
const operations: readonly (readonly [RegExp, Operation])[] = [
  [/^POST \/auth\/connections$/, "C"],
  [/^DELETE \/telemetry\/destinations\/nightly$/, "D"],
  [/^GET \/org\/entitlements$/, "G"],
  [/^PATCH \/auth\/connections\/ma_kept$/, "U"],
  [/^DELETE \/auth\/connections\/ma_kept$/, "R"],
  [/^GET \/auth\/connections\/ma_kept\/timeline\?limit=100&offset=0$/, "T"],
];

export const entitlements = {
  features: { managed_auth: { enabled: true, max_connections: 5 } },
  limits: { max_concurrent_browsers: 10 },
  plan: { id: "START_UP", status: "ACTIVE" },
};

export { errorOf };

export class FaultyService {
  /** All request lines, in order. */
  readonly lines: string[] = [];
  /** IDs of the existing connections, by profile and domain. */
  readonly connections = new Map<string, string>();
  readonly destinations = new Set([destination]);
  /** Current state of the connection for updates and removals. */
  stored: object | undefined = keptRequests;
  /** The entitlements that further replies contain. */
  entitlements: object = entitlements;
  readonly #clock: FakeClock;
  readonly otherResources = new OtherResources();
  readonly #counts = new Map<string, number>();
  readonly #faulted = new Set<Socket>();
  readonly #before = new WeakMap<Socket, number>();
  #armed: Armed | undefined;
  readonly origin: string;
  #server: ScriptedServer | undefined;

  private constructor(clock: FakeClock, server: ScriptedServer) {
    this.#clock = clock;
    this.#server = server;
    this.origin = server.origin;
  }

  static async start(clock: FakeClock): Promise<FaultyService> {
    const server = await scriptedServer((socket, request) => service.#handle(socket, request));
    const service = new FaultyService(clock, server);
    return service;
  }

  /** Applies a fault to the next responses of an operation, and resets its count of requests. */
  arm(armed: Armed): void {
    this.#armed = armed;
    this.#counts.delete(armed.operation);
  }

  /** Returns the number of an operation's requests since the fault was armed. */
  count(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  /** Number of faulty connections that are still open. */
  get held(): number {
    return [...this.#faulted].filter((socket) => !socket.closed).length;
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }

  #handle(socket: Socket, request: string): void {
    const [line = "", body = ""] = [request.split(" HTTP/")[0], request.split("\r\n\r\n")[1]];
    this.lines.push(line);
    const before = this.#before.get(socket) ?? 0;
    this.#before.set(socket, before + 1);
    const ours = operations.find(([pattern]) => pattern.test(line))?.[1];
    const operation = ours ?? this.otherResources.operationOf(line);
    if (line.endsWith(" /portal")) {
      socket.end(answer(200, "<html>Sign in to the Wi-Fi</html>", { "Content-Type": "text/html" }));
      return;
    }
    if (line === "GET /auth/connections/ma_kept") {
      socket.write(this.#keptNow());
      return;
    }
    if (line === `GET /auth/connections/${connectionId}`) {
      socket.write(this.#createdNow());
      return;
    }
    if (operation === undefined) {
      socket.write(answer(404, errorOf("not_found"), json));
      return;
    }
    const number = this.count(operation) + 1;
    this.#counts.set(operation, number);
    const carryOut = (): string =>
      ours === undefined ? this.otherResources.carryOut(line, body) : this.#carryOut(ours, body);
    const armed = this.#armed?.operation === operation ? this.#armed : undefined;
    if (armed === undefined || number > armed.times) {
      socket.write(carryOut());
      return;
    }
    this.#faulted.add(socket);
    const token = /^authorization: Bearer (.*)$/im.exec(request)?.[1] ?? "";
    const usual = armed.carriesOut ? carryOut() : "";
    armed.wire(socket, { answer: usual, clock: this.#clock, number, before, token });
  }

  #carryOut(operation: Operation, body: string): string {
    switch (operation) {
      case "C":
        return this.#create(body);
      case "D":
        return this.destinations.delete(destination) ? answer(204) : answer(404, errorOf("not_found"), json);
      case "G":
        return answer(200, JSON.stringify(this.entitlements), json);
      case "U":
        this.stored &&= { ...this.stored, ...Object(JSON.parse(body)) };
        return this.#keptNow();
      case "R": {
        const reply = this.stored === undefined ? answer(404, errorOf("not_found"), json) : answer(204);
        this.stored = undefined;
        return reply;
      }
      case "T":
        return answer(200, JSON.stringify([{ id: "login_1", type: "login", status: "FAILED" }]), json);
    }
  }

  /** Returns the response with the newest connection. */
  #createdNow(): string {
    const key = [...this.connections.keys()].at(-1);
    if (key === undefined) return answer(404, errorOf("not_found"), json);
    const [profile_name, domain] = JSON.parse(key) as readonly string[];
    return answer(
      200,
      JSON.stringify({ id: connectionId, domain, profile_name, status: "NEEDS_AUTH" }),
      json,
    );
  }

  #keptNow(): string {
    return this.stored === undefined
      ? answer(404, errorOf("not_found"), json)
      : answer(200, JSON.stringify(this.stored), json);
  }

  #create(body: string): string {
    const request: unknown = JSON.parse(body);
    const { domain, profile_name } = Object(request) as { domain: string; profile_name: string };
    const key = JSON.stringify([profile_name, domain]);
    const existing = this.connections.get(key);
    if (existing !== undefined) {
      return answer(409, errorOf("already_exists", { existing_id: existing }), json);
    }
    this.connections.set(key, connectionId);
    return answer(
      201,
      JSON.stringify({ id: connectionId, domain, profile_name, status: "NEEDS_AUTH" }),
      json,
    );
  }
}
