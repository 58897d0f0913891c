// A reply that goes on: its head has come, and its body comes for as long as the service and whoever reads it want. It has
// the format of server-sent events (WHATWG HTML, section 9.2.6), as far as the service uses it: no ids, no reconnection.
import type * as z from "zod/mini";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { Outcome } from "./errors.ts";
import { parseJson, type ResponseCaps } from "./json.ts";
import { tryParse } from "./lenient.ts";
import { networkFailure } from "./networkFailure.ts";
import type { SecretMask } from "./token.ts";
import { untilAborted } from "./untilAborted.ts";

/**
 * What a stream goes on with: an event, one that cannot be read and costs no other, or what ended it before the service
 * did. Such an end is the last.
 */
export type StreamItem<Event> =
  | { readonly kind: "event"; readonly value: Event }
  | { readonly kind: "unreadable" }
  | Exclude<Outcome<never>, { readonly kind: "ok" }>;

/**
 * The events of a stream, once. It ends where the service ends it, and holds its connection until then, until whoever
 * reads it stops, or until the signal of its operation aborts, whichever is first; one that is never read, until that
 * signal aborts. No step rejects.
 */
export type EventStream<Event> = AsyncIterable<StreamItem<Event>>;

export interface StreamOptions<Event> {
  /** What its JSON has to be. The name of its `event:` line stands in `event` where the JSON has none. */
  readonly schema: z.ZodMiniType<Event>;
  /** Milliseconds for which nothing may come, not even a comment, while somebody waits for it. */
  readonly idleMs: number;
}

interface OpenResponse {
  readonly head: DispatchedResponse;
  readonly attempt: AbortController;
  readonly cancelSignals: readonly AbortSignal[];
  readonly clock: Clock;
  readonly host: string;
  readonly secret: SecretMask;
}

/** Why a stream is given up of which nothing comes. */
const idleReason = "idle";

/** The body of a reply that goes on. It can be cancelled from the moment it is made, whether somebody reads it or not. */
export class ResponseStream {
  readonly #response: OpenResponse;
  readonly #body: AsyncIterator<Uint8Array>;

