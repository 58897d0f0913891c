// Tests that connections with an incomplete request are closed, after earlier requests on the same connection are
// answered.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import type { ReceiveTimeouts } from "../../../../src/sandbox/http/server.ts";
import { served, token } from "../support.ts";

/**
 * Opens a connection and collects the received text. With `allowHalfOpen`, the client's side stays open until the
 * test ends it.
 */
async function connected(t: TestContext, port: number, allowHalfOpen = true) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
  t.after(() => socket.destroy());
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  // The server may cut the connection while data is on its way.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, read: () => text };
}

const ended = (socket: Socket) => once(socket, "close");

/** Returns the status of the only reply. */
const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d+) /.exec(text)?.[1]);

const head = (port: number, more: string): string =>
  `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
const creation = (port: number, domain: string): string => {
  const body = `{"domain":"${domain}","profile_name":"p"}`;
  const content = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `POST /auth/connections HTTP/1.1\r\n${head(port, content)}${body}`;
};

describe("an incomplete request", () => {
  const patience: ReceiveTimeouts = { headersMs: 200, requestMs: 400, checkIntervalMs: 20 };
  const never = 60_000;
  const post = `POST /auth/connections HTTP/1.1\r\n`;
  const content = "Content-Type: application/json\r\nContent-Length: 100\r\n";
  for (const [part, timeouts, bytes] of [
    ["no bytes", { ...patience, requestMs: never }, () => ""],
    [
      "half of the headers",
      { ...patience, requestMs: never },
      (port: number) => post + head(port, "").slice(0, -2),
    ],
    [
      "half of the body",
      { ...patience, requestMs: 200 },
      (port: number) => `${post}${head(port, content)}{"dom`,
    ],
  ] as const)
    it(`gets a 408 reply and a closed connection if the client stops after ${part}`, async (t) => {
      const { port, faults } = await served(t, ":memory:", { patience: timeouts });
      // Read before connecting, because the server's timeout starts with the connection.
      const startMs = performance.now();
      const { socket, read } = await connected(t, port);
      socket.write(bytes(port));
      await once(socket, "end");
      assert.equal(statusOf(read()), 408);
      assert.ok(performance.now() - startMs >= 150, "not before its time");
      socket.end();
      await ended(socket);
      assert.deepEqual(faults, [], "and it is no fault of the sandbox");
    });

  it("gets the 408 reply after the replies to earlier requests", async (t) => {
    const { port } = await served(t, ":memory:", { patience });
    const { socket, read } = await connected(t, port);
    socket.write(`${creation(port, "a.example")}${post}`);
    await once(socket, "end");
    const second = read().lastIndexOf("HTTP/1.1 ");
    assert.match(read(), /^HTTP\/1\.1 201 /);
    assert.equal(statusOf(read().slice(second)), 408);
  });
});
