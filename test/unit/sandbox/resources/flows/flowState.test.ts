// Tests that a flow's state is a function of its row and the time.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flowAt, type FlowRow } from "../../../../../src/sandbox/resources/flows/flowState.ts";

const beganAt = Date.parse("2026-11-20T00:00:00.000Z");
const row = (script: FlowRow["script"]): FlowRow => ({
  id: "flow_1",
  connectionId: "ma_1",
  destinationId: null,
  proxyId: null,
  script,
  type: null,
  beganAt,
  code: "a-code",
  answers: [],
  canceledAt: null,
});

describe("flowAt", () => {
  it("returns the last scripted step reached at the given time", () => {
    const at = (seconds: number) => {
      const { isInProgress: inProgress, reported: shown } = flowAt(row("refused"), beganAt + seconds * 1000);
      return [inProgress, shown.flow_status, shown.flow_step];
    };
    assert.deepEqual(at(0), [true, "IN_PROGRESS", "DISCOVERING"]);
    assert.deepEqual(at(59.999), [true, "IN_PROGRESS", "DISCOVERING"]);
    assert.deepEqual(at(60), [false, "FAILED", "SUBMITTING"]);
    assert.deepEqual(at(1e6), [false, "FAILED", "SUBMITTING"]);
    assert.deepEqual(at(-3600), [true, "IN_PROGRESS", "DISCOVERING"], "the clock was set back");
  });

  it("includes session, URLs and expiry only while the flow is in progress", () => {
    const names = ["browser_session_id", "flow_expires_at", "hosted_url", "live_view_url"] as const;
    const { reported: going } = flowAt(row("refused"), beganAt);
    const { reported: ended } = flowAt(row("refused"), beganAt + 60_000);
    for (const name of names) assert.deepEqual([typeof going[name], ended[name]], ["string", null], name);
    assert.equal(going.flow_expires_at, "2026-11-20T00:20:00.000Z");
    assert.equal(ended.error_code, "credentials_invalid");
  });

  it("renews the expiry of a waiting login when half of the time is left", () => {
    const minutesLeft = (minutes: number): number => {
      const now = beganAt + minutes * 60_000;
      const { isInProgress: inProgress, reported: shown } = flowAt(row("waiting"), now);
      assert.ok(inProgress);
      return (Date.parse(shown.flow_expires_at ?? "") - now) / 60_000;
    };
    assert.deepEqual([0, 9, 10, 11, 19, 20, 21, 400].map(minutesLeft), [20, 11, 10, 19, 11, 10, 19, 10]);
    for (const minutes of [0, 7, 1234, 525_600]) assert.ok(minutesLeft(minutes) >= 10);
  });
});
