import type { ApiCaller } from "../../api/client.ts";
import type { Clock } from "../../api/clock.ts";
import type { Outcome } from "../../api/errors.ts";
import { getConnection, listTimeline } from "../../api/operations.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { ConcurrencyLimit } from "../../domain/limit.ts";
import { type LoginReader, readLogins } from "../../domain/login/readLogins.ts";

/** Maximum concurrent login fetches per window. The limit leaves network connections free for other requests. */
const maxConcurrentReads = 2;
/** Pause after the service asks the window to slow down without specifying a time, in milliseconds. */
const defaultRateLimitMs = 5000;
/** Maximum pause after the service asks the window to slow down, in milliseconds. */
const maxRateLimitMs = 60_000;

/** Fetches the logins that a window tracks. Limits concurrency, and pauses if the service asks to slow down. */
export class RateLimitedReader {
  readonly #clock: Clock;
  readonly #limit = new ConcurrencyLimit(maxConcurrentReads);
  /** End of the pause that the service requested, in milliseconds since 1970. */
  #slowUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns a reader whose requests for a connection and its logins share this window's limits. */
  readerOf(client: ApiCaller, id: string, signal: AbortSignal): LoginReader {
    const path = { id };
    return {
      connection: () =>
        this.#inTurn(signal, () => client.call(getConnection, { path }, signal, failOnRateLimit)),
      logins: () =>
        readLogins((query) =>
          this.#inTurn(signal, () => client.call(listTimeline, { path, query }, signal, failOnRateLimit)),
        ),
    };
  }

  async #inTurn<T>(signal: AbortSignal, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const turn = this.#limit.do(async () => {
      const slow = this.#slowUntil - this.#clock.now();
      // Don't extend the pause beyond its maximum if the clock was set back.
      if (slow > 0 && slow <= maxRateLimitMs) await this.#clock.sleep(slow, signal);
      const outcome = signal.aborted ? cancelledOutcome : await read();
      if (outcome.kind === "failed" && outcome.error.kind === "limited") this.#slowDown(outcome.error);
      return outcome;
    });
    return untilAborted(turn, signal).catch((fault: unknown) => {
      if (signal.aborted) return cancelledOutcome;
      throw fault;
    });
  }

  #slowDown({ retryAfterSeconds }: { readonly retryAfterSeconds?: number }): void {
    const ms = retryAfterSeconds === undefined ? defaultRateLimitMs : retryAfterSeconds * 1000;
    this.#slowUntil = this.#clock.now() + Math.min(ms, maxRateLimitMs);
  }
}

const cancelledOutcome = { kind: "cancelled", sent: "no" } as const;
const failOnRateLimit = { failOnRateLimit: true } as const;
