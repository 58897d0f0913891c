// Tracks one login until it ends: by a fetch, then the event stream, and a fetch after each interruption. Without a
// stream, only by fetches. A follower sends no requests that change anything, so false events can't start or answer a
// login.
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import { followLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { StreamItem } from "../../api/stream.ts";
import { withAnySignal } from "../../api/untilAborted.ts";
import type { LoginState, LoginEnd } from "../../domain/login/loginState.ts";
import { endAfterTimeLimit } from "../../domain/login/loginEnd.ts";
import { finalEndOf, type LoginObservation, LoginTracker } from "./loginTracker.ts";
import type { ListPoller } from "./listPoller.ts";
import type { ApiCaller, RateLimitedReader } from "./rateLimitedReader.ts";

export interface FollowerDeps {
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  readonly streams: StreamPool;
  readonly poller: ListPoller;
}

/** Pauses after stream interruptions and failures, in milliseconds. The last pause repeats. */
const backOffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/** Poll intervals without a stream, in milliseconds: while the login changes often, and after that. */
const followPollMs = { lively: 2000, later: 5000 } as const;
/** Poll intervals while a stream is open, in milliseconds, because streams can miss events. */
const streamPollMs = { looking: 15_000, later: 60_000 } as const;
/** Number of failed stream requests after which the follower polls instead. */
const maxStreamFailures = 3;

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
  /** True if this login has just released its stream for a login with priority. */
  #yieldedStream = false;
  #streamFailures = 0;
  #failures = 0;
  #wake: AbortController | undefined;

  /** `isOwn` is true if the user works on the login in this window, so that its stream has priority. */
  constructor(
    shared: FollowerDeps,
    client: ApiCaller,
    id: string,
    login: LoginState,
    tell: (standing: LoginObservation) => void,
    isOwn: () => boolean = () => false,
  ) {
    this.#isInteractive = isOwn;
    this.#shared = shared;
    this.#client = client;
    this.#id = id;
    this.#tracker = new LoginTracker(shared, client, id, login, tell);
  }

  /** Fetches immediately after an unconfirmed sign of a change. */
  readNow(): void {
    this.#mustReadNow = true;
    this.#tracker.expectConfirmation();
    this.#wake?.abort();
  }

  /** Accepts a connection that other code has fetched. */
  acceptReading(connection: ManagedAuth): void {
    this.#tracker.acceptReading(connection);
  }

  /** Fetches immediately, because the user has submitted values. */
  readAfterSubmit(): void {
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

  /** Waits for the next change after a fetch. Returns an end only if tracking is over. */
  async #waitForChange(signal: AbortSignal): Promise<LoginEnd | undefined> {
    if (this.#tracker.mayHaveEnded) return this.#pausePolling(signal);
    const leave = new AbortController();
    const claim = { isInteractive: this.#isInteractive(), wake: leave };
    const free = this.#yieldedStream ? undefined : this.#shared.streams.acquire(claim);
    this.#yieldedStream = false;
    if (free === undefined) return this.#followByListPages(signal);
    const end = await withAnySignal([signal, leave.signal], (until) =>
      this.#isStreamUnavailable ? this.#pausePolling(until) : this.#stream(until),
    ).finally(free);
    this.#yieldedStream = leave.signal.aborted;
    return end;
  }

  async #pausePolling(signal: AbortSignal): Promise<undefined> {
    await this.#pause(this.#tracker.isActive ? followPollMs.lively : followPollMs.later, signal);
  }

  async #backOff(signal: AbortSignal): Promise<undefined> {
    await this.#pause(backOffMs[this.#failures] ?? 15_000, signal);
    this.#failures++;
  }

  /** Reads events and polls until the stream ends for any reason. Returns the end if the login has ended. */
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
      // Events from before the stream was open are lost, so fetch the connection after opening it.
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
    const flood = new EventFlood();
    for await (const streamed of events) {
      if (stop.aborted || streamed.kind === "cancelled") return undefined;
      if (streamed.kind === "failed") return streamed.error;
      const isError = streamed.kind === "event" && streamed.value.event === "error";
      if (flood.counts(this.#shared.clock.now()) || isError) {
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

  /** Handles a failure to open the stream, which is temporary or permanent. */
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

  /** Polls the login through list pages until the login changes or a stream becomes free. */
  async #followByListPages(signal: AbortSignal): Promise<undefined> {
    const { poller: pages, streams: slots } = this.#shared;
    const wake = this.#newWakeController();
    const done = pages.watch(this.#client, this.#id, (connection) => {
      this.#tracker.acceptReading(connection);
      if (this.#tracker.mayHaveEnded) wake.abort();
    });
    const freed = slots.waitForFree({ isInteractive: this.#isInteractive(), wake: wake });
    try {
      await this.#sleep(streamPollMs.later, wake, signal);
    } finally {
      done();
      freed();
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#mustReadNow) await this.#sleep(ms, this.#newWakeController(), signal);
  }

  #newWakeController(): AbortController {
    this.#wake = new AbortController();
    return this.#wake;
  }

  /** Sleeps for a time, but at most until the login's deadline. */
  async #sleep(ms: number, wake: AbortController, signal: AbortSignal): Promise<void> {
    const { remainingMs: leftMs } = this.#tracker;
    await withAnySignal([wake.signal, signal], (either) =>
      this.#shared.clock.sleep(leftMs > 0 ? Math.min(ms, leftMs) : ms, either),
    );
  }
}

/** Maximum events per second. More can't be genuine, because a login waits for websites or a person. */
const maxEventsPerSecond = 100;
/** Number of consecutive seconds in which the event rate may exceed the maximum. */
const maxFloodSeconds = 2;

/** Distinguishes a sustained flood of events from a short burst. */
class EventFlood {
  #second = 0;
  #events = 0;
  #seconds = 0;

  /** Counts an event at the given time, in milliseconds. Returns true if the preceding seconds were a flood. */
  counts(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      const isFlood = this.#events > maxEventsPerSecond && second === this.#second + 1;
      this.#seconds = isFlood ? this.#seconds + 1 : 0;
      this.#second = second;
      this.#events = 0;
    }
    this.#events++;
    return this.#seconds >= maxFloodSeconds;
  }
}

/** Maximum number of open streams per window. */
const maxStreams = 4;

/** A login that has or awaits a stream. `wake` aborts when it must release the stream or may request one. */
interface StreamClaim {
  readonly isInteractive: boolean;
  readonly wake: AbortController;
}

/** The stream slots of a window, with a queue in which logins that the user works on in this window have priority. */
export class StreamPool {
  readonly #waiting = new Set<StreamClaim>();
  readonly #taken = new Set<StreamClaim>();

  /**
   * Acquires a slot and returns the function that releases it. Returns undefined if all slots are taken. If the user
   * works on the login in this window, a login without priority is then asked to release its slot.
   */
  acquire(claim: StreamClaim): (() => void) | undefined {
    if (this.#taken.size >= maxStreams) {
      const other = [...this.#taken].find((held) => !held.isInteractive && !held.wake.signal.aborted);
      if (claim.isInteractive) other?.wake.abort();
      return undefined;
    }
    this.#taken.add(claim);
    return () => {
      this.#taken.delete(claim);
      const [first] = this.#waiting;
      const next = [...this.#waiting].find(({ isInteractive: isOwn }) => isOwn) ?? first;
      next?.wake.abort();
    };
  }

  /**
   * Aborts the claim's signal when a slot is free. Logins with priority come first, then the oldest. Returns a cancel
   * function.
   */
  waitForFree(claim: StreamClaim): () => void {
    this.#waiting.add(claim);
    return () => this.#waiting.delete(claim);
  }
}
