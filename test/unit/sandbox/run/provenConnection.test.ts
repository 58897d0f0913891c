// Tests that a connection is returned only after the sandbox proved its identity. Other programs on the port must be
// rejected.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { computeProof, type SandboxIdentity } from "../../../../src/sandbox/identity.ts";
import { connectProven, requestControl } from "../../../../src/sandbox/run/controlRequests.ts";
import { listening, startedSandbox } from "../support.ts";

const { signal } = new AbortController();

/** Starts a server that calls `respond` with the first bytes of each connection. */
async function startImpostor(
  t: TestContext,
  respond: (socket: Socket, request: string) => void,
): Promise<SandboxIdentity> {
  const server = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => respond(socket, bytes.toString()));
  });
  return { port: await listening(t, server), instanceId: "instance", token: "the-token" };
}

const nonceOf = (request: string): string => /nonce=([\w-]+)/.exec(request)?.[1] ?? "";
const answer = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`;

describe("connectProven", () => {
  it("returns a socket for requests after the sandbox has proved its identity", async (t) => {
    const { identity } = await startedSandbox(t);
    const socket = await connectProven(identity);
    t.after(() => socket.destroy());
    socket.write(
      `GET /sandbox/plan HTTP/1.1\r\nHost: 127.0.0.1:${identity.port}\r\nAuthorization: Bearer ${identity.token}\r\n\r\n`,
    );
    const [reply] = (await once(socket.setEncoding("utf8"), "data")) as [string];
    assert.match(reply, /^HTTP\/1\.1 200 OK\r\n/);
  });

  it("lets a control request reuse the proven connection", async (t) => {
    let connections = 0;
    const identity = await startImpostor(t, (socket, request) => {
      connections += 1;
      socket.once("data", () => socket.end(answer(`{"plan":"FREE"}`)));
      socket.write(answer(JSON.stringify({ proof: computeProof(identity, nonceOf(request)) })));
    });
    assert.deepEqual(await requestControl(identity, "GET", "/sandbox/plan", undefined, signal), {
      plan: "FREE",
    });
    assert.equal(connections, 1);
  });

  it("accepts a proof that arrives in several chunks", async (t) => {
    const parts: string[] = [];
    const identity = await startImpostor(t, (socket, request) => {
      const body = JSON.stringify({
        instance_id: "instance",
        proof: computeProof(identity, nonceOf(request)),
      });
      parts.push(...answer(body).split(/(?<=\r\n)|(?=proof)/));
      const next = (): void => {
        const part = parts.shift();
        if (part !== undefined) socket.write(part, () => setImmediate(next));
      };
      next();
    });
    (await connectProven(identity)).destroy();
    assert.deepEqual(parts, []);
  });

  const forged = JSON.stringify({ proof: "A".repeat(43) });
  for (const [invalidReply, reply] of [
    ["an invalid proof", answer(forged)],
    ["invalid JSON", answer("proof")],
    ["an endless body", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"],
    ["an error status", "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}"],
    ["an endless head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(5000)}`],
    ["another protocol", "SSH-2.0-OpenSSH_9.9\r\n\r\n"],
  ] as const)
    it(`rejects if the program on the port replies with ${invalidReply}`, async (t) => {
      const requests: string[] = [];
      const identity = await startImpostor(t, (socket, request) => {
        requests.push(request);
        socket.write(reply);
      });
      await assert.rejects(connectProven(identity), { name: "SandboxError", kind: "unreachable" });
      await assert.rejects(requestControl(identity, "POST", "/sandbox/reset", {}, signal), {
        kind: "unreachable",
      });
      assert.equal(requests.length, 2);
      for (const request of requests)
        assert.match(request, /^GET \/sandbox\/health\?nonce=[\w-]{43} HTTP\/1\.1\r\nHost: [\d.:]+\r\n\r\n$/);
    });

  it("rejects if the program sends more than one reply", async (t) => {
    const identity = await startImpostor(t, (socket, request) => {
      const proof = answer(JSON.stringify({ proof: computeProof(identity, nonceOf(request)) }));
      socket.write(proof + answer(`{"id":"forged"}`));
    });
    await assert.rejects(connectProven(identity), { kind: "unreachable" });
  });

  it("rejects a proof that another program relays", async (t) => {
    const { identity } = await startedSandbox(t);
    const relayed = await startImpostor(t, (socket, request) => {
      const real = connect(identity.port, "127.0.0.1", () => {
        real.write(request.replace(/Host: \S+/, `Host: 127.0.0.1:${identity.port}`));
      });
      t.after(() => real.destroy());
      real.pipe(socket);
    });
    const { instanceId, token } = identity;
    await assert.rejects(connectProven({ port: relayed.port, instanceId, token }), { kind: "unreachable" });
  });

  it("rejects after a timeout or when the signal aborts", async (t) => {
    let sockets = 0;
    const identity = await startImpostor(t, () => (sockets += 1));
    const stop = new AbortController();
    const waiting = connectProven(identity, stop.signal);
    const reason = new Error("the user left");
    stop.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(connectProven(identity, stop.signal), reason);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const silent = connectProven(identity);
    t.mock.timers.tick(5000);
    await assert.rejects(silent, { kind: "unreachable" });
    assert.ok(sockets <= 2);
  });

  it("rejects if no program listens on the port", async () => {
    // Port 2 isn't in the range that systems assign automatically.
    const identity: SandboxIdentity = { port: 2, instanceId: "instance", token: "the-token" };
    await assert.rejects(connectProven(identity), (error: Error) => {
      assert.equal(Reflect.get(error.cause ?? {}, "code"), "ECONNREFUSED");
      return true;
    });
  });
});
