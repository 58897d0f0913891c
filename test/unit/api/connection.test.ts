// Faults of the connection itself, from a server scripted in bytes, over both dispatchers that exist.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { HostDispatchers, type ServiceDispatcher } from "../../../src/api/dispatchers.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import { answer, scriptedServer, type ScriptedServer } from "../../doubles/scriptedServer.ts";
import {
  bench,
  canary,
  entitlementsJson,
  errorJson,
  errorOf,
  managedAuthJson,
  userAgent,
  type Bench,
} from "./support.ts";

const hosts = new HostDispatchers();
after(() => hosts.dispose());

const ways: Record<string, (origin: string) => Promise<ServiceDispatcher>> = {
  pool: (origin) => hosts.for(origin),
  // The dispatcher of every origin that is not loopback; it sends to the origin of each request.
  fetch: () => hosts.for("https://api.example.test"),
};

const create = ({ client, signal }: Bench) =>
  client.createConnection({ domain: "example.com", profile_name: "work" }, signal);
const read = ({ client, signal }: Bench) => client.getEntitlements(signal);
const remove = ({ client, signal }: Bench) => client.deleteDestination("d", signal);

/** Everything a connection can do to an answer of a create, and what is left to say of it. */
const faults: Record<string, { script: (socket: Socket) => void; pool: string; fetch?: string }> = {
  "closed before the answer": { script: (s) => s.destroy(), pool: "offline UND_ERR_SOCKET" },
  "reset before the answer": { script: (s) => s.resetAndDestroy(), pool: "offline ECONNRESET" },
  "half a status line": { script: (s) => s.end("HTTP/1.1 20"), pool: "offline UND_ERR_SOCKET" },
  garbage: { script: (s) => s.end("\0\x01garbage\r\n\r\n"), pool: "unreadable protocol" },
  "HTTP/0.9": { script: (s) => s.end("<html>hello</html>"), pool: "unreadable protocol" },
  "two lengths": {
    script: (s) => s.end("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} "),
    pool: "unreadable protocol",
  },
  "a length and chunks": {
    script: (s) =>
      s.end("HTTP/1.1 201 C\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    pool: "unreadable protocol",
  },
  "a head of 20 KB": {
    script: (s) => s.end(`HTTP/1.1 201 Created\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`),
    pool: "unreadable protocol",
  },
  "another protocol": {
    script: (s) => s.end("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    pool: "offline UND_ERR_SOCKET",
  },
  "cut by length": {
    script: (s) => s.end(`HTTP/1.1 201 Created\r\nContent-Length: 900\r\n\r\n${managedAuthJson}`),
    pool: "offline UND_ERR_SOCKET",
  },
  "cut between chunks": {
    script: (s) => s.end('HTTP/1.1 201 C\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'),
    pool: "offline UND_ERR_SOCKET",
  },
  "a bad chunk size": {
    script: (s) => s.end("HTTP/1.1 201 C\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
    pool: "unreadable protocol",
  },
  "reset in the body": {
    script: (s) => s.write("HTTP/1.1 201 C\r\nContent-Length: 50\r\n\r\n{", () => s.resetAndDestroy()),
    pool: "offline ECONNRESET",
  },
  "cut by the end of the connection": {
    script: (s) => s.end(`HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n{"id":"ma_1","dom`),
    pool: "unreadable json",
  },
  "half a JSON": { script: (s) => s.end(answer(201, `{"id":"ma_1",`)), pool: "unreadable json" },
  nothing: { script: (s) => s.end(answer(201)), pool: "unreadable json" },
  "a page": {
    script: (s) => s.end(answer(200, "<html>", { "Content-Type": "text/html" })),
    pool: "unreadable html",
  },
  "gzip in name only": {
    script: (s) => s.end(answer(201, managedAuthJson, { "Content-Encoding": "gzip" })),
    pool: "unreadable encoding",
  },
  "an unknown encoding": {
    script: (s) => s.end(answer(201, "\xff\xfe", { "Content-Encoding": "secret" })),
    pool: "unreadable encoding",
    fetch: "unreadable json",
  },
  "six layers of gzip": {
    script: (s) => s.end(answer(201, "{}", { "Content-Encoding": Array(6).fill("gzip").join(", ") })),
    pool: "unreadable encoding",
    fetch: "offline UNKNOWN",
  },
};

const describeEnd = (outcome: Outcome<unknown>) => {
  const error = errorOf(outcome);
  return `${error.kind} ${"reason" in error ? (error.reason ?? "") : ""}`.trim();
};

function holdsNoSecret(...kept: unknown[]): void {
  const text = JSON.stringify(kept);
  for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)]) {
    assert.ok(!text.includes(form), text);
  }
}

