// The format of server-sent events (WHATWG HTML, section 9.2.6), as far as the service uses it: no ids, no reconnection.

/** One event as it was sent. */
export interface ServerEvent {
  /** Of its `event:` line. */
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
export async function* serverEvents(
  chunks: AsyncIterable<Uint8Array>,
  capBytes: number,
): AsyncGenerator<ServerEvent, void> {
  const event = new EventLines();
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
      const ended = event.take(line.length === 1 ? chunk.subarray(from, at) : Buffer.concat(line));
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

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const colon = 0x3a;

/** The lines of an event, up to the empty one that ends it. */
class EventLines {
  /** How long they are that are kept. */
  bytes = 0;
  #name = "";
  #data: string[] = [];
  #isText = true;
  #isFirst = true;

  /** Takes a line without its end; gives the event that it ends, if there is one. */
  take(bytes: Uint8Array): ServerEvent | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (bytes.length === 0) return this.#end();
    if (bytes[0] === colon) return undefined;
    try {
      const line = utf8.decode(bytes);
      this.#field(isFirst ? line.replace(/^\ufeff/, "") : line, bytes.length);
    } catch {
      this.#isText = false;
    }
    return undefined;
  }

  #field(line: string, bytes: number): void {
    const [, field = line, value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else return;
    this.bytes += bytes;
  }

  #end(): ServerEvent | undefined {
    const event = { name: this.#name, data: this.#isText ? this.#data.join("\n") : undefined };
    const isThere = this.#data.length > 0 || !this.#isText;
    this.bytes = 0;
    this.#name = "";
    this.#data = [];
    this.#isText = true;
    return isThere ? event : undefined;
  }
}
