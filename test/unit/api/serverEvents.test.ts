import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { EventTooLarge, parseServerEvents, type ServerEvent } from "../../../src/api/stream.ts";

// eslint-disable-next-line @typescript-eslint/require-await -- streams are async iterables
async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function eventsIn(
  chunks: readonly Uint8Array[],
  capBytes = 1000,
): Promise<readonly (ServerEvent | "tooLarge")[]> {
  const events: (ServerEvent | "tooLarge")[] = [];
  try {
    for await (const event of parseServerEvents(streamOf(chunks), capBytes)) events.push(event);
  } catch (error) {
    assert.ok(error instanceof EventTooLarge);
    events.push("tooLarge");
  }
  return events;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const serverEvent = (data: string | undefined, name = "") => ({ name, data });

describe("parseServerEvents", () => {
  for (const [input, text, ...events] of [
    ["a named event", "event: state\ndata: 1\n\n", serverEvent("1", "state")],
    ["a name after the data", "data: 1\nevent: state\n\n", serverEvent("1", "state")],
    [
      "a name that applies to one event only",
      "event: state\ndata: 1\n\ndata: 2\n\n",
      serverEvent("1", "state"),
      serverEvent("2"),
    ],
    ["multi-line data", "data: a\ndata:\ndata: c\n\n", serverEvent("a\n\nc")],
    ["CRLF line endings", "data: a\r\ndata: c\r\n\r\n", serverEvent("a\nc")],
    [
      "every kind of line ending",
      "data: 1\n\ndata: 2\r\rdata: 3\r\n\r\n",
      serverEvent("1"),
      serverEvent("2"),
      serverEvent("3"),
    ],
    [
      "data after zero, one or two spaces",
      "data:a\n\ndata: b\n\ndata:  c\n\n",
      serverEvent("a"),
      serverEvent("b"),
      serverEvent(" c"),
    ],
    ["a colon in the data", "data: a: b\n\n", serverEvent("a: b")],
    ["a field without a colon", "data\n\n", serverEvent("")],
    ["comments", ": \u00e9\n\n:data: 1\ndata: 2\n: x\n\n", serverEvent("2")],
    ["irrelevant fields", "id: 1\nretry: 5\nData: x\ndata : x\ndata: 1\n\n", serverEvent("1")],
    ["a name without data", "event: state\n\ndata: 1\n\n", serverEvent("1")],
    ["a byte order mark at the start", "\ufeffdata: 1\n\n\ufeffdata: 2\n\n", serverEvent("1")],
    ["a byte order mark in the data", "data: \ufeff1\n\n", serverEvent("\ufeff1")],
    ["an event without a final blank line", "data: 1\n\ndata: 2\n", serverEvent("1")],
    ["an empty stream", ""],
  ] as const)
    it(`parses ${input}`, async () => {
      assert.deepEqual(await eventsIn([bytes(text)]), events);
      const single = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
      assert.deepEqual(await eventsIn(single), events, "byte by byte");
    });

  it("returns the same events regardless of chunk sizes", async () => {
    const text = fc
      .array(
        fc.constantFrom("data:", "data: é😀", "event: x", ":", " ", "\n", "\r", "\r\n", "\ufeff", "\n\n"),
        { maxLength: 20 },
      )
      .map((pieces) => bytes(pieces.join("")));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 6 }), async (input, offsets) => {
        const at = [
          0,
          ...offsets.filter((offset) => offset <= input.length).sort((a, b) => a - b),
          input.length,
        ];
        const chunks = at.slice(1).map((end, index) => input.subarray(at[index], end));
        assert.deepEqual(await eventsIn(chunks), await eventsIn([input]));
      }),
    );
  });

  it("returns an event without data if the data isn't valid UTF-8", async () => {
    const broken = Buffer.from("data: \xff\n\n", "latin1");
    const comment = Buffer.from(": \xff\n", "latin1");
    assert.deepEqual(await eventsIn([broken, comment, bytes("data: 1\n\n")]), [
      serverEvent(undefined),
      serverEvent("1"),
    ]);
  });

  describe("parseServerEvents with a size limit", () => {
    const twelve = "data: 123456\n\n";
    for (const [title, text, events] of [
      [
        "rejects an event that is too large",
        `${twelve}data: 1234567\n\n${twelve}`,
        [serverEvent("123456"), "tooLarge"],
      ],
      [
        "rejects an event if its lines are too large together",
        `${twelve}data:1\ndata:23\n\n`,
        [serverEvent("123456"), "tooLarge"],
      ],
      [
        "rejects a name that is too large",
        `${twelve}event:12345678\n\n`,
        [serverEvent("123456"), "tooLarge"],
      ],
      [
        "rejects an unterminated line that is too large",
        `${twelve}data: 1234567`,
        [serverEvent("123456"), "tooLarge"],
      ],
      [
        "rejects a comment that is too large",
        `${twelve}: 1234567890123\n`,
        [serverEvent("123456"), "tooLarge"],
      ],
      [
        "accepts events, comments and other fields below the limit",
        `${twelve}: 12\nid: 12\n${twelve}`,
        [serverEvent("123456"), serverEvent("123456")],
      ],
    ] as const)
      it(title, async () => {
        assert.deepEqual(await eventsIn([bytes(text)], 12), events);
        const single = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
        assert.deepEqual(await eventsIn(single, 12), events, "byte by byte");
      });
  });
});