  constructor(opened: OpenResponse) {
    this.#response = opened;
    // From now on: fetch cancels a body that nobody has begun to read once its response is garbage.
    this.#body = opened.head.body[Symbol.asyncIterator]();
    for (const signal of opened.cancelSignals) signal.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Reads it event by event; `caps` are those of each. */
  async *events<Event>(
    { schema: each, idleMs }: StreamOptions<Event>,
    caps: ResponseCaps,
  ): AsyncGenerator<StreamItem<Event>, void> {
    const { attempt, secret } = this.#response;
    try {
      for await (const event of parseServerEvents(this.#chunks(idleMs), caps.bytes)) {
        // It may have been cancelled since the chunk came that this is an event of.
        attempt.signal.throwIfAborted();
        yield readEvent(event, each, caps, secret);
      }
    } catch (exception) {
      yield this.#toOutcome(exception, idleMs, caps);
    }
  }

  /** Gives the connection up in the end; one whose body has come to its end takes no notice. */
  async *#chunks(idleMs: number): AsyncGenerator<Uint8Array, void> {
    const { attempt, clock } = this.#response;
    try {
      for (;;) {
        const stopClock = clock.timer(idleMs, () => this.#abort(idleReason));
        const next = await untilAborted(this.#body.next(), attempt.signal).finally(stopClock);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      this.#abort("left");
    }
  }

  readonly #cancel = (): void => this.#abort("cancelled");

  #abort(reason: string): void {
    this.#removeListeners();
    this.#response.attempt.abort(reason);
  }

  #removeListeners(): void {
    for (const signal of this.#response.cancelSignals) signal.removeEventListener("abort", this.#cancel);
  }

  #toOutcome(
    exception: unknown,
    idleMs: number,
    caps: ResponseCaps,
  ): Exclude<Outcome<never>, { readonly kind: "ok" }> {
    const { attempt, cancelSignals: cancels, head, host } = this.#response;
    if (cancels.some(({ aborted }) => aborted)) return { kind: "cancelled", sent: "no" };
    const seen = { sent: "no", status: head.statusCode } as const;
    if (exception instanceof EventTooLarge) {
      return { kind: "failed", error: { kind: "tooLarge", ...seen, capBytes: caps.bytes } };
    }
    if (attempt.signal.reason === idleReason) {
      return { kind: "failed", error: { kind: "timeout", ...seen, afterMs: idleMs, host, idle: true } };
    }
    const { error } = networkFailure(exception, { host, dispatched: true, status: head.statusCode });
    return { kind: "failed", error: { ...error, ...seen } };
  }
}

function readEvent<Event>(
  { name, data }: ServerEvent,
  each: z.ZodMiniType<Event>,
  caps: ResponseCaps,
  secret: SecretMask,
): StreamItem<Event> {
  const json = data === undefined ? undefined : parseJson(data, caps, secret);
  const event = tryParse(each, withEventName(json?.value, name));
  return event === undefined ? { kind: "unreadable" } : { kind: "event", ...event };
}

function withEventName(value: unknown, event: string): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && event !== "" ? { event, ...value } : value;
}

export interface ServerEvent {
  readonly name: string;
  /** Its `data:` lines; `undefined` where one of its lines is not UTF-8. */
  readonly data: string | undefined;
}

const lf = 0x0a;
const cr = 0x0d;

/** An event, or a line, that is longer than it may be. */
export class EventTooLarge extends Error {
  override readonly name = "EventTooLarge";
}

/**
 * Reads events out of bytes, however these were cut. An event that does not end is none.
 * @throws {EventTooLarge} with the first byte beyond the cap of an event or a line.
 */
export async function* parseServerEvents(
  chunks: AsyncIterable<Uint8Array>,
  capBytes: number,
): AsyncGenerator<ServerEvent, void> {
  const event = new EventParser();
  /** The beginning of a line whose end has not come. */
  let line: Uint8Array[] = [];
  let lineBytes = 0;
  let afterCr = false;
  for await (const chunk of chunks) {
    let from: number = afterCr && chunk[0] === lf ? 1 : 0;
    if (chunk.length > 0) afterCr = false;
    // No character of UTF-8 but these two holds their bytes.
    for (let at = from; at < chunk.length; at++) {
      if (chunk[at] !== lf && chunk[at] !== cr) continue;
      line.push(chunk.subarray(from, at));
      if (event.bytes + lineBytes + at - from > capBytes) throw new EventTooLarge();
      const ended = event.pushLine(line.length === 1 ? chunk.subarray(from, at) : Buffer.concat(line));
      if (ended !== undefined) yield ended;
      line = [];
      lineBytes = 0;
      afterCr = chunk[at] === cr && at + 1 === chunk.length;
      if (chunk[at] === cr && chunk[at + 1] === lf) at++;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    line.push(chunk.subarray(from));
    lineBytes += chunk.length - from;
    if (event.bytes + lineBytes > capBytes) throw new EventTooLarge();
  }
}

const utf8Decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const colon = 0x3a;

/** The lines of an event, up to the empty one that ends it. */
class EventParser {
  /** How long they are that are kept. */
  bytes = 0;
  #name = "";
  #data: string[] = [];
  #isText = true;
  #isFirst = true;

  /** Takes a line without its end; gives the event that it ends, if there is one. */
  pushLine(bytes: Uint8Array): ServerEvent | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (bytes.length === 0) return this.#finishEvent();
    if (bytes[0] === colon) return undefined;
    try {
      const line = utf8Decoder.decode(bytes);
      this.#addField(isFirst ? line.replace(/^\ufeff/, "") : line, bytes.length);
    } catch {
      this.#isText = false;
    }
    return undefined;
  }

  #addField(line: string, bytes: number): void {
    const [, field = line, value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else return;
    this.bytes += bytes;
  }

  #finishEvent(): ServerEvent | undefined {
    const event = { name: this.#name, data: this.#isText ? this.#data.join("\n") : undefined };
    const hasData = this.#data.length > 0 || !this.#isText;
    this.bytes = 0;
    this.#name = "";
    this.#data = [];
    this.#isText = true;
    return hasData ? event : undefined;
  }
}
