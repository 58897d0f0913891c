// Checks that reads, their order and restarts don't influence a flow: its state depends on its row and the time only.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { openDatabase } from "../../../../../src/sandbox/db/database.ts";
import { getInteger } from "../../../../../src/sandbox/db/sqlite.ts";
import { SandboxStore } from "../../../../../src/sandbox/db/store.ts";
import { advanceClock, sandboxTime } from "../../../../../src/sandbox/resources/clock.ts";
import { type FlowRow, flowAt } from "../../../../../src/sandbox/resources/flows/flowState.ts";
import { findLatestFlow, findRunningFlows } from "../../../../../src/sandbox/resources/flows/flowRows.ts";
import { ScriptName } from "../../../../../src/sandbox/resources/flows/scripts.ts";
import { sandboxResources } from "../../../../../src/sandbox/resources/allResources.ts";
import { chance } from "../../chance.ts";
import { temporaryDirectory } from "../../support.ts";

const start = Date.parse("2026-11-20T00:00:00.000Z");
const hour = 3_600_000;
const connectionId = "ma_sandboxcompliance";

describe("a stored flow", () => {
  it("has a state that depends only on the stored row and the time", (t) => {
    const { seed, next } = chance();
    t.diagnostic(`SEED=${seed}`);
    const upTo = (max: number): number => Math.floor(next() * max);
    const directory = temporaryDirectory(t);
    t.mock.timers.enable({ apis: ["Date"], now: start });
    for (let turn = 0; turn < 20; turn++) {
      const file = join(directory, `${turn}.db`);
      const open = (): SandboxStore =>
        new SandboxStore(openDatabase(file, sandboxResources, start).db, sandboxResources, start);
      let store = open();
      const script = ScriptName.options[upTo(ScriptName.options.length)] ?? "refused";
      const row: FlowRow = {
        id: "flow_1",
        connectionId,
        destinationId: null,
        proxyId: null,
        script,
        type: null,
        beganAt: start + upTo(hour),
        code: null,
        answers: [],
        canceledAt: null,
      };
      store.transaction((writer) =>
        writer.insert("flows", {
          id: "flow_1",
          connection_id: connectionId,
          destination_id: null,
          script,
          began_at: row.beganAt,
        }),
      );
      const changed = (): number =>
        getInteger(store.first("SELECT total_changes() AS changes") ?? {}, "changes");
      for (let step = 0; step < 40; step++) {
        const label = `SEED=${seed}: turn ${turn}, step ${step}, ${JSON.stringify(row)}`;
        const kind = upTo(4);
        if (kind === 0) {
          store.close();
          store = open();
        }
        if (kind === 1) store.transaction((writer) => advanceClock(writer, 1000 * (1 + upTo(1800))));
        const before = changed();
        // The current time or a random one, because earlier reads must have no influence.
        const now = kind === 2 ? start + upTo(8 * hour) : sandboxTime(store);
        const expected = flowAt(row, now);
        assert.deepEqual(findLatestFlow(store, connectionId, now), expected, label);
        const running = findRunningFlows(store, now).some((one) => one.connectionId === connectionId);
        assert.equal(running, expected.isInProgress, label);
        assert.equal(changed(), before, `${label}: looking at it wrote something`);
      }
      store.close();
    }
  });
});
