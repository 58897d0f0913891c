// A reply that goes on: its head has come, and its body comes for as long as the service and whoever reads it want.
import type * as z from "zod/mini";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { Outcome } from "./errors.ts";
import { parseJson, type Caps } from "./json.ts";
import { read } from "./lenient.ts";
import { networkFailure } from "./networkFailure.ts";
import { EventTooLarge, serverEvents, type ServerEvent } from "./serverEvents.ts";
import type { Secret } from "./token.ts";
import { untilAborted } from "./untilAborted.ts";

/**
 * What a stream goes on with: an event, one that cannot be read and costs no other, or what ended it before the service
 * did. Such an end is the last.
 */
export type Streamed<Event> =
  | { readonly kind: "event"; readonly value: Event }
  | { readonly kind: "unreadable" }
  | Exclude<Outcome<never>, { readonly kind: "ok" }>;

/**
 * The events of a stream, once. It ends where the service ends it, and holds its connection until then, until whoever
 * reads it stops, or until the signal of its operation aborts, whichever is first; one that is never read, until that
 * signal aborts. No step rejects.
 */
export type EventStream<Event> = AsyncIterable<Streamed<Event>>;

/** How each event of a stream is read. */
export interface EachEvent<Event> {
  /** What its JSON has to be. The name of its `event:` line stands in `event` where the JSON has none. */
  readonly each: z.ZodMiniType<Event>;
  /** Milliseconds for which nothing may come, not even a comment, while somebody waits for it. */
  readonly idleMs: number;
}

/** An exchange whose head has come. */
interface OpenExchange {
  readonly head: DispatchedResponse;
  /** Its abort gives the connection up. */
  readonly attempt: AbortController;
  /** Each of these cancels it. */
  readonly cancels: readonly AbortSignal[];
  readonly clock: Clock;
  readonly host: string;
  readonly secret: Secret;
}

/** Why a stream is given up of which nothing comes. */
const idle = "idle";

/** The body of a reply that goes on. It can be cancelled from the moment it is made, whether somebody reads it or not. */
export class Stream {
  readonly #opened: OpenExchange;
  readonly #body: AsyncIterator<Uint8Array>;

  constructor(opened: OpenExchange) {
    this.#opened = opened;
    // From now on: fetch cancels a body that nobody has begun to read once its response is garbage.
    this.#body = opened.head.body[Symbol.asyncIterator]();
    for (const signal of opened.cancels) signal.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Reads it event by event; `caps` are those of each. */
  async *events<Event>(
    { each, idleMs }: EachEvent<Event>,
    caps: Caps,
  ): AsyncGenerator<Streamed<Event>, void> {
    const { attempt, secret } = this.#opened;
    try {
      for await (const event of serverEvents(this.#chunks(idleMs), caps.bytes)) {
        // It may have been cancelled since the chunk came that this is an event of.
        attempt.signal.throwIfAborted();
        yield readEvent(event, each, caps, secret);
      }
    } catch (exception) {
      yield this.#ending(exception, idleMs, caps);
    }
  }

  /** Gives the connection up in the end; one whose body has come to its end takes no notice. */
  async *#chunks(idleMs: number): AsyncGenerator<Uint8Array, void> {
    const { attempt, clock } = this.#opened;
    try {
      for (;;) {
        const stopClock = clock.timer(idleMs, () => this.#giveUp(idle));
        const next = await untilAborted(this.#body.next(), attempt.signal).finally(stopClock);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      this.#giveUp("left");
    }
  }

  readonly #cancel = (): void => this.#giveUp("cancelled");

  #giveUp(reason: string): void {
    this.#forget();
    this.#opened.attempt.abort(reason);
  }

  #forget(): void {
    for (const signal of this.#opened.cancels) signal.removeEventListener("abort", this.#cancel);
  }

  #ending(exception: unknown, idleMs: number, caps: Caps): Exclude<Outcome<never>, { readonly kind: "ok" }> {
    const { attempt, cancels, head, host } = this.#opened;
    if (cancels.some(({ aborted }) => aborted)) return { kind: "cancelled", sent: "no" };
    const seen = { sent: "no", status: head.statusCode } as const;
    if (exception instanceof EventTooLarge) {
      return { kind: "failed", error: { kind: "tooLarge", ...seen, capBytes: caps.bytes } };
    }
    if (attempt.signal.reason === idle) {
      return { kind: "failed", error: { kind: "timeout", ...seen, afterMs: idleMs, host, idle: true } };
    }
    const { error } = networkFailure(exception, { host, dispatched: true, status: head.statusCode });
    return { kind: "failed", error: { ...error, ...seen } };
  }
}

function readEvent<Event>(
  { name, data }: ServerEvent,
  each: z.ZodMiniType<Event>,
  caps: Caps,
  secret: Secret,
): Streamed<Event> {
  const json = data === undefined ? undefined : parseJson(data, caps, secret);
  const event = read(each, named(json?.value, name));
  return event === undefined ? { kind: "unreadable" } : { kind: "event", ...event };
}

function named(value: unknown, event: string): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && event !== "" ? { event, ...value } : value;
}
