// Tests a window's control requests, and which replies it accepts.
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { computeProof, type SandboxIdentity } from "../../../../src/sandbox/identity.ts";
import { requestControl } from "../../../../src/sandbox/run/controlRequests.ts";
import { listening } from "../support.ts";

const { signal } = new AbortController();

/** Starts a server that proves its identity like a sandbox and then sends the given reply. */
async function startProvenServer(
  t: TestContext,
  answer: (response: ServerResponse) => void,
): Promise<SandboxIdentity> {
  const server = createServer((request, response) => {
    const nonce = new URL(request.url ?? "", "http://sandbox.example").searchParams.get("nonce");
    if (nonce === null) answer(response);
    else response.end(JSON.stringify({ proof: computeProof(identity, nonce) }));
  });
  const identity = { instanceId: "instance", token: "a-token-for-tests", port: await listening(t, server) };
  return identity;
}

const ofLength =
  (length: number) =>
  (response: ServerResponse): void =>
    void response.end(`{"plan":"FREE"}`.padEnd(length, " "));

describe("a reply to a control request", () => {
  it("is accepted up to 64 KiB", async (t) => {
    const identity = await startProvenServer(t, ofLength(64 * 1024));
    assert.deepEqual(await requestControl(identity, "GET", "/sandbox/plan", undefined, signal), {
      plan: "FREE",
    });
  });

  it("is rejected above 64 KiB", async (t) => {
    const identity = await startProvenServer(t, ofLength(64 * 1024 + 1));
    await assert.rejects(requestControl(identity, "GET", "/sandbox/plan", undefined, signal), {
      kind: "unreachable",
    });
  });

  it("is rejected if it has no Content-Length and the client aborts", async (t) => {
    const controller = new AbortController();
    const cancel = (): void => void setImmediate(() => controller.abort(new Error("no longer wanted")));
    subscribe("http.client.response.finish", cancel);
    t.after(() => unsubscribe("http.client.response.finish", cancel));
    const identity = await startProvenServer(t, (response) => {
      response.useChunkedEncodingByDefault = false;
      response.setHeader("Connection", "close").flushHeaders();
      t.after(() => response.destroy());
    });
    const pending = requestControl(identity, "GET", "/sandbox/plan", undefined, controller.signal);
    await assert.rejects(pending, { message: "no longer wanted" });
  });
});
