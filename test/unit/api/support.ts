// What the tests of the API room share: a clock that never waits, a scripted server, and a client on either.
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { Client } from "../../../src/api/client.ts";
import type { Clock } from "../../../src/api/clock.ts";
import type { DispatcherSource, ServiceDispatcher } from "../../../src/api/dispatchers.ts";
import type { ClientOptions } from "../../../src/api/endpoint.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import type { LogEvent } from "../../../src/api/operation.ts";

/** Must never be found in an outcome or a log. */
export const canary = 'sk_canary_5f1e0d/+"q';

export const userAgent = "managed-auth/0.0.0-test";

/** Lets pauses pass at once and keeps the timers of attempts waiting until they are let expire. */
export class FakeClock implements Clock {
  time = Date.UTC(2026, 10, 20, 10, 0, 0);
  chance = 0.5;
  /** Milliseconds of each pause between attempts. */
  readonly pauses: number[] = [];
  /** Milliseconds of each attempt's timer. */
  readonly timers: number[] = [];
  /** Called before a pause ends, to do something in the middle of it. */
  onPause: (ms: number) => void = () => undefined;
  readonly #operation: AbortSignal;
  readonly #expire = new Set<() => void>();

  /** Tells pauses from timers by the signal that ends them. */
  constructor(operation: AbortSignal) {
    this.#operation = operation;
  }

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal === this.#operation) {
      this.pauses.push(ms);
      this.time += ms;
      this.onPause(ms);
      return Promise.resolve(!signal.aborted);
    }
    this.timers.push(ms);
    return new Promise((resolve) => {
      const expire = () => {
        this.#expire.delete(expire);
        this.time += ms;
        resolve(true);
      };
      this.#expire.add(expire);
      signal.addEventListener("abort", () => {
        this.#expire.delete(expire);
        resolve(false);
      });
    });
  }

  /** Lets the timers of the attempts under way run out. */
  expire(): void {
    for (const expire of [...this.#expire]) expire();
  }
}

/** A client with everything it is made of at hand. */
export interface Bench {
  readonly client: Client;
  readonly clock: FakeClock;
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  readonly log: LogEvent[];
  /** What the token function gives, call by call; the last one stays. */
  tokens: (string | undefined)[];
}

/** A client over the given dispatcher. */
export function bench(
  dispatcher: ServiceDispatcher | DispatcherSource,
  options: Partial<ClientOptions> = {},
): Bench {
  const controller = new AbortController();
  const clock = new FakeClock(controller.signal);
  const log: LogEvent[] = [];
  const dispatchers = "for" in dispatcher ? dispatcher : { for: () => Promise.resolve(dispatcher) };
  const made: Bench = {
    client: new Client({
      baseUrl: "https://api.example.test/v1",
      token: () => Promise.resolve(made.tokens.length > 1 ? made.tokens.shift() : made.tokens[0]),
      dispatchers,
      userAgent,
      log: (event) => log.push(event),
      clock,
      ...options,
    }),
    clock,
    controller,
    signal: controller.signal,
    log,
    tokens: [canary],
  };
  return made;
}

/** The error of an outcome that has to be a failure. */
export function errorOf(outcome: Outcome<unknown>) {
  if (outcome.kind !== "failed") throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`);
  return outcome.error;
}

/** The value of an outcome that has to be a success. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== "ok") throw new Error(`expected a value, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** A server that answers each request by a script written in bytes. */
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

// ---- Literal bodies, written from §2 and §4, not from our schemas ------------------------------------------------

export const managedAuthJson = `{
  "id": "ma_1", "profile_name": "work", "domain": "example.com", "status": "NEEDS_AUTH",
  "save_credentials": true, "record_session": false, "allowed_domains": ["login.example.com"], "auto_reauth": true,
  "browser": {"stealth": true, "proxy": {"id": "proxy_1"}}, "can_reauth": false,
  "can_reauth_reason": "no_prior_successful_login", "credential": {"name": "main"},
  "flow_status": null, "flow_step": null, "flow_type": null, "hosted_url": null,
  "health_check_interval": 3600, "health_checks": true
}`;

export const entitlementsJson = `{
  "features": {
    "browser_extensions": {"enabled": true, "max_stored_per_org": 10},
    "browser_pools": {"enabled": false}, "browser_replays": {"enabled": true, "retention_days": 30},
    "credential_providers": {"enabled": true}, "credentials": {"enabled": true}, "custom_proxies": {"enabled": false},
    "file_io": {"enabled": true}, "gpu": {"enabled": false},
    "managed_auth": {"enabled": true, "health_check_interval_default_seconds": 3600,
      "health_check_interval_max_seconds": 86400, "health_check_interval_min_seconds": 1200, "max_connections": null},
    "managed_proxies": {"enabled": true}, "profiles": {"enabled": true}, "proxy_bypass_hosts": {"enabled": false}
  },
  "limits": {"default_max_concurrent_invocations_per_app": 20, "max_concurrent_browsers": 150,
    "max_concurrent_invocations": 150},
  "plan": {"id": "FREE", "effective_id": "START_UP", "is_trialing": true, "status": "ACTIVE",
    "trial_ends_at": "2026-12-01T00:00:00Z"}
}`;

export const errorJson = (code: string, message = "Words of the service") =>
  JSON.stringify({ code, message });
