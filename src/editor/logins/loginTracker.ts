import type { ApiCaller } from "../../api/client.ts";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../api/clock.ts";
import type { FailureOutcome } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { hasFlowEnded, withEvent, withReading } from "../../domain/login/loginState.ts";
import type { LoginState, LoginEnd } from "../../domain/login/loginState.ts";
import { finalEndOf, judgeLoginEnd } from "../../domain/login/loginEnd.ts";
import type { RateLimitedReader } from "./rateLimitedReader.ts";

/** The observed state of a tracked login. */
export interface LoginObservation {
  readonly login: LoginState;
  /** True after an event or another sign that the login has changed, until the service confirms the change. */
  readonly confirming: boolean;
  /**
   * Time of the first failed fetch since the last sign that the service can be reached (a successful fetch or an
   * event), in milliseconds since 1970.
   */
  readonly lostSince: number | undefined;
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  readonly aheadMs: number;
}

const activeMs = 60_000;
/** Time after its deadline during which a login is still tracked, in milliseconds. */
const deadlineGraceMs = 30_000;

/** Collects the state of a login from fetches and events. */
export class LoginTracker {
  readonly #clock: Clock;
  readonly #reads: RateLimitedReader;
  readonly #client: ApiCaller;
  readonly #id: string;
  readonly #onChange: (standing: LoginObservation) => void;
  #observation: LoginObservation;
  /**
   * Number of events that have changed the state. If an event arrives during a fetch, the fetched connection may be
   * older than the event.
   */
  #events = 0;
  #changedAt: number;
  /** End of the grace period after the deadline, by this computer's clock in milliseconds. */
  #graceEndsAt: number | undefined;

  /** `tell` is called with the new state after each change. */
  constructor(
    { clock, reads }: { readonly clock: Clock; readonly reads: RateLimitedReader },
    client: ApiCaller,
    id: string,
    login: LoginState,
    tell: (standing: LoginObservation) => void,
  ) {
    this.#clock = clock;
    this.#reads = reads;
    this.#client = client;
    this.#id = id;
    this.#onChange = tell;
    this.#observation = { login, confirming: false, lostSince: undefined, aheadMs: 0 };
    this.#changedAt = clock.now();
  }

  get login(): LoginState {
    return this.#observation.login;
  }

  /** True if the login may have ended, in which case its stream has nothing more to report. */
  get mayHaveEnded(): boolean {
    return judgeLoginEnd(this.login, undefined, this.isActive).kind !== "runs";
  }

  /** True if the login has changed within the last minute. */
  get isActive(): boolean {
    const quiet = this.#clock.now() - this.#changedAt;
    return quiet >= 0 && quiet < activeMs;
  }

  get isConfirming(): boolean {
    return this.#observation.confirming;
  }

  /** Milliseconds until the deadline or, if the grace period has begun, until the end of that period. */
  get remainingMs(): number {
    return (this.#graceEndsAt ?? this.#expiresAt) - this.#clock.now();
  }

  /**
   * True if the grace period is over, by this computer's clock as corrected by the service's last response. If the
   * computer slept beyond the deadline, the grace period starts when the computer wakes up.
   */
  get isGraceOver(): boolean {
    const now = this.#clock.now();
    if (now < this.#expiresAt) {
      this.#graceEndsAt = undefined;
      return false;
    }
    // Don't extend the grace period if the clock was set back.
    this.#graceEndsAt = Math.min(this.#graceEndsAt ?? Number.POSITIVE_INFINITY, now + deadlineGraceMs);
    return now >= this.#graceEndsAt;
  }

  get #expiresAt(): number {
    return this.login.expiresAt - this.#observation.aheadMs;
  }

  /** Notes that the login may change soon, so that the connection is fetched more often. */
  noteActivity(): void {
    this.#changedAt = this.#clock.now();
  }

  /** Handles a sign of a change that the service hasn't confirmed. */
  expectConfirmation(): void {
    this.noteActivity();
    this.#update({ confirming: true });
  }

  /** Fetches the connection and, if the login may have ended, its timeline. */
  async read(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    // If an event arrives during a fetch, fetch again, because the event may be newer.
    for (let turn = 0; turn < 3; turn++) {
      const before = this.#events;
      const outcome = await this.#reads.connection(this.#client, this.#id, signal);
      if (outcome.kind !== "ok") return this.#handleFailure(outcome);
      const { answeredAt } = outcome;
      if (answeredAt !== undefined) this.#update({ aheadMs: answeredAt - this.#clock.now() });
      if (before !== this.#events) continue;
      this.acceptReading(outcome.value);
      break;
    }
    if (!this.mayHaveEnded) {
      this.#update({ lostSince: undefined });
      return "read";
    }
    return this.#judge(signal);
  }

  async #judge(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    const logins = await this.#reads.logins(this.#client, this.#id, signal);
    if (logins.kind === "failed" || logins.kind === "cancelled") return this.#handleFailure(logins);
    const verdict = judgeLoginEnd(this.login, logins, this.isActive);
    if (verdict.kind === "over") return verdict.end;
    const { login } = verdict.kind === "runs" ? this : verdict;
    const isSaid =
      login.endReported ||
      (login.seenRunning && login.connection !== undefined && hasFlowEnded(login.connection));
    this.#update({ login, lostSince: undefined, ...(isSaid && { confirming: true }) });
    return "read";
  }

  /** Updates the state from a fetched connection. */
  acceptReading(connection: ManagedAuth): void {
    const read = withReading(this.login, connection);
    // Skip unchanged connections. Of a hundred polled logins, hardly any has changed since the last poll.
    if (!isDeepStrictEqual(read, this.login)) this.#replaceState(read);
  }

  /** Applies an event. `changed` is true if the event changed anything, and `over` is true if the login has ended. */
  applyEvent(event: LoginEvent): { readonly changed: boolean; readonly over: boolean } {
    const next = withEvent(this.login, event);
    if (next === this.login) return { changed: false, over: false };
    this.#events++;
    this.#replaceState(next);
    const { endReported: reportedOver } = next;
    this.#update({ lostSince: undefined, ...(reportedOver && { confirming: true }) });
    return { changed: true, over: reportedOver };
  }

  #replaceState(login: LoginState): void {
    const before = this.login.connection;
    const now = login.connection;
    const moved =
      before?.flow_status !== now?.flow_status ||
      before?.flow_step !== now?.flow_step ||
      before?.interaction_id !== now?.interaction_id;
    if (moved) this.#changedAt = this.#clock.now();
    this.#update({ login, ...(moved && { confirming: false }) });
  }

  #handleFailure(outcome: FailureOutcome): LoginEnd | "failed" {
    if (outcome.kind === "cancelled") return { kind: "stopped", why: "closed" };
    const final = finalEndOf(outcome.error);
    if (final !== undefined) return final;
    this.#update({ lostSince: this.#observation.lostSince ?? this.#clock.now() });
    return "failed";
  }

  #update(change: Partial<LoginObservation>): void {
    const before = this.#observation;
    this.#observation = { ...before, ...change };
    const { confirming, login, lostSince } = this.#observation;
    if (login !== before.login || confirming !== before.confirming || lostSince !== before.lostSince)
      this.#onChange(this.#observation);
  }
}