for (const [way, dispatcherFor] of Object.entries(ways)) {
  describe(`over ${way}`, () => {
    /** Runs against a scripted server, and closes it whatever happens. */
    async function against(
      scripts: ((socket: Socket, request: string) => void)[],
      run: (made: Bench, server: ScriptedServer) => Promise<void>,
    ): Promise<void> {
      const server = await scriptedServer(...scripts);
      try {
        const dispatcher = await dispatcherFor(server.origin);
        await run(bench(dispatcher, { baseUrl: `${server.origin}/v1` }), server);
      } finally {
        await server.close();
      }
    }

    it("sends what is written, once", () =>
      against([(s) => s.end(answer(201, managedAuthJson))], async (made, { requests }) => {
        assert.equal((await create(made)).kind, "ok");
        assert.equal(requests.length, 1);
        const [head = "", body] = (requests[0] ?? "").split("\r\n\r\n");
        const lines = head.toLowerCase().split("\r\n");
        assert.equal(head.split("\r\n")[0], "POST /v1/auth/connections HTTP/1.1");
        assert.ok(lines.includes(`authorization: bearer ${canary.toLowerCase()}`));
        assert.ok(lines.includes(`user-agent: ${userAgent}`));
        assert.ok(lines.includes("accept: application/json"));
        assert.ok(lines.includes("content-type: application/json"));
        assert.equal(lines.includes("accept-encoding: identity"), way === "pool");
        assert.equal(body, `{"domain":"example.com","profile_name":"work"}`);
      }));

    for (const [name, { script, pool, fetch = pool }] of Object.entries(faults)) {
      it(`a create answered with ${name} is unknown after one request`, () =>
        against([script], async (made, { requests }) => {
          const outcome = await create(made);
          assert.equal(describeEnd(outcome), way === "pool" ? pool : fetch);
          assert.equal(errorOf(outcome).sent, "unknown");
          assert.equal(requests.length, 1);
          holdsNoSecret(outcome, made.log);
        }));
    }

    it("a read is tried again after each break", () =>
      against(
        [
          (s) => s.resetAndDestroy(),
          (s) => s.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
          (s) => s.end(answer(200, entitlementsJson)),
        ],
        async (made, { requests }) => {
          assert.equal((await read(made)).kind, "ok");
          assert.equal(requests.length, 3);
          assert.deepEqual(made.clock.pauses, [250, 500]);
        },
      ));

    it("a deletion that breaks after it was carried out is found gone", () =>
      against(
        [(s) => s.resetAndDestroy(), (s) => s.end(answer(404, errorJson("not_found")))],
        async (made, { requests }) => {
          const outcome = await remove(made);
          assert.deepEqual(outcome, {
            kind: "ok",
            value: { evidence: "absence" },
            raw: undefined,
            status: 404,
          });
          assert.equal(requests.length, 2);
          assert.match(requests[1] ?? "", /^DELETE \/v1\/telemetry\/destinations\/d HTTP/);
        },
      ));

    it("a connection that has gone stale leaves a create unknown", () =>
      against(
        [(s) => s.write(answer(200, entitlementsJson)), (s) => s.destroy()],
        async (made, { requests }) => {
          assert.equal((await read(made)).kind, "ok");
          assert.equal(errorOf(await create(made)).sent, "unknown");
          assert.equal(requests.length, 2);
        },
      ));

    for (const status of [301, 302, 303, 307, 308]) {
      it(`a ${status} leads nowhere`, () =>
        against([(s) => s.end(answer(200, entitlementsJson))], async (_, other) => {
          const location = `${other.origin}/v1/org/entitlements?secret=1`;
          await against(
            [(s) => s.end(answer(status, "", { Location: location }))],
            async (made, { requests }) => {
              for (const run of [read, create, remove]) {
                const error = errorOf(await run(made));
                assert.ok(error.kind === "redirected");
                assert.equal(error.host, new URL(other.origin).host);
              }
              assert.equal(requests.length, 3);
              assert.equal(other.requests.length, 0);
            },
          );
        }));
    }

    it("early hints and what follows the length do no harm", () =>
      against(
        [(s) => s.end(`HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n${answer(201, managedAuthJson)}more`)],
        async (made) => {
          assert.equal((await create(made)).kind, "ok");
        },
      ));

    it("a 204 with a body is a deletion", () =>
      against([(s) => s.end("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}")], async (made) => {
        assert.equal((await remove(made)).kind, "ok");
      }));

    it("real gzip is undone by fetch alone", () =>
      against(
        [
          (s) => {
            const body = gzipSync(entitlementsJson);
            s.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
            s.end(body);
          },
        ],
        async (made) => {
          const outcome = await read(made);
          assert.equal(
            outcome.kind === "ok" ? "ok" : describeEnd(outcome),
            way === "fetch" ? "ok" : "unreadable encoding",
          );
        },
      ));

    it("an endless body is cut at the cap and its connection given up", async () => {
      let closed: Promise<unknown> | undefined;
      await against(
        [
          (s) => {
            closed = new Promise((resolve) => s.once("close", resolve));
            s.write("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n");
            const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
            const pump = () => {
              while (s.writable && s.write(chunk));
            };
            s.on("drain", pump);
            pump();
          },
        ],
        async (made, { requests }) => {
          const outcome = await create(made);
          assert.deepEqual(errorOf(outcome), {
            kind: "tooLarge",
            sent: "unknown",
            status: 201,
            capBytes: 1_048_576,
          });
          assert.equal(requests.length, 1);
          await closed;
        },
      );
    });

    if (way === "fetch") {
      it("a gzip bomb is cut at the cap", async () => {
        const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
        await against(
          [
            (s) => {
              s.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
              s.end(bomb);
            },
          ],
          async (made, { requests }) => {
            assert.equal(errorOf(await read(made)).kind, "tooLarge");
            assert.equal(requests.length, 1);
          },
        );
      });
    }

    it("a body that drips is ended by the time of the attempt", () =>
      against(
        [
          (s) => {
            s.write("HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n");
            const drip = setInterval(() => s.write(" "), 5);
            s.on("close", () => {
              clearInterval(drip);
            });
          },
        ],
        async (made, { server }) => {
          // Let the attempt's time run out once the server has answered and dripped a while.
          server.once("connection", (socket: Socket) => {
            let dripped = 0;
            const watch = setInterval(() => {
              if (++dripped < 10 && !socket.destroyed) return;
              clearInterval(watch);
              made.clock.expire();
            }, 5);
          });
          const error = errorOf(await create(made));
          assert.ok(error.kind === "timeout");
          assert.deepEqual([error.sent, error.status, error.afterMs], ["unknown", 201, 60_000]);
        },
      ));

    it("an answer that never comes is ended by the time of the attempt", async () => {
      let made: Bench | undefined;
      await against([() => setImmediate(() => made?.clock.expire())], async (bench, { requests }) => {
        made = bench;
        const error = errorOf(await create(bench));
        assert.equal(error.kind, "timeout");
        assert.equal(error.status, undefined);
        assert.equal(requests.length, 1);
      });
    });

    it("a refusal whose words do not arrive is a refusal all the same", () =>
      against([(s) => s.end("HTTP/1.1 409 Conflict\r\nContent-Length: 50\r\n\r\n{")], async (made) => {
        const outcome = await create(made);
        assert.deepEqual(errorOf(outcome), { kind: "conflict", sent: "refused", status: 409 });
      }));

    for (const [name, bytes] of [
      ["before the answer", ""],
      ["in the body", "HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n{"],
    ] as const) {
      it(`a cancellation ${name} ends the connection`, async () => {
        let made: Bench | undefined;
        let closed: Promise<unknown> | undefined;
        await against(
          [
            (s) => {
              closed = new Promise((resolve) => s.once("close", resolve));
              if (bytes !== "") s.write(bytes);
              setImmediate(() => made?.controller.abort());
            },
          ],
          async (bench, { requests }) => {
            made = bench;
            assert.deepEqual(await create(bench), { kind: "cancelled", sent: "unknown" });
            await closed;
            assert.equal(requests.length, 1);
          },
        );
      });
    }

    it("a port that nobody listens on is certainly not reached", async () => {
      const server = await scriptedServer();
      await server.close();
      const dispatcher = await dispatcherFor(server.origin);
      const made = bench(dispatcher, { baseUrl: server.origin });
      const outcome = await create(made);
      const host = new URL(server.origin).host;
      assert.deepEqual(errorOf(outcome), { kind: "offline", sent: "no", reason: "ECONNREFUSED", host });
      assert.equal(made.log.length, 3);
      holdsNoSecret(outcome, made.log);
    });
  });
}
