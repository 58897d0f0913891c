// What comes piece by piece: how much of it is kept, how long it is waited for, and when its connection is given up.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("api");

export const streamGuards: readonly Mutant[] = [
  ...guards("src/api/stream.ts", unit("serverEvents"), [
    [
      "An event has a largest length",
      `if (event.bytes + lineBytes + at - from > capBytes)`,
      `if (lineBytes + at - from > capBytes)`,
      "of its lines together",
    ],
    [
      "A line that ends has a largest length",
      `if (event.bytes + lineBytes + at - from > capBytes)`,
      `if (event.bytes > capBytes)`,
      "of a comment",
    ],
    [
      "A line without an end has a largest length",
      `if (event.bytes + lineBytes > capBytes) throw new EventTooLarge();`,
      ``,
      "of a line without its end",
    ],
    [
      "Two bytes that end one line do not end two",
      `afterCr && chunk[0] === lf ? 1 : 0`,
      `0`,
      "have lines that two bytes end",
    ],
    [
      "Bytes that are no text are not taken for one",
      `{ fatal: true, ignoreBOM: true }`,
      `{ ignoreBOM: true }`,
      "have no data where a line of theirs is not UTF-8, and cost no other",
    ],
  ]),
  ...guards("src/api/stream.ts", unit("stream"), [
    [
      "A stream of which nothing comes is given up",
      `clock.timer(idleMs, () => this.#giveUp(idle))`,
      `clock.timer(idleMs, () => undefined)`,
      "of which nothing comes is given up, and says so",
    ],
    [
      "Nothing is idle while nobody waits for it",
      `.finally(stopClock)`,
      ``,
      "of which nothing comes is given up, and says so",
    ],
    [
      "A connection is given up when its reader stops",
      `this.#giveUp("left");`,
      `this.#forget();`,
      "gives its connection up when its reader stops",
    ],
    [
      "A stream is cancelled though nobody reads it",
      `for (const signal of opened.cancels) signal.addEventListener("abort", this.#cancel, { once: true });`,
      ``,
      "is cancelled though nobody ever reads it",
    ],
    [
      "No event comes after a stream was cancelled",
      `attempt.signal.throwIfAborted();`,
      ``,
      "ends at once when its signal aborts, and gives its connection up",
    ],
    [
      "A stream leaves nothing at the signals that outlive it",
      `signal.removeEventListener("abort", this.#cancel);`,
      `void signal;`,
      "gives its connection up when its reader stops",
    ],
    [
      "The events of a stream are read as replies are",
      `parseJson(data, caps, secret)`,
      `{ value: JSON.parse(data) as unknown }`,
      "a stream over pool",
    ],
  ]),
  ...guards("src/api/client.ts", unit("stream"), [
    ["A stream ends with its client", `[signal, this.#closing];`, `[signal];`, "ends with its client"],
  ]),
  ...guards("src/api/exchange.ts", unit("stream"), [
    [
      "What is no stream is not read as one",
      `operation.open !== undefined && isEventStream(head, decoded)`,
      `operation.open !== undefined`,
      "is no stream where the answer is JSON",
    ],
  ]),
  ...guards("src/api/pool.ts", unit("stream"), [
    [
      "What nobody reads yet is not all kept",
      `if (this.#waiting > mostWaiting) controller.pause();`,
      ``,
      "waits for a reader that is slow, and loses nothing",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("operation"), [
    [
      "A reply that opens something is not kept as it came",
      `...(raw === "secret" && { raw: undefined }),`,
      ``,
      "keeps no reply as it came that opens something by itself",
    ],
  ]),
];
