// A creation that was sent, and what became of it.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { begin, create, send } from "../../../../support/creating.ts";

export const exists = { code: "already_exists", message: "Exists.", existing_id: "ma_9" };

/** A creation that is answered so, as an account with this plan. */
export async function answered(context: TestContext, status: number, body: object, plan?: object) {
  const run = await begin(context, plan);
  (await send(run)).answer(status, body);
  return { ...run, result: (await run.result) ?? assert.fail() };
}

/** A creation whose answer is lost, and which is sent again. */
export async function lost(context: TestContext) {
  const run = await begin(context);
  const first = await send(run);
  first.fail("ECONNRESET");
  return { run, first, again: await run.wire.next(create) };
}
