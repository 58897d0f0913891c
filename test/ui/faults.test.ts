// Faults of connections and bodies from test/faults, as a user of VS Code sees them.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { bodyFaults } from "../faults/body.ts";
import { connectionFaults } from "../faults/connection.ts";
import { destination, FaultyService, type Operation, type Wire } from "../faults/service.ts";
import { speakerFaults } from "../faults/speaker.ts";
import { untilPasses, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { FakeClock } from "../unit/api/support.ts";
import {
  createConnection,
  waitForCommandEnd,
  leave,
  waitForProgressEnd,
  openDestinations,
  waitForResult,
  statusMessageOf,
  signIn,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";

const token = "tok-faults";

/** Returns the effect of a fault on a response. */
function wireOf(number: number): Wire {
  for (const row of [...connectionFaults, ...bodyFaults, ...speakerFaults]) {
    if (row.number === number && "wire" in row) return row.wire;
  }
  return assert.fail(`there is no fault ${number}`);
}

describe("the extension during connection faults", () => {
  let workbench: Workbench;
  let remote: FaultyService;

  before(async () => {
    // The window uses the real clock. The service's fake clock only matters for timing faults, which aren't tested
    // here.
    [workbench, remote] = await Promise.all([Workbench.open(), FaultyService.start(new FakeClock())]);
    await signIn(workbench, remote.origin, token);
    await workbench.entitlements.row("Usage and limits");
  });
  after(() => Promise.all([workbench.stop(), remote.close()]));
  beforeEach(() => {
    remote.connections.clear();
    remote.destinations.add(destination);
  });
  afterEach(() => leave(workbench));

  function arm(operation: Operation, number: number, times: number, carriesOut: boolean): void {
    remote.arm({ operation, wire: wireOf(number), times, carriesOut });
  }

  const unreadable = "This version can't read the service's response";
  const isPage = "The response is a web page, not from the service";

  for (const [number, fault, times, carriesOut, title, summary] of [
    [
      26,
      "connection reset after processing",
      1,
      true,
      "fault-26.example exists, likely from your attempt",
      "Your attempt at ",
    ],
    [27, "connection reset before processing", 1, false, "Connection created", ""],
    [
      23,
      "garbage in every response",
      Infinity,
      true,
      "Couldn't confirm that fault-23.example was created",
      `${unreadable}.`,
    ],
    [
      49,
      "100 MB in every response",
      Infinity,
      false,
      "Couldn't confirm that fault-49.example was created",
      "The response is too large to read.",
    ],
  ] as const)
    it(`shows "${title}" if a creation request has fault ${number}, ${fault}`, async () => {
      arm("C", number, times, carriesOut);
      const domain = `fault-${number}.example`;
      await createConnection(workbench, domain, "my-profile");
      // The previous result may have the same text.
      await until(`the result for ${domain}`, async () => {
        return (await resultCard(workbench, title, summary)).rows["Domain"] === domain;
      });
      assert.equal(remote.count("C"), 2);
      await waitForCommandEnd(workbench);
      await untilPasses("what is unknown to wait in the tree, and nothing else", async () => {
        const waiting = (await workbench.connections.rows()).filter(
          ({ description, label }) => label === domain && description === "unknown if created",
        );
        assert.equal(waiting.length, title.startsWith("Couldn't confirm") ? 1 : 0);
      });
    });

  for (const [number, fault, times, carriesOut, state, requests] of [
    [26, "connection reset after processing", 1, true, "Deleted", 2],
    [20, "every connection closed", Infinity, false, "Unknown", 2],
    [65, "a captive portal on every request", Infinity, false, "Unknown", 1],
    [67, "404 with an HTML page", Infinity, false, "Failed", 1],
  ] as const)
    it(`shows "${state}" after ${requests} deletion requests with fault ${number}, ${fault}`, async () => {
      arm("D", number, times, carriesOut);
      await openDestinations(workbench);
      await workbench.quickInput.type(destination);
      await workbench.quickInput.accept();
      const agree = (): Promise<void> => workbench.dialog.press("Delete");
      if (state === "Deleted") await statusMessageOf(workbench, `Deleted ${destination}`, agree);
      else await agree();
      // The previous result may have the same text.
      await until("the requests", () => remote.count("D") === requests);
      await waitForProgressEnd(workbench);
      if (state !== "Deleted") {
        await waitForResult(workbench);
        const title = state === "Unknown" ? "Result unknown" : "Destination not deleted";
        const { table } = await until(`the result of ${number}`, async () => {
          const shown = await resultCard(workbench, title);
          return shown.table[0]?.cells[1] === state && shown;
        });
        assert.equal(table[0]?.cells[0], destination);
      }
      assert.equal(remote.count("D"), requests, "and no more");
      assert.equal(remote.destinations.has(destination), state !== "Deleted");
    });

  for (const [number, fault, headline, requests] of [
    [22, "half a status line", "Can't reach {host}", 3],
    [62, "500,000 levels", unreadable, 2],
    [63, "a million keys", "The response is too large to read", 1],
    [65, "a portal", isPage, 2],
  ] as const)
    it(`keeps Entitlements rows after ${requests} failed reads with fault ${number}, ${fault}`, async () => {
      const tree = workbench.entitlements;
      arm("G", number, Infinity, false);
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await tree.row(headline.replace("{host}", new URL(remote.origin).host));
      await until("the age of the rows", async () => (await tree.age()) !== "");
      await tree.row("Usage and limits");
      assert.equal(remote.count("G"), requests);
      await waitForProgressEnd(workbench);
      arm("G", number, 0, true);
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await until("fresh rows", async () => (await tree.age()) === "");
    });
});
