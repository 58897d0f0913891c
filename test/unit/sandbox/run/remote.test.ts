// What a window asks a sandbox, and what it takes for an answer.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import type { Identity } from "../../../../src/sandbox/http/identity.ts";
import { proofOf } from "../../../../src/sandbox/http/identity.ts";
import { ask } from "../../../../src/sandbox/run/remote.ts";

const { signal } = new AbortController();

/** A sandbox that proves who it is, and then answers at this length. */
async function speaker(t: TestContext, length: number): Promise<Identity> {
  const server = createServer((request, response) => {
    const nonce = new URL(request.url ?? "", "http://sandbox.example").searchParams.get("nonce");
    if (nonce === null) response.end(`{"plan":"FREE"}`.padEnd(length, " "));
    else response.end(JSON.stringify({ proof: proofOf(identity, nonce) }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const identity = { instanceId: "instance", token: "a-token-for-tests", port: address.port };
  return identity;
}

describe("an answer of the sandbox", () => {
  it("is read up to 64 KiB", async (t) => {
    const identity = await speaker(t, 64 * 1024);
    assert.deepEqual(await ask(identity, "GET", "/sandbox/plan", undefined, signal), { plan: "FREE" });
  });

  it("that is longer is no answer", async (t) => {
    const identity = await speaker(t, 64 * 1024 + 1);
    await assert.rejects(ask(identity, "GET", "/sandbox/plan", undefined, signal), { kind: "unreachable" });
  });
});
