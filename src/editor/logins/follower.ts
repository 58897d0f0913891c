// One login, followed to its end: a reading, then the stream of its events, and a reading after every break of it; where
// there is no stream, readings alone. It sends nothing, so whatever it is told, nothing is started or answered by it.
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { LoginEvent } from "../../api/loginSchemas.ts";
import { followLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { StreamItem } from "../../api/stream.ts";
import { withAnySignal } from "../../api/untilAborted.ts";
import type { Login, LoginEnd } from "../../domain/login/login.ts";
import { timeUp } from "../../domain/login/over.ts";
import { finalOf, LoginStanding } from "./standing.ts";
import type { Standing } from "./standing.ts";
import type { Pages } from "./listPages.ts";
import type { Asks, Reads } from "./pacedReads.ts";

/** What followers of a window share. */
export interface Shared {
  readonly clock: Clock;
  readonly reads: Reads;
  readonly slots: Slots;
  readonly pages: Pages;
}

/** Pauses after breaks and failures, in milliseconds; the last one goes on. */
const backOffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/** How often it is read where nothing is told: while something changes, and later. */
const readMs = { lively: 2000, later: 5000 } as const;
/** How often it is read beside a stream, of which nobody says that it tells all: while it looks, and later. */
const besideMs = { looking: 15_000, later: 60_000 } as const;
/** How often no stream may come about until it is read instead. */
const mostUnopened = 3;

/** Follows one login; it is run once. */
export class Follower {
  readonly #shared: Shared;
  readonly #client: Asks;
  readonly #id: string;
  readonly #isOwn: () => boolean;
  readonly #looking: LoginStanding;
  /** Whether somebody said that something happened, after the last reading was begun. */
  #hinted = false;
  /** No stream is there to be had. */
  #streamless = false;
  /** Its stream has just gone to a login that comes first. */
  #gaveWay = false;
  #unopened = 0;
  #failures = 0;
  #wake: AbortController | undefined;

  /** `isOwn`: whether its user is at it in this window, so that its stream goes before those of others. */
  constructor(
    shared: Shared,
    client: Asks,
    id: string,
    login: Login,
    tell: (standing: Standing) => void,
    isOwn: () => boolean = () => false,
  ) {
    this.#isOwn = isOwn;
    this.#shared = shared;
    this.#client = client;
    this.#id = id;
    this.#looking = new LoginStanding(shared, client, id, login, tell);
  }

  /** Somebody says that something happened: reads at once. */
  hint(): void {
    this.#hinted = true;
    this.#looking.confirm();
    this.#wake?.abort();
  }

  /** Takes its connection, as somebody has read it. */
  take(connection: ManagedAuth): void {
    this.#looking.take(connection);
  }

  /** Something was sent: reads at once. */
  nudge(): void {
    this.#hinted = true;
    this.#looking.stir();
    this.#wake?.abort();
  }

  /** Follows it to its end; always ends. Aborting the signal stops it. Never rejects. */
  async run(signal: AbortSignal): Promise<LoginEnd> {
    for (;;) {
      const looked = await this.#look(signal);
      if (typeof looked === "object") return looked;
      if (signal.aborted) return { kind: "stopped", why: "closed" };
      if (this.#looking.isTimeUp) return timeUp(this.#looking.login, looked === "read");
      const end = await (looked === "failed" ? this.#backOff(signal) : this.#goOn(signal));
      if (end !== undefined) return end;
    }
  }

  async #look(signal: AbortSignal): Promise<LoginEnd | "read" | "failed"> {
    this.#hinted = false;
    return this.#looking.look(signal);
  }

  /** Waits for something to happen after a reading; an end only where it is followed no more. */
  async #goOn(signal: AbortSignal): Promise<LoginEnd | undefined> {
    if (this.#looking.mayBeOver) return this.#readLater(signal);
    const leave = new AbortController();
    const claim = { isOwn: this.#isOwn(), moved: leave };
    const free = this.#gaveWay ? undefined : this.#shared.slots.take(claim);
    this.#gaveWay = false;
    if (free === undefined) return this.#byPages(signal);
    const end = await withAnySignal([signal, leave.signal], (until) =>
      this.#streamless ? this.#readLater(until) : this.#stream(until),
    ).finally(free);
    this.#gaveWay = leave.signal.aborted;
    return end;
  }

  async #readLater(signal: AbortSignal): Promise<undefined> {
    await this.#pause(this.#looking.isLively ? readMs.lively : readMs.later, signal);
  }

  async #backOff(signal: AbortSignal): Promise<undefined> {
    await this.#pause(backOffMs[this.#failures] ?? 15_000, signal);
    this.#failures++;
  }

  /** Reads events until their stream ends, whatever ends it, and readings beside it; an end where it is over. */
  async #stream(signal: AbortSignal): Promise<LoginEnd | undefined> {
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    signal.addEventListener("abort", leave, { once: true });
    try {
      const path = { id: this.#id };
      const outcome = await this.#client.call(followLogin, { path }, stop.signal, { failOnRateLimit: true });
      if (outcome.kind === "cancelled") return undefined;
      if (outcome.kind === "failed") return await this.#noStream(outcome.error, signal);
      this.#unopened = 0;
      // What happened before it was open is told by a reading alone.
      const beside = this.#beside(stop);
      const broken = await this.#events(outcome.value, stop.signal);
      leave();
      const end = (await beside) ?? (broken && finalOf(broken));
      if (end !== undefined || signal.aborted || this.#looking.mayBeOver) return end;
      await this.#backOff(signal);
      return undefined;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Takes events until there are no more; what broke the stream, if the service did not end it. */
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
        // Its stream is over for good; what becomes of the login is read.
        this.#streamless = true;
        return undefined;
      }
      if (streamed.kind === "unreadable") continue;
      const { changed, over } = this.#looking.happened(streamed.value);
      if (changed) this.#failures = 0;
      if (over) return undefined;
    }
    return undefined;
  }

  /** Reads beside a stream until that ends, and ends it where the login is over. */
  async #beside(stop: AbortController): Promise<LoginEnd | undefined> {
    for (;;) {
      const looked = await this.#look(stop.signal);
      if (stop.signal.aborted) return undefined;
      if (typeof looked === "object" || this.#looking.mayBeOver || this.#looking.isTimeUp) {
        stop.abort();
        return typeof looked === "object" ? looked : undefined;
      }
      const { isConfirming, login } = this.#looking;
      const soon = isConfirming || login.connection?.flow_step === "DISCOVERING";
      await this.#pause(soon ? besideMs.looking : besideMs.later, stop.signal);
    }
  }

  /** There is no stream, for now or for good. */
  async #noStream(error: ApiError, signal: AbortSignal): Promise<LoginEnd | undefined> {
    // Of a connection that is gone its own reading tells.
    if (error.kind === "unauthorized" || error.status === 410) return finalOf(error);
    const passes = ["offline", "timeout", "limited", "server", "proxyRefused"].includes(error.kind);
    if (!passes || error.status === 501 || ++this.#unopened >= mostUnopened) {
      this.#streamless = true;
      return undefined;
    }
    return this.#backOff(signal);
  }

  /** Follows it by the pages of the list, until it is seen to change or a stream is free. */
  async #byPages(signal: AbortSignal): Promise<undefined> {
    const { pages, slots } = this.#shared;
    const wake = this.#waking();
    const done = pages.watch(this.#client, this.#id, (connection) => {
      this.#looking.take(connection);
      if (this.#looking.mayBeOver) wake.abort();
    });
    const freed = slots.wait({ isOwn: this.#isOwn(), moved: wake });
    try {
      await this.#sleep(besideMs.later, wake, signal);
    } finally {
      done();
      freed();
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#hinted) await this.#sleep(ms, this.#waking(), signal);
  }

  #waking(): AbortController {
    this.#wake = new AbortController();
    return this.#wake;
  }

  /** Waits so long, at most until its time is up. */
  async #sleep(ms: number, wake: AbortController, signal: AbortSignal): Promise<void> {
    const { leftMs } = this.#looking;
    await withAnySignal([wake.signal, signal], (either) =>
      this.#shared.clock.sleep(leftMs > 0 ? Math.min(ms, leftMs) : ms, either),
    );
  }
}

