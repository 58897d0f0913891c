// Sends creations and returns their results.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { logged, mentioned } from "../../../../doubles/vscode.ts";
import { begin, create, send, type Run } from "../../../../support/creating.ts";

export const alreadyExists = { code: "already_exists", message: "Exists.", existing_id: "ma_9" };

/** Sends a creation from an account with this plan and answers with this response. */
export async function answerCreation(context: TestContext, status: number, body: object, plan?: object) {
  const run = await begin(context, plan);
  (await send(run)).answer(status, body);
  return { ...run, result: (await run.result) ?? assert.fail() };
}

/** Sends a creation, loses its response, and returns the first request and the retry. */
export async function loseResponse(context: TestContext) {
  const run = await begin(context);
  const first = await send(run);
  first.fail("ECONNRESET");
  return { run, first, again: await run.wire.next(create) };
}

/**
 * Answers the creation of a connection that uses a resource created in the wizard. Asserts that the resource's page
 * is stored without opening over the wizard, and that its secret isn't stored.
 */
export async function finishWithResource(run: Run, settings: object, title: string, secret: string) {
  await run.wire.expect(create, { domain: "example.com", profile_name: "work", ...settings }, 201, {
    id: "ma_1",
    domain: "example.com",
    profile_name: "work",
  });
  assert.equal((await run.result)?.card.done?.text, "Created");
  const { stored, pages } = run.shown;
  assert.deepEqual([pages.length, stored.map(({ card }) => card.title)], [0, [title]]);
  const written = [run.shown, await run.drafts.load(run.accountId), logged, mentioned];
  assert.doesNotMatch(JSON.stringify(written), new RegExp(secret));
}
