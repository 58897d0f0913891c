// Tracks one login until it ends. Fetches the connection, then processes the event stream, and fetches again after each
// interruption. Without a stream, only fetches. Never sends a request that changes anything, so forged events can't
// start or answer a login.
import type { ApiError, FailureOutcome } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import { followLogin } from "../../api/operations.ts";
import type { StreamItem } from "../../api/stream.ts";
import { type LostStart, selectRunningLogin, wasStarted } from "../../domain/login/beginLogin.ts";
import { hasFlowEnded, withEvent, type LoginEnd } from "../../domain/login/loginState.ts";
import { endAfterTimeLimit, finalEndOf, judgeLoginEnd } from "../../domain/login/loginEnd.ts";
import type { TrackedLogin } from "./trackedLogin.ts";

/** Pauses after stream interruptions and failures, in milliseconds. The last pause repeats. */
const backOffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/**
 * Poll intervals without a stream, in milliseconds. `lively` applies for a minute after a change if the login may have
 * ended or if the user handles the login in this window. Otherwise, `later` applies.
 */
const followPollMs = { lively: 2000, later: 5000 } as const;
/** Maximum number of open streams per window. Further logins are polled. */
const maxStreams = 4;
/** Minimum average interval between polls of logins that the user doesn't handle in this window, in milliseconds. */
const pollSpacingMs = 250;
/**
 * Poll intervals while a stream is open, in milliseconds. Polling is needed because streams can miss events.
 * `looking` applies while a change is unconfirmed or the login is in the step `DISCOVERING`.
 */
const streamPollMs = { looking: 15_000, later: 60_000 } as const;
/** Number of failed stream requests after which the login is polled instead. */
const maxStreamFailures = 3;
/** Maximum events per second, so that a flood of events can't occupy the extension host. */
const maxEventsPerSecond = 100;
/** How long a login is still tracked after its deadline, in milliseconds. */
const deadlineGraceMs = 30_000;

/** Tracks a login after it was identified, and records its end. Never rejects. */
export async function trackLogin(login: TrackedLogin): Promise<void> {
  login.finish(await new LoginFollower(login).run());
}

/** Finds out which login of the connection is running, and tracks this login until it ends. */
export async function followRunningLogin(login: TrackedLogin): Promise<void> {
  const target = await selectRunningLogin({ clock: login.deps.clock, reader: login.reader() });
  if (login.hasEnded) return;
  login.identify(target, { seenRunning: true });
  await trackLogin(login);
}

/**
 * Called if the request that starts a login got no response. Finds out if the login was started, and tracks the login.
 * If the login can't be found, ends it with `startUnknown` and returns false.
 */
export async function followLostStart(login: TrackedLogin, start: LostStart): Promise<boolean> {
  const deps = { clock: login.deps.clock, reader: login.reader() };
  const isFound = await wasStarted(deps, start, login.stopped);
  if (login.hasEnded) return false;
  if (isFound) {
    login.identify(start.target, { seenRunning: true });
    void trackLogin(login);
  } else login.finish({ kind: "startUnknown" });
  return isFound;
}

class LoginFollower {
  readonly #login: TrackedLogin;
  /** Number of consecutive failures to open the stream. */
  #streamFailures = 0;
  #failures = 0;
  /** End of the grace period after the deadline, by this computer's clock in milliseconds since 1970. */
  #graceEndsAt: number | undefined;

  constructor(login: TrackedLogin) {
    this.#login = login;
  }

