import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SandboxThread } from "../../../../src/sandbox/run/launch.ts";
import { temporaryDirectory } from "../support.ts";

describe("the sandbox's worker thread", () => {
  it("gets none of the window's environment variables or flags", async (t) => {
    const directory = temporaryDirectory(t);
    const file = join(directory, "worker.mjs");
    // The thread fails to start, with its variables and flags as the error message.
    writeFileSync(
      file,
      `import { parentPort } from "node:worker_threads";
      const message = JSON.stringify([process.env, process.execArgv]);
      parentPort.once("message", () => parentPort.postMessage({ kind: "failed", failure: "held", message }));`,
    );
    process.env["SANDBOX_TEST_SECRET"] = "secret";
    t.after(() => delete process.env["SANDBOX_TEST_SECRET"]);
    assert.notDeepEqual(process.execArgv, [], "the tests are started with a flag");
    const thread = new SandboxThread(file, { directory, machine: "this one", sample: "all" });
    t.after(() => thread.stop());
    await assert.rejects(thread.start(new AbortController().signal), { message: "[{},[]]" });
  });
});
