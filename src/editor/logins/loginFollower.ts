// Tracks one login until it ends. Fetches the connection, then processes the event stream, and fetches again after
// each interruption. Without a stream, only fetches. A follower sends no requests that change anything, so false
// events can't start or answer a login.
import type { ApiCaller } from "../../api/client.ts";
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import { followLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { StreamItem } from "../../api/stream.ts";
import { withAnySignal } from "../../api/untilAborted.ts";
import type { LoginState, LoginEnd } from "../../domain/login/loginState.ts";
import { endAfterTimeLimit, finalEndOf } from "../../domain/login/loginEnd.ts";
import { type LoginObservation, LoginTracker } from "./loginTracker.ts";
import type { RateLimitedReader } from "./rateLimitedReader.ts";

export interface FollowerDeps {
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  /**
   * `streaming` contains this window's followers with an event stream. `polling` contains the followers that poll
   * logins of other clients and windows.
   */
  readonly streaming: Set<LoginFollower>;
  readonly polling: Set<LoginFollower>;
}

/** Pauses after stream interruptions and failures, in milliseconds. The last pause repeats. */
const backOffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/**
 * Poll intervals without a stream, in milliseconds. `lively` applies shortly after a change if the user works on the
 * login in this window or if the login may have ended.
 */
const followPollMs = { lively: 2000, later: 5000 } as const;
/** Maximum number of open streams per window. Further logins are polled. */
const maxStreams = 4;
/** Minimum average interval between the window's polls for logins of other clients and windows, in milliseconds. */
const pollSpacingMs = 250;
/**
 * Poll intervals while a stream is open, in milliseconds. Polling is still needed, because streams can miss events.
 */
const streamPollMs = { looking: 15_000, later: 60_000 } as const;
/** Number of failed stream requests after which the follower polls instead. */
const maxStreamFailures = 3;
/** Maximum events per second, so that a flood of events can't occupy the extension host. */
const maxEventsPerSecond = 100;

/** Tracks one login. An instance runs only once. */
export class LoginFollower {
  readonly #shared: FollowerDeps;
  readonly #client: ApiCaller;
  readonly #id: string;
  readonly #isInteractive: () => boolean;
  readonly #tracker: LoginTracker;
  /** True if an unconfirmed sign of a change arrived after the last fetch started. */
  #mustReadNow = false;
  #isStreamUnavailable = false;
  #streamFailures = 0;
  #failures = 0;
  #wake: AbortController | undefined;

  /** `isOwn` returns true if the user works on the login in this window. Only such logins have a stream. */
  constructor(
    shared: FollowerDeps,
    client: ApiCaller,
    id: string,
    login: LoginState,
    tell: (standing: LoginObservation) => void,
    isOwn: () => boolean = () => true,
  ) {
    this.#isInteractive = isOwn;
    this.#shared = shared;
    this.#client = client;
    this.#id = id;
    this.#tracker = new LoginTracker(shared, client, id, login, tell);
  }

  /** Fetches the connection immediately, because an unconfirmed sign suggests that the login has changed. */
  readNow(): void {
    this.#mustReadNow = true;
    this.#tracker.expectConfirmation();
    this.#wake?.abort();
  }

  /** Accepts a connection that other code has fetched. */
  acceptReading(connection: ManagedAuth): void {
    this.#tracker.acceptReading(connection);
  }

  /** Fetches immediately, because the user has acted on the login in this window. */
  readAfterAction(): void {
    this.#mustReadNow = true;
    this.#tracker.noteActivity();
    this.#wake?.abort();
  }

  /** Tracks the login and resolves to its end. Aborting the signal stops the tracking. Never rejects. */
  async run(signal: AbortSignal): Promise<LoginEnd> {
    for (;;) {
      const looked = await this.#read(signal);
      if (typeof looked === "object") return looked;
      if (signal.aborted) return { kind: "stopped", why: "closed" };
      if (this.#tracker.isGraceOver) return endAfterTimeLimit(this.#tracker.login, looked === "read");
      const end = await (looked === "failed" ? this.#backOff(signal) : this.#waitForChange(signal));
      if (end !== undefined) return end;
    }
  }

  async #read(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    this.#mustReadNow = false;
    return this.#tracker.read(signal);
  }

  /**
   * After a fetch, processes the event stream until it ends or, without a stream, waits until the next fetch is due.
   * Returns the reason to stop tracking, if any.
   */
  async #waitForChange(signal: AbortSignal): Promise<LoginEnd | undefined> {
    const { polling, streaming } = this.#shared;
    const isOwn = this.#isInteractive();
    const mayStream = isOwn && !this.#isStreamUnavailable && streaming.size < maxStreams;
    if (mayStream && !this.#tracker.mayHaveEnded) {
      streaming.add(this);
      return this.#stream(signal).finally(() => streaming.delete(this));
    }
    if (!isOwn) polling.add(this);
    const isLively = (isOwn || this.#tracker.mayHaveEnded) && this.#tracker.isActive;
    const ms = isLively ? followPollMs.lively : Math.max(followPollMs.later, polling.size * pollSpacingMs);
    await this.#pause(ms, signal).finally(() => polling.delete(this));
    return undefined;
  }

  async #backOff(signal: AbortSignal): Promise<undefined> {
    await this.#pause(backOffMs[this.#failures] ?? 15_000, signal);
    this.#failures++;
  }

  /**
   * Processes events and polls until the stream ends for any reason. Returns the end of the login, if it has ended.
   */
  async #stream(signal: AbortSignal): Promise<LoginEnd | undefined> {
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    signal.addEventListener("abort", leave, { once: true });
    try {
      const path = { id: this.#id };
      const outcome = await this.#client.call(followLogin, { path }, stop.signal, { failOnRateLimit: true });
      if (outcome.kind === "cancelled") return undefined;
      if (outcome.kind === "failed") return await this.#handleStreamFailure(outcome.error, signal);
      this.#streamFailures = 0;
      // Events from before the stream was open are lost. Fetch the connection now that the stream is open.
      const beside = this.#pollWhileStreaming(stop);
      const broken = await this.#events(outcome.value, stop.signal);
      leave();
      const end = (await beside) ?? (broken && finalEndOf(broken));
      if (end !== undefined || signal.aborted || this.#tracker.mayHaveEnded) return end;
      await this.#backOff(signal);
      return undefined;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Processes events until the stream ends. Returns the error that broke the stream, if any. */
  async #events(
    events: AsyncIterable<StreamItem<LoginEvent>>,
    stop: AbortSignal,
  ): Promise<ApiError | undefined> {
    let count = 0;
    for await (const streamed of events) {
      if (++count % maxEventsPerSecond === 0) await this.#shared.clock.sleep(1000, stop);
      if (stop.aborted || streamed.kind === "cancelled") return undefined;
      if (streamed.kind === "failed") return streamed.error;
      if (streamed.kind === "event" && streamed.value.event === "error") {
        // Don't open another stream. Poll for the end of the login instead.
        this.#isStreamUnavailable = true;
        return undefined;
      }
      if (streamed.kind === "unreadable") continue;
      const { changed, over } = this.#tracker.applyEvent(streamed.value);
      if (changed) this.#failures = 0;
      if (over) return undefined;
    }
    return undefined;
  }

  /** Polls while a stream is open and closes the stream if the login has ended. */
  async #pollWhileStreaming(stop: AbortController): Promise<LoginEnd | undefined> {
    for (;;) {
      const looked = await this.#read(stop.signal);
      if (stop.signal.aborted) return undefined;
      if (typeof looked === "object" || this.#tracker.mayHaveEnded || this.#tracker.isGraceOver) {
        stop.abort();
        return typeof looked === "object" ? looked : undefined;
      }
      const { isConfirming, login } = this.#tracker;
      const soon = isConfirming || login.connection?.flow_step === "DISCOVERING";
      await this.#pause(soon ? streamPollMs.looking : streamPollMs.later, stop.signal);
    }
  }

  /**
   * Handles a failure to open the stream. Returns the reason to stop tracking if access to the login is lost. After a
   * temporary failure, backs off. After a permanent failure or too many temporary ones, the follower polls instead.
   */
  async #handleStreamFailure(error: ApiError, signal: AbortSignal): Promise<LoginEnd | undefined> {
    // A deleted connection (404) isn't handled here, because the next fetch reports the deletion.
    if (error.kind === "unauthorized" || error.status === 410) return finalEndOf(error);
    const passes = ["offline", "timeout", "limited", "server", "proxyRefused"].includes(error.kind);
    if (!passes || error.status === 501 || ++this.#streamFailures >= maxStreamFailures) {
      this.#isStreamUnavailable = true;
      return undefined;
    }
    return this.#backOff(signal);
  }

  /** Sleeps until the next fetch, but at most until the login's deadline. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#mustReadNow) return;
    this.#wake = new AbortController();
    const { remainingMs: leftMs } = this.#tracker;
    await withAnySignal([this.#wake.signal, signal], (either) =>
      this.#shared.clock.sleep(leftMs > 0 ? Math.min(ms, leftMs) : ms, either),
    );
  }
}