  /** Tracks the login and resolves to its end. Never rejects. */
  async run(): Promise<LoginEnd> {
    const { stopped } = this.#login;
    for (;;) {
      const result = await this.#read(stopped);
      if (typeof result === "object") return result;
      if (stopped.aborted) return { kind: "stopped", why: "closed" };
      if (this.#isGraceOver()) return endAfterTimeLimit(this.#login.observed.login, result === "read");
      const loginEnd = await (result === "failed" ? this.#backOff() : this.#waitForChange());
      if (loginEnd !== undefined) return loginEnd;
    }
  }

  /** True if the login may have ended, in which case its stream has nothing more to report. */
  get #mayHaveEnded(): boolean {
    const { isActive, observed } = this.#login;
    return judgeLoginEnd(observed.login, undefined, isActive).kind !== "runs";
  }

  /** Fetches the connection and, if the login may have ended, its timeline. */
  async #read(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    const login = this.#login;
    login.noteRead();
    const reader = login.reader(signal);
    // If an event arrives during a fetch, fetch again, because the event may be newer than the response. Stop after
    // three fetches.
    for (let turn = 0; turn < 3; turn++) {
      const previous = login.observed.login;
      const outcome = await reader.connection();
      if (outcome.kind !== "ok") return this.#handleFailure(outcome);
      const { answeredAt, value } = outcome;
      if (answeredAt !== undefined) login.update({ aheadMs: answeredAt - login.deps.clock.now() });
      if (previous !== login.observed.login) continue;
      login.acceptReading(value);
      break;
    }
    if (!this.#mayHaveEnded) {
      login.update({ lostSince: undefined });
      return "read";
    }
    const logins = await reader.logins();
    if (logins.kind === "failed" || logins.kind === "cancelled") return this.#handleFailure(logins);
    const verdict = judgeLoginEnd(login.observed.login, logins, login.isActive);
    if (verdict.kind === "over") return verdict.end;
    const { connection, endReported, seenRunning } = verdict.login;
    const isReported = endReported || (seenRunning && connection !== undefined && hasFlowEnded(connection));
    login.update({ login: verdict.login, lostSince: undefined, ...(isReported && { confirming: true }) });
    return "read";
  }

