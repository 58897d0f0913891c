// Kills the sandbox at random moments during logins. Each login continues or expires, and none gets stuck.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { chance } from "../unit/sandbox/chance.ts";
import { loginsAt } from "../unit/sandbox/logins.ts";
import { start } from "../unit/sandbox/process.ts";
import { temporaryDirectory, token } from "../unit/sandbox/support.ts";

const kills = 12;
const credentials = { field_identifier: "alex", field_password: "right" };

describe("logins in a sandbox that is killed repeatedly", () => {
  it("either continue or expire, and keep all acknowledged input", async (t) => {
    const { seed, next } = chance();
    t.diagnostic(`SEED=${seed}`);
    const args = ["--token", token, "--data", join(temporaryDirectory(t), "data.db")];
    let sandbox = await start(t, args);
    const first = loginsAt(sandbox.port);
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => first.create("totp.example", { profile_name: `buyer-${at}` })),
    );
    for (let kill = 0; kill < kills; kill++) {
      const { login, read, answer } = loginsAt(sandbox.port);
      const acknowledged = new Map<string, unknown>();
      const working = Promise.allSettled(
        ids.map(async (id) => {
          const { flow_status, flow_step, interaction_id, fields } = await read(id);
          if (flow_status !== "IN_PROGRESS") await login(id);
          if (flow_step !== "AWAITING_INPUT") return;
          const asksCode = JSON.stringify(fields).includes("field_code");
          const field_values = asksCode ? { field_code: "123456" } : credentials;
          if ((await answer(id, { field_values })).status === 202) acknowledged.set(id, interaction_id);
        }),
      );
      await pause(next() * 60);
      await sandbox.end("SIGKILL");
      await working;
      sandbox = await start(t, args);
      const after = loginsAt(sandbox.port);
      for (const [id, interaction] of acknowledged) {
        assert.notEqual(
          (await after.read(id))["interaction_id"],
          interaction,
          `SEED=${seed}: ${id} asks again`,
        );
      }
      await after.advance(next() < 0.2 ? 1200 : 1);
      for (const id of ids) {
        const { flow_status, flow_step, flow_expires_at } = await after.read(id);
        if (flow_status !== "IN_PROGRESS") continue;
        assert.ok(Date.parse(String(flow_expires_at)) > 0, `SEED=${seed}: ${id} never expires`);
        assert.match(String(flow_step), /^(DISCOVERING|AWAITING_INPUT|SUBMITTING)$/);
      }
    }
    const { advance, read } = loginsAt(sandbox.port);
    await advance(1201);
    for (const id of ids)
      assert.notEqual((await read(id))["flow_status"], "IN_PROGRESS", `SEED=${seed}: ${id}`);
  });
});
