// Bytes that are no request, and requests that do not arrive: each connection ends, and nobody takes another's answer
// for their own.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import type { Patience } from "../../../../src/sandbox/http/server.ts";
import { startServer } from "../../../../src/sandbox/http/server.ts";
import { resources } from "../../../../src/sandbox/resources/allResources.ts";
import { routesOn } from "../../../../src/sandbox/resources/resource.ts";
import { Store } from "../../../../src/sandbox/db/store.ts";
import { until } from "../../../host/until.ts";
import { objectOf, token } from "../support.ts";

async function served(t: TestContext, patience?: Patience) {
  const store = new Store(openDatabase(":memory:", resources, 0).db, resources, Date.now());
  const faults: unknown[] = [];
  const routes = routesOn(store, resources);
  const settings = { routes, instanceId: "instance", token, port: 0 };
  const server = await startServer({
    ...settings,
    onFault: (error) => faults.push(error),
    ...(patience && { patience }),
  });
  t.after(async () => {
    await server.close();
    store.close();
  });
  return { server, store, faults, port: server.identity.port };
}

/** A connection, which never ends its side by itself where it `allowHalfOpen`, and what came over it. */
async function connected(t: TestContext, port: number, allowHalfOpen = true) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
  t.after(() => socket.destroy());
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  // Cut while more was on its way.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, read: () => text };
}

const ended = (socket: Socket) => once(socket, "close");

/** The status of the only answer, which has the shape of §2.9 and says that the connection ends. */
function statusOf(text: string): number {
  const [, status = "", head = "", body = ""] = /^HTTP\/1\.1 (\d+) ([^]*?)\r\n\r\n([^]*)$/.exec(text) ?? [];
  assert.match(head, /\r\nConnection: close$/);
  const { code, message, ...rest } = objectOf(JSON.parse(body));
  assert.deepEqual([typeof code, typeof message, rest], ["string", "string", {}]);
  return Number(status);
}

const head = (port: number, more: string): string =>
  `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
const creation = (port: number, domain: string): string => {
  const body = `{"domain":"${domain}","profile_name":"p"}`;
  const content = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `POST /auth/connections HTTP/1.1\r\n${head(port, content)}${body}`;
};
const reading = (port: number): string => `GET /auth/connections HTTP/1.1\r\n${head(port, "")}`;

describe("bytes that are no request", () => {
  for (const [what, bytes, status] of [
    ["no HTTP", "HELLO\r\n\r\n", 400],
    ["header fields without end", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`, 431],
  ] as const) {
    it(`are refused, and the connection ends although the client keeps its side open: ${what}`, async (t) => {
      const { port } = await served(t);
      const { socket, read } = await connected(t, port);
      socket.write(bytes);
      await once(socket, "end");
      assert.equal(statusOf(read()), status);
      // Whoever writes to a connection that is no more is told so.
      await until("the end of the connection", () => socket.closed || void socket.write("x"));
    });
  }

  it("cut the connection where they follow a request that is being answered", async (t) => {
    const { port, faults } = await served(t);
    for (const request of [creation(port, "a.example"), reading(port)]) {
      const { socket, read } = await connected(t, port, false);
      socket.write(`${request}HELLO\r\n\r\n`);
      await ended(socket);
      assert.doesNotMatch(read(), /^HTTP\/1\.1 400 /, "this is not what became of the request");
    }
    assert.deepEqual(faults, []);
  });

  it("do not reach back to a request that was answered", async (t) => {
    const { port } = await served(t);
    const { socket, read } = await connected(t, port);
    socket.write(creation(port, "a.example"));
    await once(socket, "data");
    assert.match(read(), /^HTTP\/1\.1 201 /);
    const first = read().length;
    socket.end("HELLO\r\n\r\n");
    await ended(socket);
    assert.equal(statusOf(read().slice(first)), 400);
  });

  it("do not hold up the end of the sandbox", async (t) => {
    const { server, port } = await served(t);
    const { socket } = await connected(t, port);
    // What would cut the connection at last: it has to end with the sandbox.
    t.mock.timers.enable({ apis: ["setTimeout"] });
    socket.write("HELLO\r\n\r\n");
    await once(socket, "end");
    await server.close();
  });
});

describe("a request that does not arrive in time", () => {
  const patience: Patience = { head: 200, whole: 400, checkedEvery: 20 };
  const never = 60_000;
  const post = `POST /auth/connections HTTP/1.1\r\n`;
  const content = "Content-Type: application/json\r\nContent-Length: 100\r\n";
  for (const [what, given, bytes] of [
    ["nothing of it", { ...patience, whole: never }, () => ""],
    ["half of its head", { ...patience, whole: never }, (port: number) => post + head(port, "").slice(0, -2)],
    [
      "half of its body",
      { ...patience, head: 200, whole: 200 },
      (port: number) => `${post}${head(port, content)}{"dom`,
    ],
  ] as const) {
    it(`is answered with 408, and its connection ends: ${what}`, async (t) => {
      const { port, faults } = await served(t, given);
      // Before it is connected, since when the server counts.
      const begun = performance.now();
      const { socket, read } = await connected(t, port);
      socket.write(bytes(port));
      await once(socket, "end");
      assert.equal(statusOf(read()), 408);
      assert.ok(performance.now() - begun >= 150, "not before its time");
      socket.end();
      await ended(socket);
      assert.deepEqual(faults, [], "and it is no fault of the sandbox");
    });
  }

  it("is answered after the requests before it", async (t) => {
    const { port } = await served(t, patience);
    const { socket, read } = await connected(t, port);
    socket.write(`${creation(port, "a.example")}${post}`);
    await once(socket, "end");
    const second = read().lastIndexOf("HTTP/1.1 ");
    assert.match(read(), /^HTTP\/1\.1 201 /);
    assert.equal(statusOf(read().slice(second)), 408);
  });
});
