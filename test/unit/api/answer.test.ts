// What becomes of a request and its answer in a pool. What the client makes of both is in test/faults.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { describe, it } from "node:test";
import type { TestContext } from "node:test";
import type { DispatchedResponse, ServiceDispatcher } from "../../../src/api/dispatchers.ts";
import { loopbackPool } from "../../../src/api/pool.ts";

interface Wire {
  readonly pool: ServiceDispatcher;
  readonly origin: string;
  /** All that was received, as text. */
  received: string;
}

/** A pool for a server that answers the first bytes of each connection by `answer`. */
async function wire(context: TestContext, answer: (socket: Socket) => void): Promise<Wire> {
  const server = createServer((socket) => {
    socket.on("data", (bytes) => (made.received += bytes.toString("latin1")));
    socket.once("data", () => answer(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: Wire = { pool: loopbackPool(origin), origin, received: "" };
  context.after(async () => {
    await made.pool.destroy();
    server.close();
  });
  return made;
}

const ask = ({ origin, pool }: Wire, signal: AbortSignal): Promise<DispatchedResponse> =>
  pool.request({ origin, path: "/", method: "GET", headers: {}, signal });

async function textOf({ body }: DispatchedResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

describe("an answer", () => {
  it("loses nothing of what arrives together, whether somebody waits for it or not", async (context) => {
    const speaker = Promise.withResolvers<Socket>();
    const made = await wire(context, (socket) => {
      socket.write(`${chunked}3\r\none\r\n3\r\ntwo\r\n`);
      speaker.resolve(socket);
    });
    const { body } = await ask(made, new AbortController().signal);
    const chunks = body[Symbol.asyncIterator]();
    const text = async (): Promise<string> => {
      const next: IteratorResult<Uint8Array, unknown> = await chunks.next();
      return next.done === true ? "the end" : Buffer.from(next.value).toString();
    };
    assert.deepEqual([await text(), await text()], ["one", "two"]);
    const waiting = text();
    (await speaker.promise).end("5\r\nthree\r\n4\r\nfour\r\n0\r\n\r\n");
    assert.deepEqual([await waiting, await text(), await text()], ["three", "four", "the end"]);
  });

  it("leaves nothing at the signal once it is read", async (context) => {
    const made = await wire(context, (socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
    );
    const { signal } = new AbortController();
    const response = await ask(made, signal);
    assert.equal(await textOf(response), "{}");
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("is not asked for by a signal that has aborted", async (context) => {
    const made = await wire(context, (socket) => socket.end());
    await assert.rejects(ask(made, AbortSignal.abort(new Error("too late"))), { message: "too late" });
    await made.pool.destroy();
    assert.equal(made.received, "");
  });

  it("is not asked for once its caller has left, though the connection comes later", async (context) => {
    const made = await wire(context, (socket) => socket.end());
    const leaving = new AbortController();
    const answer = ask(made, leaving.signal);
    leaving.abort(new Error("left"));
    await assert.rejects(answer, { message: "left" });
    const next = ask(made, new AbortController().signal);
    await assert.rejects(next);
    assert.equal(made.received.match(/GET/g)?.length, 1, "the next one alone");
  });
});
