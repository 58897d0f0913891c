// Creates a connection under random faults and changes by others, and checks that the reported outcome is true.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createConnection } from "../../src/api/operations.ts";
import type { ConnectionFound } from "../../src/api/projectReading.ts";
import {
  judgeSecondAttempt,
  judgeFirstAttempt,
  type CreationOutcome,
} from "../../src/domain/connections/creationOutcome.ts";
import { bench } from "../unit/api/support.ts";
import { courses, ModelDispatcher, type Reply, type Sent, type Step } from "./model.ts";

/** Models the only connection that a profile can have for a domain. */
class Connections {
  present: { readonly id: string; readonly by: "us" | "others" } | undefined;
  #ids = 0;

  constructor(exists: boolean) {
    if (exists) this.others("create");
  }

  create(): Reply {
    if (this.present !== undefined) {
      const { id } = this.present;
      const body = JSON.stringify({ code: "already_exists", message: "Exists.", existing_id: id });
      return { status: 409, body };
    }
    this.present = { id: this.#newId(), by: "us" };
    return { status: 201, body: JSON.stringify({ id: this.present.id }) };
  }

  listed(): ConnectionFound {
    return this.present === undefined ? { kind: "absent" } : { kind: "found", id: this.present.id };
  }

  others(change: "create" | "delete"): void {
    if (change === "delete") this.present = undefined;
    else this.present ??= { id: this.#newId(), by: "others" };
  }

  #newId(): string {
    return `ma_${++this.#ids}`;
  }
}

interface Played {
  readonly service: Connections;
  readonly verdict: CreationOutcome;
  /** Requests of each operation: the creation, the automatic check, and the user's checks. */
  readonly operations: readonly (readonly Sent[])[];
}

/** Creates like `sendCreation`, with a user who checks while the outcome is unknown. */
async function play(steps: readonly Step[], exists: boolean): Promise<Played> {
  const service = new Connections(exists);
  const parts = bench({ for: () => Promise.resolve(dispatcher) });
  const dispatcher = new ModelDispatcher(
    steps,
    parts.clock,
    () => service.create(),
    (change) => service.others(change),
  );
  const request = { domain: "example.com", profile_name: "work" };
  const operations: Sent[][] = [];
  const send = async () => {
    const before = dispatcher.sent.length;
    const outcome = await parts.client.call(createConnection, { body: request }, parts.signal);
    operations.push(dispatcher.sent.slice(before));
    return outcome;
  };
  let verdict = judgeFirstAttempt(await send());
  for (let checks = 0; checks < 4 && verdict.kind === "unknown"; checks++)
    verdict = await judgeSecondAttempt(await send(), () => Promise.resolve(service.listed()));
  return { service, verdict, operations };
}

describe("creating a connection under random faults", () => {
  it("never reports a false success or a false failure", async () => {
    const claims = new Set<string>();
    await fc.assert(
      fc.asyncProperty(courses, fc.boolean(), async (steps, exists) => {
        const { operations, service, verdict } = await play(steps, exists);
        claims.add(verdict.kind);
        switch (verdict.kind) {
          case "created":
            assert.deepEqual(service.present, { id: verdict.value.id, by: "us" });
            break;
          case "exists":
            assert.ok(service.present !== undefined);
            // Without the conflict's body, the ID is unknown.
            if (verdict.id !== undefined) assert.equal(service.present.id, verdict.id);
            if (!verdict.isOurs) assert.deepEqual([service.present.by, operations.length], ["others", 1]);
            break;
          case "refused":
            assert.notEqual(service.present?.by, "us");
            assert.equal(verdict.earlier, operations.length === 1 ? undefined : "absent");
            break;
          case "cancelled":
            return assert.fail("it was sent");
          case "unknown":
            break;
        }
      }),
      { numRuns: 3_000 },
    );
    assert.deepEqual([...claims].sort(), ["created", "exists", "refused", "unknown"]);
  });

  it("never resends a request that may have been carried out", async () => {
    await fc.assert(
      fc.asyncProperty(courses, fc.boolean(), async (steps, exists) => {
        for (const sent of (await play(steps, exists)).operations) {
          assert.ok(sent.length <= 3);
          const open = sent.findIndex((one) => one.open);
          assert.ok(open === -1 || open === sent.length - 1, "nothing follows what may have been done");
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
