// Deletes a destination under random faults and changes by others, and checks that the reported outcome is true.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { deleteDestination } from "../../src/api/operations.ts";
import { toDeletionOutcome } from "../../src/domain/resources/deletionOutcome.ts";
import { bench } from "../unit/api/support.ts";
import { courses, ModelDispatcher, type Reply, type Step } from "./model.ts";

const notFound: Reply = { status: 404, body: '{"code":"not_found","message":"No such."}' };

/** Models a name. It belongs to the destination that the user confirmed, and later to namesakes. */
class Destinations {
  /** Current owner of the name. "confirmed" is the destination that the user confirmed. */
  present: "confirmed" | "namesake" | undefined;
  confirmedExists: boolean;
  /** Destinations that our requests deleted. */
  readonly deletedByUs: ("confirmed" | "namesake")[] = [];
  readonly #inUse: boolean;

  constructor(exists: boolean, inUse: boolean) {
    this.present = exists ? "confirmed" : undefined;
    this.confirmedExists = exists;
    this.#inUse = inUse;
  }

  delete(): Reply {
    if (this.present === undefined) return notFound;
    if (this.#inUse) return { status: 409, body: '{"code":"in_use","message":"Busy."}' };
    this.deletedByUs.push(this.present);
    this.#remove();
    return { status: 204 };
  }

  others(change: "create" | "delete"): void {
    if (change === "create") this.present ??= "namesake";
    else this.#remove();
  }

  #remove(): void {
    if (this.present === "confirmed") this.confirmedExists = false;
    this.present = undefined;
  }
}

async function play(steps: readonly Step[], exists: boolean, inUse: boolean) {
  const service = new Destinations(exists, inUse);
  const parts = bench({ for: () => Promise.resolve(dispatcher) });
  const dispatcher = new ModelDispatcher(
    steps,
    parts.clock,
    () => service.delete(),
    (change) => service.others(change),
  );
  // Clients with the same dispatchers share a retry budget, so each run has its own.
  const outcome = await parts.client.call(
    deleteDestination,
    { path: { id_or_name: "nightly" } },
    parts.signal,
  );
  return { service, deletion: toDeletionOutcome(outcome), sent: dispatcher.sent };
}

describe("deleting a destination under random faults", () => {
  it("never reports a false success or a false failure", async () => {
    const claims = new Set<string>();
    await fc.assert(
      fc.asyncProperty(courses, fc.boolean(), fc.boolean(), async (steps, exists, inUse) => {
        const { deletion, service } = await play(steps, exists, inUse);
        claims.add(deletion.kind);
        switch (deletion.kind) {
          case "deleted":
            assert.equal(service.confirmedExists, false);
            break;
          case "gone":
            assert.deepEqual([service.present, service.deletedByUs], [undefined, []]);
            break;
          case "inUse":
            // By name, a namesake may be refused instead of the confirmed destination.
            assert.ok(service.present !== undefined);
            break;
          case "refused":
            assert.deepEqual(service.deletedByUs, []);
            break;
          case "accepted":
          case "cancelled":
          case "notTried":
            return assert.fail("the service deletes at once, and nobody cancelled");
          case "unknown":
            break;
        }
      }),
      { numRuns: 3_000 },
    );
    assert.deepEqual([...claims].sort(), ["deleted", "gone", "inUse", "refused", "unknown"]);
  });

  it("retries within 10 s of the failure and 45 s of the first request", async () => {
    let replays = 0;
    await fc.assert(
      fc.asyncProperty(courses, async (steps) => {
        const { sent } = await play(steps, true, false);
        const [first] = sent;
        assert.ok(first !== undefined);
        const open = sent.findIndex((one) => one.open);
        if (open === -1) return;
        const failedAt = sent[open]?.endedAt ?? 0;
        for (const replay of sent.slice(open + 1)) {
          replays += 1;
          assert.ok(replay.at - failedAt <= 10_000, `${replay.at - failedAt} ms after the failure`);
          assert.ok(replay.at - first.at <= 45_000, `${replay.at - first.at} ms after the first sending`);
        }
      }),
      { numRuns: 3_000 },
    );
    assert.ok(replays > 100, "there were replays to look at");
  });

  it("deletes at most one newer destination of the same name after a lost response", async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (steps) => {
        const { sent, service } = await play(steps, true, false);
        assert.ok(sent.length <= 3);
        assert.ok(service.deletedByUs.filter((one) => one === "namesake").length <= 1);
      }),
      { numRuns: 1_000 },
    );
  });
});
