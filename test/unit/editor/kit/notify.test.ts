import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { followFaults, inform } from "../../../../src/editor/kit/notify.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";

beforeEach(reset);

describe("the button of a message", () => {
  it("does its work", async () => {
    let ran = 0;
    const told = inform("Done.", { label: "Show", run: () => Promise.resolve((ran += 1)) });
    (await screen.next(Message)).choose("Show");
    await told;
    assert.equal(ran, 1);
  });

  it("has somebody told where its work fails", async () => {
    const faults: unknown[] = [];
    followFaults((fault) => faults.push(fault));
    const fault = new Error("no");
    for (const run of [(): Promise<never> => Promise.reject(fault), (): never => assert.fail(fault)]) {
      const told = inform("Done.", { label: "Show", run });
      (await screen.next(Message)).choose("Show");
      await told;
    }
    assert.deepEqual(faults, [fault, fault]);
  });
});
