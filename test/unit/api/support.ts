// What the tests of the API room share: a clock that never waits, and a client that goes by it.
import { Client } from "../../../src/api/client.ts";
import type { Clock } from "../../../src/api/clock.ts";
import type { DispatcherSource } from "../../../src/api/dispatcher.ts";
import type { ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import type { ClientOptions } from "../../../src/api/client.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import type { LogEvent } from "../../../src/api/sendWithRetries.ts";
import { createConnection, deleteDestination, getEntitlements } from "../../../src/api/operations.ts";

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
  /** Called before a pause ends, to do something in the middle of it; the pause waits for that. */
  onPause: (ms: number) => unknown = () => undefined;
  readonly #expire = new Set<() => void>();

  /** Timers that have neither run out nor been ended. */
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
    const done = this.onPause(ms);
    return done instanceof Promise ? done.then(() => !signal.aborted) : Promise.resolve(!signal.aborted);
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
  const clock = new FakeClock();
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

/** Everything that comes. */
export async function all<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const come: T[] = [];
  for await (const one of coming) come.push(one);
  return come;
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

/** One operation of each method, as they are sent again differently. */
export const create = ({ client, signal }: Bench) =>
  client.call(createConnection, { body: { domain: "example.com", profile_name: "work" } }, signal);
export const read = ({ client, signal }: Bench) => client.call(getEntitlements, {}, signal);
export const remove = ({ client, signal }: Bench) =>
  client.call(deleteDestination, { path: { id_or_name: "d" } }, signal);
