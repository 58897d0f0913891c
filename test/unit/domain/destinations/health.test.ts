import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { healthOf } from "../../../../src/domain/destinations/health.ts";

const time = "2026-11-20T10:00:00.000Z";

describe("how exporting goes", () => {
  for (const [what, told, health] of [
    ["nothing is told by an older service", {}, { kind: "unknown" }],
    ["an error alone says nothing", { last_error: "e", last_error_at: time }, { kind: "unknown" }],
    ["one failure is one", { consecutive_failures: 1 }, { kind: "failing", failures: 1 }],
    [
      "failures count, whatever arrived before",
      { consecutive_failures: 7, last_export_at: time },
      { kind: "failing", failures: 7 },
    ],
    ["none failed, and nothing was sent", { consecutive_failures: 0 }, { kind: "idle" }],
    [
      "an error stays after a success",
      { consecutive_failures: 0, last_error: "e", last_error_at: time, last_export_at: time },
      { kind: "fine", exportedAt: new Date(time) },
    ],
    ["an error that is over", { consecutive_failures: 0, last_error: "e" }, { kind: "fine" }],
    ["an export that is told alone", { last_export_at: time }, { kind: "fine", exportedAt: new Date(time) }],
    ["a time that is none", { consecutive_failures: 0, last_export_at: "soon" }, { kind: "fine" }],
  ] as const) {
    it(what, () => {
      const all = {
        consecutive_failures: undefined,
        last_error: undefined,
        last_error_at: undefined,
        last_export_at: undefined,
      };
      assert.deepEqual(healthOf({ ...all, ...told }), health);
    });
  }
});