/** In a second: more than any login can have, which waits for a website or a person. */
const mostEvents = 100;
/** How many seconds running may have more. */
const mostSeconds = 2;

/** Tells a stream that floods from one that has much to say at once. */
class EventFlood {
  #second = 0;
  #events = 0;
  #seconds = 0;

  /** Counts an event at a time in milliseconds; whether the seconds before it were a flood. */
  counts(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#seconds = this.#events > mostEvents && second === this.#second + 1 ? this.#seconds + 1 : 0;
      this.#second = second;
      this.#events = 0;
    }
    this.#events++;
    return this.#seconds >= mostSeconds;
  }
}

/** How many streams a window has open at once. */
const mostStreams = 4;

/** Who has a stream or waits for one: aborted where it is to give that up, or may have one now. */
interface Claim {
  readonly isOwn: boolean;
  readonly moved: AbortController;
}

/** The streams of a window: who finds none free is told when one may be. Own logins go before others. */
export class Slots {
  readonly #waiting = new Set<Claim>();
  readonly #taken = new Set<Claim>();

  /** Takes one; the answer gives it back. `undefined` where none is free: for an own login another one then leaves its own. */
  take(claim: Claim): (() => void) | undefined {
    if (this.#taken.size >= mostStreams) {
      const other = [...this.#taken].find(({ isOwn, moved }) => !isOwn && !moved.signal.aborted);
      if (claim.isOwn) other?.moved.abort();
      return undefined;
    }
    this.#taken.add(claim);
    return () => {
      this.#taken.delete(claim);
      const [first] = this.#waiting;
      const next = [...this.#waiting].find(({ isOwn }) => isOwn) ?? first;
      next?.moved.abort();
    };
  }

  /** Calls back when one is free, own logins first, then the longest waiting; the answer calls that off. */
  wait(claim: Claim): () => void {
    this.#waiting.add(claim);
    return () => this.#waiting.delete(claim);
  }
}
