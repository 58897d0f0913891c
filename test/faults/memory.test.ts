// Checks that an oversized body takes little memory, because the client stops reading at its limit.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { join } from "node:path";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";
import { FakeClock } from "../unit/api/support.ts";
import { bodyFaults } from "./body.ts";
import { FaultyService } from "./service.ts";
import { transports } from "./stage.ts";

const bombs = new Set([48, 49, 62, 63]);
const reader = join(root, "test", "faults", "bombReader.ts");

/** Maximum growth of the reading process, in bytes. V8 reserves most of it for any megabyte of text. */
const mostBytes = 50 * 1024 * 1024;

describe("memory use for oversized response bodies", () => {
  for (const transport of transports)
    for (const { number, only, title, wire } of bodyFaults) {
      if (wire === undefined || !bombs.has(number) || (only !== undefined && only.transport !== transport))
        continue;
      it(`grows by at most 50 MB over ${transport} for fault ${number}, ${title}`, async (context) => {
        const service = await FaultyService.start(new FakeClock());
        try {
          service.arm({
            operation: "G",
            wire: (socket, scene) => (scene.number === 1 ? socket.end(scene.answer) : wire(socket, scene)),
            times: Infinity,
            carriesOut: true,
          });
          const { stderr, stdout } = await run(process.execPath, [reader, service.origin, transport], {
            cwd: root,
          });
          assert.equal(stderr, "");
          const read = JSON.parse(stdout) as { usual: string; error?: string; grownBytes: number };
          assert.equal(read.usual, "ok");
          assert.match(read.error ?? "", /^(tooLarge|unreadable)$/);
          context.diagnostic(`${(read.grownBytes / 1024 / 1024).toFixed(1)} MB`);
          assert.ok(read.grownBytes < mostBytes, `${read.grownBytes} bytes`);
        } finally {
          await service.close();
        }
      });
    }
});
