import type { Client } from "../../api/client.ts";
import type { Clock } from "../../api/clock.ts";
import type { ApiError, Outcome } from "../../api/errors.ts";
import type { TimelineEntry } from "../../api/login.ts";
import { getConnection, listConnections, listTimeline } from "../../api/operations.ts";
import type { Page } from "../../api/page.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { readTime } from "../../domain/dates.ts";
import { Limit } from "../../domain/limit.ts";
import type { Logins } from "../../domain/login/login.ts";

/** What reading asks with. */
export type Asks = Pick<Client, "call">;

/** How many readings of a window are under way at once: other work of it wants connections, too. */
const mostAtOnce = 2;
/** Entries of a timeline that are read at once. */
const entriesAtOnce = 20;
/** Milliseconds that are waited for where the service asks to slow down and does not say for how long; and at most. */
const slowMs = 5000;
const slowestMs = 60_000;

/** The readings of all logins that a window follows: a few at once, and none while the service asks to slow down. */
export class Reads {
  readonly #clock: Clock;
  readonly #limit = new Limit(mostAtOnce);
  /** Until when the service wants to be left alone, in milliseconds. */
  #slowUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async connection(client: Asks, id: string, signal: AbortSignal): Promise<Outcome<ManagedAuth>> {
    return this.#inTurn(signal, () => client.call(getConnection, { path: { id } }, signal, callerWaits));
  }

  /** A page of a hundred connections. */
  async page(client: Asks, offset: number, signal: AbortSignal): Promise<Outcome<Page<ManagedAuth>>> {
    const query = { limit: 100, offset };
    return this.#inTurn(signal, () => client.call(listConnections, { query }, signal, callerWaits));
  }

  /** The newest logins of a connection, if it has any, whatever else its timeline tells; or that there is no timeline. */
  async logins(
    client: Asks,
    id: string,
    signal: AbortSignal,
  ): Promise<
    (Outcome<never> & { readonly kind: "cancelled" | "failed" }) | (Logins & { readonly answeredAt?: number })
  > {
    const read = (type?: string): Promise<Outcome<Page<TimelineEntry>>> => {
      const query = { limit: entriesAtOnce, offset: 0, ...(type !== undefined && { type }) };
      return this.#inTurn(signal, () =>
        client.call(listTimeline, { path: { id }, query }, signal, callerWaits),
      );
    };
    const all = await read();
    if (all.kind === "failed" && hasNone(all.error)) return { kind: "none" };
    if (all.kind !== "ok") return all;
    const found = loginsAmong(all.value.rows);
    if (found.length > 0 || all.value.next === undefined) return { kind: "logins", entries: found };
    // As many health checks may be newer than the last login.
    const [logins, renewals] = [await read("login"), await read("reauth")];
    if (logins.kind !== "ok") return logins;
    if (renewals.kind !== "ok") return renewals;
    const entries = loginsAmong([...logins.value.rows, ...renewals.value.rows]);
    return { kind: "logins", entries: entries.sort((one, other) => timeOf(other) - timeOf(one)) };
  }

  async #inTurn<T>(signal: AbortSignal, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const turn = this.#limit.do(async () => {
      const slow = this.#slowUntil - this.#clock.now();
      // A clock that was put back does not hold readings up for longer than was ever asked for.
      if (slow > 0 && slow <= slowestMs) await this.#clock.sleep(slow, signal);
      const outcome = signal.aborted ? calledOff : await read();
      if (outcome.kind === "failed" && outcome.error.kind === "limited") this.#slowDown(outcome.error);
      return outcome;
    });
    return untilAborted(turn, signal).catch((fault: unknown) => {
      if (signal.aborted) return calledOff;
      throw fault;
    });
  }

  #slowDown({ retryAfterSeconds }: { readonly retryAfterSeconds?: number }): void {
    const ms = retryAfterSeconds === undefined ? slowMs : retryAfterSeconds * 1000;
    this.#slowUntil = this.#clock.now() + Math.min(ms, slowestMs);
  }
}

const calledOff = { kind: "cancelled", sent: "no" } as const;
const callerWaits = { callerWaits: true } as const;

/** Whether the service has no such thing as a timeline; of a connection that is gone its own reading tells. */
function hasNone({ kind, status }: ApiError): boolean {
  return (
    kind === "notFound" || (kind === "refused" && status === 405) || (kind === "server" && status === 501)
  );
}

const loginsAmong = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.filter(({ type }) => type === "login" || type === "reauth");

const timeOf = ({ timestamp }: TimelineEntry): number => readTime(timestamp) ?? 0;
