// Streams from the sandbox's server to the client's reader over HTTP in real time.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import * as z from "zod/mini";
import { httpGet } from "../../src/api/operation.ts";
import type { StreamedReply as Answer } from "../../src/sandbox/http/replies.ts";
import { startServer } from "../../src/sandbox/http/server.ts";
import { collectAll, valueOf } from "../unit/api/support.ts";
import { token } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

const State = z.looseObject({ event: z.string(), step: z.optional(z.int()) });

/**
 * Serves a stream at one path and follows it with the client. `idleMs` is the client's idle timeout in milliseconds.
 */
async function followStream(t: TestContext, stream: Answer["stream"], idleMs = 60_000) {
  const route = { method: "GET", path: "/things/:id/events", takesBody: false, isPublic: false };
  const onFault = (fault: unknown) => assert.fail(String(fault));
  const server = await startServer({
    ...{ instanceId: "instance", token, port: 0, onFault },
    routes: [{ ...route, handle: () => ({ status: 200, stream }) }],
  });
  t.after(() => server.close());
  const client = clientOf(t, server.identity.port);
  const follow = httpGet("/things/{id}/events", { schema: State, idleMs });
  const leaving = new AbortController();
  return { events: valueOf(await client.call(follow, { path: { id: "x" } }, leaving.signal)), leaving };
}

const state = (step: number): string => `event: state\ndata: {"event":"state","step":${step}}\n\n`;
/** A stream that sends some steps and then waits until it is aborted. */
function waitingStream(...steps: readonly number[]) {
  const aborted = Promise.withResolvers<undefined>();
  const stream: Answer["stream"] = async (write, signal) => {
    signal.addEventListener("abort", () => aborted.resolve(undefined));
    for (const step of steps) await write(state(step));
    await aborted.promise;
  };
  return { stream, aborted: aborted.promise };
}
const streamItem = (step: number) => ({ kind: "event", value: { event: "state", step } });

describe("a stream from the sandbox to the client", () => {
  it("delivers every event in order", async (t) => {
    const { events } = await followStream(t, async (write) => {
      for (const step of [1, 2, 3]) await write(state(step));
    });
    assert.deepEqual(await collectAll(events), [1, 2, 3].map(streamItem));
  });

  it("is aborted on the server when the reader stops", async (t) => {
    const { stream, aborted } = waitingStream(1);
    const { events } = await followStream(t, stream);
    for await (const step of events) {
      assert.deepEqual(step, streamItem(1));
      break;
    }
    await aborted;
  });

  it("is aborted on the server when the client cancels", async (t) => {
    const { stream, aborted } = waitingStream(1);
    const { events, leaving } = await followStream(t, stream);
    const steps: unknown[] = [];
    for await (const step of events) {
      steps.push(step);
      leaving.abort();
    }
    assert.deepEqual(steps, [streamItem(1), { kind: "cancelled", sent: "no" }]);
    await aborted;
  });

  it("fails with a timeout when no data arrives", async (t) => {
    const { stream, aborted } = waitingStream();
    const { events } = await followStream(t, stream, 20);
    const [only, ...more] = await collectAll(events);
    assert.ok(only?.kind === "failed" && only.error.kind === "timeout" && only.error.idle === true);
    assert.deepEqual(more, []);
    await aborted;
  });
});
