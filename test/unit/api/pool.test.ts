// Tests requests and responses of the pool. The client's reaction to failures is in test/faults.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { readBodyBytes } from "../../../src/api/body.ts";
import type { DispatchedResponse } from "../../../src/api/dispatcher.ts";
import { loopbackPool } from "../../../src/api/pool.ts";
import { answer, scriptedServer } from "../../doubles/scriptedServer.ts";

/** A pool connected to a server that runs a script. */
async function wire(context: TestContext, script: (socket: Socket) => void) {
  const server = await scriptedServer(script);
  const pool = loopbackPool(server.origin);
  context.after(async () => {
    await pool.destroy();
    await server.close();
  });
  return { pool, origin: server.origin, requests: server.requests };
}

type Wire = Awaited<ReturnType<typeof wire>>;

const ask = ({ origin, pool }: Wire, signal: AbortSignal): Promise<DispatchedResponse> =>
  pool.request({ origin, path: "/", method: "GET", headers: {}, signal });

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

describe("A pooled request", () => {
  it("delivers response chunks that arrive before or during a read", async (context) => {
    const speaker = Promise.withResolvers<Socket>();
    const setup = await wire(context, (socket) => {
      socket.write(`${chunked}3\r\none\r\n3\r\ntwo\r\n`);
      speaker.resolve(socket);
    });
    const { body } = await ask(setup, new AbortController().signal);
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

  it("removes its abort listener after the response is read", async (context) => {
    const setup = await wire(context, (socket) => socket.write(answer(200, "{}")));
    const { signal } = new AbortController();
    const { bytes } = await readBodyBytes((await ask(setup, signal)).body, 100);
    assert.equal(Buffer.from(bytes).toString(), "{}");
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("isn't sent if its signal has aborted", async (context) => {
    const setup = await wire(context, (socket) => socket.end());
    await assert.rejects(ask(setup, AbortSignal.abort(new Error("too late"))), { message: "too late" });
    await setup.pool.destroy();
    assert.deepEqual(setup.requests, []);
  });

  it("isn't sent if cancelled before the connection opens", async (context) => {
    const setup = await wire(context, (socket) => socket.end());
    const leaving = new AbortController();
    const cancelled = ask(setup, leaving.signal);
    leaving.abort(new Error("left"));
    await assert.rejects(cancelled, { message: "left" });
    await assert.rejects(ask(setup, new AbortController().signal));
    assert.equal(setup.requests.length, 1, "the next one alone");
  });
});
