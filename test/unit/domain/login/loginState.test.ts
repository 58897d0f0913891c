import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { connectionView } from "../../../../src/domain/connections/connectionView.ts";
import { decideFromConnection } from "../../../../src/domain/login/ensureDecision.ts";
import { isLoginRunning, hasFlowEnded } from "../../../../src/domain/login/loginState.ts";

const noon = Date.UTC(2026, 10, 20, 12, 0, 0);
const minute = 60_000;
let connectionCount = 0;
/** Returns a connection with a new ID, because the first read of an unknown status is remembered by ID. */
const connection = (fields: object): ManagedAuth =>
  ManagedAuth.parse({ id: `ma_${++connectionCount}`, status: "NEEDS_AUTH", ...fields });

/** True if a login runs. Asserts that all functions agree. */
function runs(of: ManagedAuth, minutes: number): boolean {
  const now = noon + minutes * minute;
  const all = [
    isLoginRunning(of, now),
    connectionView(of, new Date(now)).flow?.running ?? false,
    connectionView(of, new Date(now)).state.kind === "running",
    decideFromConnection(of, now)?.kind === "observe",
  ];
  assert.equal(new Set(all).size, 1, JSON.stringify(all));
  return all[0] === true;
}

describe("a login with an unknown status", () => {
  it("counts as running until it expires", () => {
    const expiry = new Date(noon + 5 * minute).toISOString();
    const of = connection({ flow_status: "PENDING", flow_expires_at: expiry });
    assert.deepEqual([runs(of, 0), runs(of, 4.9), runs(of, 5)], [true, true, false]);
    assert.equal(hasFlowEnded(of), false);
  });

  it("counts as running for twenty minutes if it has no expiry", () => {
    const of = connection({ flow_status: "PENDING" });
    const read = (): ManagedAuth => ({ ...of });
    assert.deepEqual([runs(read(), 0), runs(read(), 19.9), runs(read(), 20)], [true, true, false]);
    // Another login has its own twenty minutes.
    assert.equal(runs({ ...of, hosted_url: "https://login.example/2" }, 30), true);
    assert.equal(runs({ ...of, flow_status: "SUCCESS" }, 31), false);
    assert.equal(runs(read(), 32), true);
  });

  it("keeps its status and inputs in the connection's view", () => {
    const fields = [{ id: "f", ref: "user", type: "identifier" }];
    const of = connection({ flow_status: "PENDING", flow_step: "AWAITING_INPUT", fields });
    const { awaits, flow } = connectionView(of, new Date(noon));
    assert.deepEqual([flow?.status, flow?.awaited.length, awaits], ["PENDING", 1, "asks"]);
  });

  it("has a time limit, unlike a login with the status IN_PROGRESS", () =>
    assert.equal(runs(connection({ flow_status: "IN_PROGRESS" }), 60 * 24), true));
});
