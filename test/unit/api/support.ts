// Shared by the tests of src/api: a clock that never waits, and a client that uses it.
import { ApiClient, type ClientOptions } from "../../../src/api/client.ts";
import type { Clock } from "../../../src/api/clock.ts";
import type { DispatcherSource, ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import type { LogEvent } from "../../../src/api/sendWithRetries.ts";
import { createConnection, deleteDestination, getEntitlements } from "../../../src/api/operations.ts";

/** A token that must never appear in an outcome or log. */
export const canary = 'sk_canary_5f1e0d/+"q';

export const userAgent = "managed-auth/0.0.0-test";

/** A clock that ends delays at once. Timeouts of attempts stay pending until {@link expire} is called. */
export class FakeClock implements Clock {
  time = Date.UTC(2026, 10, 20, 10, 0, 0);
  chance = 0.5;
  /** Delays between attempts, in milliseconds. */
  readonly pauses: number[] = [];
  /** Timeouts of attempts, in milliseconds. */
  readonly timers: number[] = [];
  /** Called and awaited before a delay ends, to act in the middle of it. */
  onPause: (ms: number) => unknown = () => undefined;
  readonly #expire = new Set<() => void>();

  /** Number of pending timers. */
  get waiting(): number {
    return this.#expire.size;
  }

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  timer(ms: number, run: () => void): () => void {
    this.timers.push(ms);
    const expire = () => {
      this.#expire.delete(expire);
      this.time += ms;
      run();
    };
    this.#expire.add(expire);
    return () => this.#expire.delete(expire);
  }

  sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    this.pauses.push(ms);
    this.time += ms;
    const result = this.onPause(ms);
    return result instanceof Promise ? result.then(() => !signal.aborted) : Promise.resolve(!signal.aborted);
  }

  /** Fires the pending timers. */
  expire(): void {
    for (const expire of [...this.#expire]) expire();
  }
}

/** A client with its fake clock, tokens and log. */
export interface Bench {
  readonly client: ApiClient;
  readonly clock: FakeClock;
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  readonly log: LogEvent[];
  /** Results of the token function, one per call. The last result repeats. */
  tokens: (string | undefined)[];
}

export function bench(
  dispatcher: ServiceDispatcher | DispatcherSource,
  options: Partial<ClientOptions> = {},
): Bench {
  const controller = new AbortController();
  const clock = new FakeClock();
  const log: LogEvent[] = [];
  const setup: Bench = {
    client: new ApiClient({
      baseUrl: "https://api.example.test/v1",
      token: () => Promise.resolve(setup.tokens.length > 1 ? setup.tokens.shift() : setup.tokens[0]),
      dispatchers: "for" in dispatcher ? dispatcher : { for: () => Promise.resolve(dispatcher) },
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
  return setup;
}

/** Returns the error, or fails the test if there is none. */
export function errorOf(outcome: Outcome<unknown>) {
  if (outcome.kind !== "failed") throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`);
  return outcome.error;
}

/** Returns the value, or fails the test if there is none. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== "ok") throw new Error(`expected a value, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

export async function collectAll<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** A reply from interface.md §2.8, written by hand instead of built from our schema. */
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

/** One operation per retry policy. */
export const create = ({ client, signal }: Bench) =>
  client.call(createConnection, { body: { domain: "example.com", profile_name: "work" } }, signal);
export const read = ({ client, signal }: Bench) => client.call(getEntitlements, {}, signal);
export const remove = ({ client, signal }: Bench) =>
  client.call(deleteDestination, { path: { id_or_name: "d" } }, signal);
