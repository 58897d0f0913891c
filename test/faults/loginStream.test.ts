// Tests a login's event stream under faults. The reported state must be correct, and the login must be followed to
// its end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id, createTrackedLogin } from "../unit/editor/logins/following.ts";

const beat = `event: sse_heartbeat\ndata: {"event":"sse_heartbeat","timestamp":"2026-11-22T10:00:00Z"}\n\n`;

type Scene = ReturnType<typeof createTrackedLogin>;

/** Starts a login with an open stream, whose next step the service hasn't sent yet. Returns that step's frame. */
async function startStreaming(): Promise<{ tracked: Scene; frame: Buffer }> {
  const tracked = createTrackedLogin();
  await tracked.run();
  const flow = tracked.service.last(id);
  assert.ok(flow);
  flow.step = "AWAITING_INPUT";
  flow.pause++;
  return { tracked, frame: Buffer.from(tracked.service.frame(id)) };
}

/** Checks that the login asks for input according to the stream, without another read. */
async function assertInputRequested(tracked: Scene): Promise<void> {
  const readings = tracked.service.count("connection");
  await tracked.clock.settle();
  assert.equal(tracked.step, "AWAITING_INPUT");
  assert.equal(tracked.service.count("connection"), readings);
}

async function assertEnds(tracked: Scene): Promise<void> {
  tracked.service.end(id, "SUCCESS");
  assert.deepEqual(await tracked.ended(120_000), { kind: "loggedIn" });
  assert.deepEqual([tracked.service.streams, tracked.clock.waiting], [0, 0]);
}

describe("an event in a login stream", () => {
  it("is discarded if truncated, and the login's state is fetched instead", async () => {
    const { frame } = await startStreaming();
    // The last byte ends the empty line after the event, and either of two bytes ends a line.
    for (let at = 0; at < frame.length - 1; at++) {
      const { tracked } = await startStreaming();
      tracked.service.write(id, frame.subarray(0, at));
      tracked.service.cut(id, at % 2 === 0 ? "break" : "end");
      await tracked.clock.settle();
      assert.equal(tracked.step, "DISCOVERING", `at ${at}`);
      await tracked.clock.pass(1000);
      assert.equal(tracked.step, "AWAITING_INPUT", `at ${at}`);
      tracked.stop();
    }
  });

  it("is parsed if it is at most 1 MiB, and otherwise reopens the stream", async () => {
    const { frame, tracked } = await startStreaming();
    const long = (length: number): string =>
      frame.toString().replace(/}\n\n$/, `,"notes":[${`"${"x".repeat(60_000)}",`.repeat(length)}""]}\n\n`);
    tracked.service.write(id, long(17));
    await assertInputRequested(tracked);
    const streams = tracked.service.count("events");
    tracked.service.write(id, long(18));
    await tracked.clock.until(() => tracked.service.count("events") > streams, 5000);
    assert.equal(tracked.end, undefined);
    await tracked.clock.settle();
    await assertEnds(tracked);
  });

  it("keeps the login in progress if the step is unknown", async () => {
    const { tracked } = await startStreaming();
    const event = { event: "managed_auth_state", flow_status: "PENDING", flow_step: "THINKING" };
    tracked.service.write(id, `data: ${JSON.stringify(event)}\n\n`);
    await tracked.clock.pass(5000);
    assert.deepEqual(
      [tracked.step, tracked.end, tracked.service.count("timeline")],
      ["THINKING", undefined, 0],
    );
    await assertEnds(tracked);
  });

  it("changes nothing after the login has ended", async () => {
    const { frame, tracked } = await startStreaming();
    const state = { event: "managed_auth_state", flow_status: "SUCCESS", flow_step: "COMPLETED" };
    tracked.service.write(id, `data: ${JSON.stringify(state)}\n\n${frame.toString()}${beat}`);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(2000), { kind: "loggedIn" });
  });

  it("ends the login only if a later read confirms the end", async () => {
    for (const status of ["SUCCESS", "FAILED", "CANCELED"]) {
      const { tracked } = await startStreaming();
      const state = { event: "managed_auth_state", flow_status: status, flow_step: "COMPLETED" };
      tracked.service.write(id, `data: ${JSON.stringify(state)}\n\n`);
      await tracked.clock.pass(30_000);
      assert.equal(tracked.end, undefined, status);
      await assertEnds(tracked);
    }
  });
});

describe("a login stream", () => {
  it("stays open if it delivers only heartbeats, while polling finds changes", async () => {
    const { tracked } = await startStreaming();
    for (let beats = 0; beats < 8; beats++) {
      tracked.service.write(id, beat);
      await tracked.clock.pass(15_000);
    }
    assert.deepEqual([tracked.service.count("events"), tracked.step], [1, "AWAITING_INPUT"]);
    await assertEnds(tracked);
  });

  it("is reopened only every 12 to 20 seconds if it keeps closing", async () => {
    const tracked = createTrackedLogin();
    await tracked.run();
    const began = tracked.service.count("events");
    for (let seconds = 0; seconds < 300; seconds++) {
      tracked.service.cut(id, "end");
      await tracked.clock.pass(1000);
    }
    const opened = tracked.service.count("events") - began;
    assert.ok(opened >= 15 && opened <= 25, `${opened} streams in five minutes`);
    await assertEnds(tracked);
  });

  it("is closed after the login ends if the service keeps it open", async () => {
    const { tracked } = await startStreaming();
    const flow = tracked.service.last(id);
    assert.ok(flow);
    flow.status = "FAILED";
    for (let beats = 0; beats < 5 && tracked.end === undefined; beats++) {
      tracked.service.write(id, beat);
      await tracked.clock.pass(15_000);
    }
    assert.equal(tracked.end?.kind, "failed");
    assert.equal(tracked.service.streams, 0);
  });
});
