// Tests a login's event stream under faults. The reported state must be correct, and the login must be followed to
// its end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id, createTrackedLogin } from "../unit/editor/logins/following.ts";

const beat = `event: sse_heartbeat\ndata: {"event":"sse_heartbeat","timestamp":"2026-11-22T10:00:00Z"}\n\n`;

type Scene = ReturnType<typeof createTrackedLogin>;

/** Starts a login with an open stream, whose next step the service hasn't sent yet. Returns that step's frame. */
async function streaming(): Promise<{ made: Scene; frame: Buffer }> {
  const made = createTrackedLogin();
  await made.run();
  const flow = made.service.last(id);
  assert.ok(flow);
  flow.step = "AWAITING_INPUT";
  flow.pause++;
  return { made, frame: Buffer.from(made.service.frame(id)) };
}

/** Checks that the login asks for input according to the stream, without another read. */
async function assertTold(made: Scene): Promise<void> {
  const readings = made.service.count("connection");
  await made.clock.settle();
  assert.equal(made.step, "AWAITING_INPUT");
  assert.equal(made.service.count("connection"), readings);
}

async function assertEnds(made: Scene): Promise<void> {
  made.service.end(id, "SUCCESS");
  assert.deepEqual(await made.ended(120_000), { kind: "loggedIn" });
  assert.deepEqual([made.service.streams, made.clock.waiting], [0, 0]);
}

describe("an event in a login stream", () => {
  it("is ignored and replaced by a read if it is truncated", async () => {
    const { frame } = await streaming();
    // The last byte ends the empty line after the event, and either of two bytes ends a line.
    for (let at = 0; at < frame.length - 1; at++) {
      const { made } = await streaming();
      made.service.write(id, frame.subarray(0, at));
      made.service.cut(id, at % 2 === 0 ? "break" : "end");
      await made.clock.settle();
      assert.equal(made.step, "DISCOVERING", `at ${at}`);
      await made.clock.pass(1000);
      assert.equal(made.step, "AWAITING_INPUT", `at ${at}`);
      made.stop();
    }
  });

  it("is accepted up to 1 MiB and ends the stream if it is larger", async () => {
    const { frame, made } = await streaming();
    const long = (length: number): string =>
      frame.toString().replace(/}\n\n$/, `,"notes":[${`"${"x".repeat(60_000)}",`.repeat(length)}""]}\n\n`);
    made.service.write(id, long(17));
    await assertTold(made);
    const streams = made.service.count("events");
    made.service.write(id, long(18));
    await made.clock.until(() => made.service.count("events") > streams, 5000);
    assert.equal(made.end, undefined);
    await made.clock.settle();
    await assertEnds(made);
  });

  it("is treated as in progress if its step is unknown", async () => {
    const { made } = await streaming();
    const event = { event: "managed_auth_state", flow_status: "PENDING", flow_step: "THINKING" };
    made.service.write(id, `data: ${JSON.stringify(event)}\n\n`);
    await made.clock.pass(5000);
    assert.deepEqual([made.step, made.end, made.service.count("timeline")], ["THINKING", undefined, 0]);
    await assertEnds(made);
  });

  it("changes nothing after the login has ended", async () => {
    const { frame, made } = await streaming();
    const state = { event: "managed_auth_state", flow_status: "SUCCESS", flow_step: "COMPLETED" };
    made.service.write(id, `data: ${JSON.stringify(state)}\n\n${frame.toString()}${beat}`);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(2000), { kind: "loggedIn" });
  });

  it("ends the login only if a read confirms it", async () => {
    for (const status of ["SUCCESS", "FAILED", "CANCELED"]) {
      const { made } = await streaming();
      const state = { event: "managed_auth_state", flow_status: status, flow_step: "COMPLETED" };
      made.service.write(id, `data: ${JSON.stringify(state)}\n\n`);
      await made.clock.pass(30_000);
      assert.equal(made.end, undefined, status);
      await assertEnds(made);
    }
  });
});

describe("a login stream", () => {
  it("stays open on heartbeats alone while polling finds changes", async () => {
    const { made } = await streaming();
    for (let beats = 0; beats < 8; beats++) {
      made.service.write(id, beat);
      await made.clock.pass(15_000);
    }
    assert.deepEqual([made.service.count("events"), made.step], [1, "AWAITING_INPUT"]);
    await assertEnds(made);
  });

  it("is reopened only every 12 to 20 seconds if it keeps closing", async () => {
    const made = createTrackedLogin();
    await made.run();
    const began = made.service.count("events");
    for (let seconds = 0; seconds < 300; seconds++) {
      made.service.cut(id, "end");
      await made.clock.pass(1000);
    }
    const opened = made.service.count("events") - began;
    assert.ok(opened >= 15 && opened <= 25, `${opened} streams in five minutes`);
    await assertEnds(made);
  });

  it("is closed after the login ends if the service keeps it open", async () => {
    const { made } = await streaming();
    const flow = made.service.last(id);
    assert.ok(flow);
    flow.status = "FAILED";
    for (let beats = 0; beats < 5 && made.end === undefined; beats++) {
      made.service.write(id, beat);
      await made.clock.pass(15_000);
    }
    assert.equal(made.end?.kind, "failed");
    assert.equal(made.service.streams, 0);
  });
});
