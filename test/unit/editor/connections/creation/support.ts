// Sends creations and returns their results.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { begin, create, send } from "../../../../support/creating.ts";

export const exists = { code: "already_exists", message: "Exists.", existing_id: "ma_9" };

/** Sends a creation from an account with this plan and answers with this response. */
export async function answered(context: TestContext, status: number, body: object, plan?: object) {
  const run = await begin(context, plan);
  (await send(run)).answer(status, body);
  return { ...run, result: (await run.result) ?? assert.fail() };
}

/** Sends a creation whose response is lost and which is then resent. */
export async function lost(context: TestContext) {
  const run = await begin(context);
  const first = await send(run);
  first.fail("ECONNRESET");
  return { run, first, again: await run.wire.next(create) };
}
