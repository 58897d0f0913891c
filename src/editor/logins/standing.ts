import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../api/clock.ts";
import type { ApiError, Outcome } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isOver, withEvent, withReading } from "../../domain/login/login.ts";
import type { Login, LoginEnd } from "../../domain/login/login.ts";
import { over } from "../../domain/login/over.ts";
import type { Asks, Reads } from "./pacedReads.ts";

/** Where a login that is followed stands. */
export interface Standing {
  readonly login: Login;
  /** An end was seen, or somebody says that something happened, and the service has not confirmed it. */
  readonly confirming: boolean;
  /** Since when nobody could be asked, in milliseconds. */
  readonly lostSince: number | undefined;
  /** How far the clock of the service is ahead of ours, in milliseconds. */
  readonly aheadMs: number;
}

const minuteMs = 60_000;
/** How long after its time a login is waited for, in milliseconds. */
const graceMs = 30_000;

/** What is known of a login, and how more is learnt of it. */
export class LoginStanding {
  readonly #clock: Clock;
  readonly #reads: Reads;
  readonly #client: Asks;
  readonly #id: string;
  readonly #tell: (standing: Standing) => void;
  #standing: Standing;
  /** Counts what events changed: a reading that one overlapped may be older than it. */
  #events = 0;
  #changedAt: number;
  /** Until when it is waited for, by our clock, once its time is up. */
  #until: number | undefined;

  /** Of the connection with that id; `tell` is told each change. */
  constructor(
    { clock, reads }: { readonly clock: Clock; readonly reads: Reads },
    client: Asks,
    id: string,
    login: Login,
    tell: (standing: Standing) => void,
  ) {
    this.#clock = clock;
    this.#reads = reads;
    this.#client = client;
    this.#id = id;
    this.#tell = tell;
    this.#standing = { login, confirming: false, lostSince: undefined, aheadMs: 0 };
    this.#changedAt = clock.now();
  }

  get login(): Login {
    return this.#standing.login;
  }

  /** Whether it may be over, so that its stream has nothing more to say. */
  get mayBeOver(): boolean {
    return over(this.login, undefined, this.isLively).kind !== "runs";
  }

  /** Whether something has changed within the last minute. */
  get isLively(): boolean {
    const quiet = this.#clock.now() - this.#changedAt;
    return quiet >= 0 && quiet < minuteMs;
  }

  get isConfirming(): boolean {
    return this.#standing.confirming;
  }

  /** Milliseconds until its time, or what is waited for beyond it, is over. */
  get leftMs(): number {
    return (this.#until ?? this.#expires) - this.#clock.now();
  }

  /**
   * Whether it was waited for long enough, by our clock as the service's last reply has put it right. After a sleep
   * beyond its time it is waited for as long.
   */
  get isTimeUp(): boolean {
    const now = this.#clock.now();
    if (now < this.#expires) {
      this.#until = undefined;
      return false;
    }
    // A clock that was put back does not lengthen it.
    this.#until = Math.min(this.#until ?? Number.POSITIVE_INFINITY, now + graceMs);
    return now >= this.#until;
  }

  get #expires(): number {
    return this.login.expiresAt - this.#standing.aheadMs;
  }

  /** Something may change soon. */
  stir(): void {
    this.#changedAt = this.#clock.now();
  }

  /** Somebody says that something happened. */
  confirm(): void {
    this.stir();
    this.#show({ confirming: true });
  }

  /** Reads its connection, and where it may be over, its timeline. */
  async look(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    // Events are newer than a reading that they overlap; then it is read again, a few times.
    for (let turn = 0; turn < 3; turn++) {
      const before = this.#events;
      const outcome = await this.#reads.connection(this.#client, this.#id, signal);
      if (outcome.kind !== "ok") return this.#failed(outcome);
      const { answeredAt } = outcome;
      if (answeredAt !== undefined) this.#show({ aheadMs: answeredAt - this.#clock.now() });
      if (before !== this.#events) continue;
      this.take(outcome.value);
      break;
    }
    if (!this.mayBeOver) {
      this.#show({ lostSince: undefined });
      return "read";
    }
    return this.#judge(signal);
  }

  async #judge(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    const logins = await this.#reads.logins(this.#client, this.#id, signal);
    if (logins.kind === "failed" || logins.kind === "cancelled") return this.#failed(logins);
    const verdict = over(this.login, logins, this.isLively);
    if (verdict.kind === "over") return verdict.end;
    const { login } = verdict.kind === "runs" ? this : verdict;
    const isSaid =
      login.reportedOver || (login.seen && login.connection !== undefined && isOver(login.connection));
    this.#show({ login, lostSince: undefined, ...(isSaid && { confirming: true }) });
    return "read";
  }

  /** Takes its connection as it was read. */
  take(connection: ManagedAuth): void {
    const read = withReading(this.login, connection);
    // Of a hundred logins that are read every few seconds hardly one has changed.
    if (!isDeepStrictEqual(read, this.login)) this.#become(read);
  }

  /** Takes an event; whether it says that the login is over. */
  happened(event: LoginEvent): { readonly changed: boolean; readonly over: boolean } {
    const next = withEvent(this.login, event);
    if (next === this.login) return { changed: false, over: false };
    this.#events++;
    this.#become(next);
    const { reportedOver } = next;
    this.#show({ lostSince: undefined, ...(reportedOver && { confirming: true }) });
    return { changed: true, over: reportedOver };
  }

  #become(login: Login): void {
    const before = this.login.connection;
    const now = login.connection;
    const moved =
      before?.flow_status !== now?.flow_status ||
      before?.flow_step !== now?.flow_step ||
      before?.interaction_id !== now?.interaction_id;
    if (moved) this.#changedAt = this.#clock.now();
    this.#show({ login, ...(moved && { confirming: false }) });
  }

  #failed(outcome: Exclude<Outcome<unknown>, { readonly kind: "ok" }>): LoginEnd | "failed" {
    if (outcome.kind === "cancelled") return { kind: "stopped", why: "closed" };
    const final = finalOf(outcome.error);
    if (final !== undefined) return final;
    this.#show({ lostSince: this.#standing.lostSince ?? this.#clock.now() });
    return "failed";
  }

  #show(change: Partial<Standing>): void {
    const before = this.#standing;
    this.#standing = { ...before, ...change };
    const { confirming, login, lostSince } = this.#standing;
    if (login !== before.login || confirming !== before.confirming || lostSince !== before.lostSince)
      this.#tell(this.#standing);
  }
}

/** What ends following for good: nobody may ask any more, or there is nothing to ask of. */
export function finalOf(error: ApiError): LoginEnd | undefined {
  if (error.kind === "unauthorized") return { kind: "stopped", why: "unauthorized" };
  if (error.kind !== "notFound") return undefined;
  // 410 is what one hears whose time to ask is over.
  if (error.status === 410) return { kind: "stopped", why: "unauthorized" };
  return error.missing === "resource" ? { kind: "gone" } : undefined;
}
