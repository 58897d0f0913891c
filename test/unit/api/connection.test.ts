// Tests both dispatchers over real connections. Network faults are in test/faults.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, describe, it } from "node:test";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { type ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import { answer, scriptedServer, type ScriptedServer } from "../../doubles/scriptedServer.ts";
import {
  bench,
  type Bench,
  canary,
  create,
  entitlementsJson,
  errorOf,
  read,
  remove,
  userAgent,
} from "./support.ts";
import { fullConnection } from "../../support/fullConnection.ts";

const hosts = new HostDispatchers();
after(() => hosts.dispose());

const dispatcherSources: Record<string, (origin: string) => Promise<ServiceDispatcher>> = {
  pool: (origin) => hosts.for(origin),
  // The dispatcher of every origin that isn't loopback. It sends to the origin of each request.
  fetch: () => hosts.for("https://api.example.test"),
};

for (const [transport, dispatcherFor] of Object.entries(dispatcherSources))
  describe(`ApiClient with the ${transport} transport`, () => {
    /** Runs a test against a scripted server, and always closes the server. */
    async function against(
      scripts: ((socket: Socket, request: string) => void)[],
      run: (setup: Bench, server: ScriptedServer) => Promise<void>,
    ): Promise<void> {
      const server = await scriptedServer(...scripts);
      try {
        await run(bench(await dispatcherFor(server.origin), { baseUrl: `${server.origin}/v1` }), server);
      } finally {
        await server.close();
      }
    }

    it("sends exactly the expected bytes in a single request", () =>
      against([(s) => s.end(answer(201, fullConnection))], async (setup, { requests }) => {
        assert.equal((await create(setup)).kind, "ok");
        assert.equal(requests.length, 1);
        const [head = "", body] = (requests[0] ?? "").split("\r\n\r\n");
        const lines = head.toLowerCase().split("\r\n");
        assert.equal(head.split("\r\n")[0], "POST /v1/auth/connections HTTP/1.1");
        assert.ok(lines.includes(`authorization: bearer ${canary.toLowerCase()}`));
        assert.ok(lines.includes(`user-agent: ${userAgent}`));
        assert.ok(lines.includes("accept: application/json"));
        assert.ok(lines.includes("content-type: application/json"));
        assert.equal(lines.includes("accept-encoding: identity"), transport === "pool");
        assert.equal(body, `{"domain":"example.com","profile_name":"work"}`);
      }));

    for (const status of [301, 302, 303, 307, 308])
      it(`doesn't follow a ${status} redirect`, () =>
        against([(s) => s.end(answer(200, entitlementsJson))], async (_, other) => {
          const location = `${other.origin}/v1/org/entitlements?secret=1`;
          await against(
            [(s) => s.end(answer(status, "", { Location: location }))],
            async (setup, { requests }) => {
              for (const run of [read, create, remove]) {
                const error = errorOf(await run(setup));
                assert.ok(error.kind === "redirected");
                assert.equal(error.host, new URL(other.origin).host);
              }
              assert.equal(requests.length, 3);
              assert.equal(other.requests.length, 0);
            },
          );
        }));

    it("reports an error response even if its body never arrives", () =>
      against([(s) => s.end("HTTP/1.1 409 Conflict\r\nContent-Length: 50\r\n\r\n{")], async (setup) => {
        assert.deepEqual(errorOf(await create(setup)), { kind: "conflict", sent: "refused", status: 409 });
      }));
  });
