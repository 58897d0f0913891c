// Tests streamed replies: they end when complete, when the client disconnects or when the server closes.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, IncomingMessage } from "node:http";
import { describe, it, type TestContext } from "node:test";
import type { StreamedReply } from "../../../../src/sandbox/http/replies.ts";
import { startServer } from "../../../../src/sandbox/http/server.ts";
import { send, token } from "../support.ts";

/** Starts a server with a single streaming path. */
async function served(t: TestContext, stream: StreamedReply["stream"]) {
  const faults: unknown[] = [];
  const route = { method: "GET", path: "/events", takesBody: false, isPublic: false };
  const server = await startServer({
    routes: [{ ...route, handle: () => ({ status: 200, stream }) }],
    instanceId: "instance",
    token,
    port: 0,
    onFault: (error) => faults.push(error),
  });
  t.after(() => server.close());
  return { server, faults, port: server.identity.port };
}

/** Returns the response once its head has arrived. */
async function opened(t: TestContext, port: number): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token}` };
  const request = get({ host: "127.0.0.1", port, path: "/events", agent: false, headers });
  t.after(() => request.destroy());
  const args: unknown[] = await once(request, "response");
  const [answer] = args;
  assert.ok(answer instanceof IncomingMessage);
  return answer;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += String(part);
  return text;
}

/** Resolves when a signal aborts. */
const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, "abort");

describe("a streamed reply", () => {
  it("reaches the client while it is being written", async (t) => {
    const read = Promise.withResolvers<undefined>();
    const { port } = await served(t, async (write) => {
      await write("data: 1\n\n");
      await read.promise;
      await write("data: 2\n\n");
    });
    const answer = await opened(t, port);
    assert.equal(answer.headers["content-type"], "text/event-stream");
    assert.equal(answer.headers["content-length"], undefined);
    answer.setEncoding("utf8");
    const args: unknown[] = await once(answer, "data");
    assert.deepEqual(args, ["data: 1\n\n"]);
    read.resolve(undefined);
    assert.equal(await textOf(answer), "data: 2\n\n");
  });

  it("pauses while a slow client catches up", async (t) => {
    const piece = "x".repeat(1024 * 1024);
    let written = 0;
    const { port } = await served(t, async (write) => {
      for (; written < 64; written++) await write(piece);
    });
    const answer = await opened(t, port);
    assert.ok(written < 64, `${written} MiB are in memory`);
    assert.equal((await textOf(answer)).length, 64 * piece.length);
  });

  it("aborts when the client disconnects, without reporting an error", async (t) => {
    const handled = Promise.withResolvers<undefined>();
    const { port, faults } = await served(t, async (write, signal) => {
      await write("data: 1\n\n");
      await aborted(signal);
      handled.resolve(undefined);
      await write("data: 2\n\n");
    });
    (await opened(t, port)).destroy();
    await handled.promise;
    await send(port, { method: "GET", path: "/nothing" });
    assert.deepEqual(faults, []);
  });

  it("ends without an error when the server closes", async (t) => {
    const { server, port, faults } = await served(t, async (write, signal) => {
      await write("data: 1\n\n");
      await aborted(signal);
    });
    const [text] = await Promise.all([textOf(await opened(t, port)), server.close()]);
    assert.equal(text, "data: 1\n\n");
    assert.deepEqual(faults, []);
  });

  it("closes the connection abruptly if the stream fails", async (t) => {
    const { port, faults } = await served(t, async (write) => {
      await write("data: 1\n\n");
      throw new Error("no");
    });
    await assert.rejects(textOf(await opened(t, port)), { code: "ECONNRESET" });
    assert.equal(String(faults), "Error: no");
  });

  it("supports HEAD and requires the token", async (t) => {
    const { port } = await served(t, () => Promise.reject(new Error("not asked for")));
    const head = await send(port, { method: "HEAD", path: "/events" });
    assert.deepEqual([head.status, head.headers["content-type"]], [200, "text/event-stream"]);
    assert.equal((await send(port, { method: "GET", path: "/events", token: null })).status, 401);
  });
});