  #handleFailure(outcome: FailureOutcome): LoginEnd | "failed" {
    if (outcome.kind === "cancelled") return { kind: "stopped", why: "closed" };
    const final = finalEndOf(outcome.error);
    if (final !== undefined) return final;
    const { deps, observed } = this.#login;
    this.#login.update({ lostSince: observed.lostSince ?? deps.clock.now() });
    return "failed";
  }

  /**
   * After a fetch, processes the event stream until it ends or, without a stream, waits until the next fetch is due.
   * Returns the reason to stop tracking, if any.
   */
  async #waitForChange(): Promise<LoginEnd | undefined> {
    const { deps, isActive, isAttended } = this.#login;
    const { polling, streaming } = deps;
    const mayHaveEnded = this.#mayHaveEnded;
    const mayStream = isAttended && this.#streamFailures < maxStreamFailures && streaming.size < maxStreams;
    if (mayStream && !mayHaveEnded) {
      streaming.add(this.#login);
      return this.#stream().finally(() => streaming.delete(this.#login));
    }
    if (!isAttended) polling.add(this.#login);
    const isLively = (isAttended || mayHaveEnded) && isActive;
    const ms = isLively ? followPollMs.lively : Math.max(followPollMs.later, polling.size * pollSpacingMs);
    await this.#pause(ms).finally(() => polling.delete(this.#login));
    return undefined;
  }

  async #backOff(): Promise<undefined> {
    await this.#pause(backOffMs[this.#failures] ?? 15_000);
    this.#failures++;
  }

  /** Processes events and polls until the stream ends for any reason. Returns the login's end, if it has ended. */
  async #stream(): Promise<LoginEnd | undefined> {
    const { access, id, stopped } = this.#login;
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    stopped.addEventListener("abort", leave, { once: true });
    try {
      const options = { failOnRateLimit: true } as const;
      const outcome = await access.client.call(followLogin, { path: { id } }, stop.signal, options);
      if (outcome.kind === "cancelled") return undefined;
      if (outcome.kind === "failed") return await this.#handleStreamFailure(outcome.error);
      this.#streamFailures = 0;
      // Fetch the connection now that the stream is open, because earlier events are lost.
      const polling = this.#pollWhileStreaming(stop);
      const broken = await this.#processEvents(outcome.value, stop.signal);
      leave();
      const loginEnd = (await polling) ?? (broken && finalEndOf(broken));
      if (loginEnd !== undefined || stopped.aborted || this.#mayHaveEnded) return loginEnd;
      await this.#backOff();
      return undefined;
    } finally {
      stopped.removeEventListener("abort", leave);
    }
  }

  /** Processes events until the stream ends. Returns the error that broke the stream, if any. */
  async #processEvents(
    events: AsyncIterable<StreamItem<LoginEvent>>,
    stop: AbortSignal,
  ): Promise<ApiError | undefined> {
    let count = 0;
    for await (const streamed of events) {
      if (++count % maxEventsPerSecond === 0) await this.#login.deps.clock.sleep(1000, stop);
      if (stop.aborted || streamed.kind === "cancelled") return undefined;
      if (streamed.kind === "failed") return streamed.error;
      if (streamed.kind === "unreadable") continue;
      if (streamed.value.event === "error") {
        // The stream has reported an error. Don't open another stream. Poll for the end of the login instead.
        this.#streamFailures = maxStreamFailures;
        return undefined;
      }
      const { login: previous } = this.#login.observed;
      const login = withEvent(previous, streamed.value);
      if (login === previous) continue;
      this.#failures = 0;
      this.#login.update({ login, lostSince: undefined, ...(login.endReported && { confirming: true }) });
      if (login.endReported) return undefined;
    }
    return undefined;
  }

  /** Polls while a stream is open and closes the stream if the login has ended. */
  async #pollWhileStreaming(stop: AbortController): Promise<LoginEnd | undefined> {
    for (;;) {
      const result = await this.#read(stop.signal);
      if (stop.signal.aborted) return undefined;
      if (typeof result === "object" || this.#mayHaveEnded || this.#isGraceOver()) {
        stop.abort();
        return typeof result === "object" ? result : undefined;
      }
      const { confirming, login } = this.#login.observed;
      const isActive = confirming || login.connection?.flow_step === "DISCOVERING";
      await this.#pause(isActive ? streamPollMs.looking : streamPollMs.later, stop.signal);
    }
  }

  /**
   * Handles a failure to open the stream. Returns the reason to stop tracking if access to the login is lost. After a
   * temporary failure, backs off. After a permanent failure or too many temporary ones, the login is polled instead.
   */
  async #handleStreamFailure(error: ApiError): Promise<LoginEnd | undefined> {
    // A deleted connection (404) isn't handled here, because the next fetch reports the deletion.
    if (error.kind === "unauthorized" || error.status === 410) return finalEndOf(error);
    const passes = ["offline", "timeout", "limited", "server", "proxyRefused"].includes(error.kind);
    this.#streamFailures = passes && error.status !== 501 ? this.#streamFailures + 1 : maxStreamFailures;
    return this.#streamFailures < maxStreamFailures ? this.#backOff() : undefined;
  }

  /** The deadline of the login by this computer's clock, in milliseconds since 1970. */
  get #expiresAt(): number {
    const { aheadMs, login } = this.#login.observed;
    return login.expiresAt - aheadMs;
  }

  /**
   * True if the grace period after the deadline is over. Corrects this computer's clock by the service's last
   * response. If the computer slept beyond the deadline, the grace period starts when the computer wakes up.
   */
  #isGraceOver(): boolean {
    const now = this.#login.deps.clock.now();
    // Don't extend the grace period if the clock was set back.
    const endsAt = Math.min(this.#graceEndsAt ?? Number.POSITIVE_INFINITY, now + deadlineGraceMs);
    this.#graceEndsAt = now < this.#expiresAt ? undefined : endsAt;
    return this.#graceEndsAt !== undefined && now >= this.#graceEndsAt;
  }

  /**
   * Sleeps until the next fetch, but no longer than until the login's deadline or, after the deadline, until the end
   * of the grace period.
   */
  async #pause(ms: number, signal = this.#login.stopped): Promise<void> {
    const remainingMs = (this.#graceEndsAt ?? this.#expiresAt) - this.#login.deps.clock.now();
    await this.#login.pause(remainingMs > 0 ? Math.min(ms, remainingMs) : ms, signal);
  }
}
