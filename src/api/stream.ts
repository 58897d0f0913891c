// A streamed response in the server-sent events format (WHATWG HTML, section 9.2.6). Supports only the features that
// the service uses. Event ids and reconnection aren't supported.
import type * as z from "zod/mini";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { FailureOutcome } from "./errors.ts";
import { parseJson, type ResponseCaps } from "./json.ts";
import { tryParse } from "./lenient.ts";
import { networkFailure } from "./networkFailure.ts";
import type { SecretMask } from "./token.ts";
import { untilAborted } from "./untilAborted.ts";

/**
 * An event, an event that can't be parsed, or the reason why the stream ended before the service closed it. The
 * reason is always the last item.
 */
export type StreamItem<Event> =
  { readonly kind: "event"; readonly value: Event } | { readonly kind: "unreadable" } | FailureOutcome;

/**
 * The events of a stream, which can be read only once. The connection stays open until the service closes the stream,
 * the reader stops or the operation's signal aborts. If nothing reads the stream, only the signal closes the
 * connection. Iteration never rejects.
 */
export type EventStream<Event> = AsyncIterable<StreamItem<Event>>;

export interface StreamOptions<Event> {
  /** Schema of an event's JSON data. If the JSON has no field `event`, the field is filled from the `event:` line. */
  readonly schema: z.ZodMiniType<Event>;
  /** Idle timeout while the stream is being read, in milliseconds. Comment lines count as activity. */
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

const idleReason = "idle";

/** The body of a streamed response. The stream can be cancelled at any time, even if nothing reads it. */
export class ResponseStream {
  readonly #response: OpenResponse;
  readonly #body: AsyncIterator<Uint8Array>;

  constructor(opened: OpenResponse) {
    this.#response = opened;
    // Get the iterator now, because `fetch` cancels an unread body as soon as the response is garbage-collected.
    this.#body = opened.head.body[Symbol.asyncIterator]();
    for (const signal of opened.cancelSignals) signal.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Parses the body into events. The size limits in `caps` apply to each event. */
  async *events<Event>(
    { schema, idleMs }: StreamOptions<Event>,
    caps: ResponseCaps,
  ): AsyncGenerator<StreamItem<Event>, void> {
    const { attempt, secret } = this.#response;
    try {
      for await (const event of parseServerEvents(this.#chunks(idleMs), caps.bytes)) {
        // The stream may have been cancelled after the last chunk of this event arrived.
        attempt.signal.throwIfAborted();
        yield readEvent(event, schema, caps, secret);
      }
    } catch (exception) {
      yield this.#toOutcome(exception, idleMs, caps);
    }
  }

  /**
   * Yields the chunks of the body. Afterwards, aborts the request, which releases the connection. The abort has no
   * effect if the body was read completely.
   */
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
    const { attempt, cancelSignals } = this.#response;
    for (const signal of cancelSignals) signal.removeEventListener("abort", this.#cancel);
    attempt.abort(reason);
  }

  #toOutcome(exception: unknown, idleMs: number, caps: ResponseCaps): FailureOutcome {
    const { attempt, cancelSignals, head, host } = this.#response;
    if (cancelSignals.some(({ aborted }) => aborted)) return { kind: "cancelled", sent: "no" };
    const common = { sent: "no", status: head.statusCode } as const;
    if (exception instanceof EventTooLarge) {
      return { kind: "failed", error: { kind: "tooLarge", ...common, capBytes: caps.bytes } };
    }
    if (attempt.signal.reason === idleReason) {
      return {
        kind: "failed",
        error: { kind: "timeout", ...common, afterMs: idleMs, host, idle: true },
      };
    }
    const { error } = networkFailure(exception, { host, dispatched: true, status: head.statusCode });
    return { kind: "failed", error: { ...error, ...common } };
  }
}

function readEvent<Event>(
  { name, data }: ServerEvent,
  schema: z.ZodMiniType<Event>,
  caps: ResponseCaps,
  secret: SecretMask,
): StreamItem<Event> {
  const json = data === undefined ? undefined : parseJson(data, caps, secret);
  const event = tryParse(schema, withEventName(json?.value, name));
  if (event === undefined) return { kind: "unreadable" };
  return { kind: "event", ...event };
}

function withEventName(value: unknown, event: string): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || event === "") return value;
  return { event, ...value };
}

export interface ServerEvent {
  readonly name: string;
  /** The joined `data:` lines, or `undefined` if a line isn't UTF-8. */
  readonly data: string | undefined;
}

const lineFeedByte = 0x0a;
const carriageReturnByte = 0x0d;

/** Thrown if an event or line exceeds the size limit. */
export class EventTooLarge extends Error {
  override readonly name = "EventTooLarge";
}

/**
 * Parses server-sent events from chunks of any size. Drops an event that is incomplete when the chunks end. Throws
 * {@link EventTooLarge} as soon as an event or line exceeds the size limit.
 */
export async function* parseServerEvents(
  chunks: AsyncIterable<Uint8Array>,
  capBytes: number,
): AsyncGenerator<ServerEvent, void> {
  const event = new EventParser();
  /** Chunks of a line that isn't complete yet. */
  let line: Uint8Array[] = [];
  let lineBytes = 0;
  let afterCr = false;
  for await (const chunk of chunks) {
    let from: number = afterCr && chunk[0] === lineFeedByte ? 1 : 0;
    if (chunk.length > 0) afterCr = false;
    // Searching for bytes is safe, because in UTF-8 these two bytes are never part of another character.
    for (let at = from; at < chunk.length; at++) {
      if (chunk[at] !== lineFeedByte && chunk[at] !== carriageReturnByte) continue;
      line.push(chunk.subarray(from, at));
      if (event.bytes + lineBytes + at - from > capBytes) throw new EventTooLarge();
      const ended = event.pushLine(line.length === 1 ? chunk.subarray(from, at) : Buffer.concat(line));
      if (ended !== undefined) yield ended;
      line = [];
      lineBytes = 0;
      afterCr = chunk[at] === carriageReturnByte && at + 1 === chunk.length;
      if (chunk[at] === carriageReturnByte && chunk[at + 1] === lineFeedByte) at++;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    line.push(chunk.subarray(from));
    lineBytes += chunk.length - from;
    if (event.bytes + lineBytes > capBytes) throw new EventTooLarge();
  }
}

const lineDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const colonByte = 0x3a;

/** Collects the lines of an event up to the empty line that ends it. */
class EventParser {
  /** Total bytes of the collected lines. */
  bytes = 0;
  #name = "";
  #data: string[] = [];
  #isText = true;
  #isFirst = true;

  /** Adds a line, given without its line break. Returns the event if an empty line completes it. */
  pushLine(bytes: Uint8Array): ServerEvent | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (bytes.length === 0) return this.#finishEvent();
    if (bytes[0] === colonByte) return undefined;
    try {
      const line = lineDecoder.decode(bytes);
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
    if (!hasData) return undefined;
    return event;
  }
}
