import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Progress, reset, screen } from "../../doubles/vscode.ts";
import { begin, create, reply, review, send, way } from "./creating.ts";

beforeEach(reset);

describe("a connection that was not created", () => {
  it("names the existing one, and keeps the draft", async (context) => {
    const run = await begin(context);
    (await send(run)).answer(409, { code: "already_exists", message: "Exists.", existing_id: "ma_9" });
    const result = await run.result;
    assert.equal(result?.card.title, "This Connection Already Exists");
    assert.equal(result.context.copyId, "ma_9");
    assert.equal(result.context.draft?.domain, "example.com");
    assert.equal((await run.drafts.load(run.accountId))?.domain, "example.com");
    assert.equal(run.wire.count(create), 1, "a conflict is never asked again");
  });

  it("may be known to nobody, and is then not sent again by itself", async (context) => {
    const run = await begin(context);
    (await send(run)).fail("ECONNRESET");
    const result = await run.result;
    assert.equal(result?.card.title, "Result Unknown");
    assert.equal((await run.drafts.load(run.accountId))?.domain, "example.com");
    assert.equal(run.wire.count(create), 1);
  });

  it("is unknown when the user cancels under way", async (context) => {
    const run = await begin(context);
    for (const step of [...way, review]) await reply(step);
    const progress = await screen.next(Progress);
    const call = await run.wire.next(create);
    progress.cancelled.fire();
    assert.equal(call.signal.aborted, true);
    const result = await run.result;
    assert.equal(result?.card.title, "Result Unknown");
    assert.equal(result.card.summary[0], "You cancelled while the request was under way.");
  });

  it("tells of a refused token", async (context) => {
    const run = await begin(context);
    (await send(run)).answer(401, { code: "unauthorized", message: "No." });
    const result = await run.result;
    assert.deepEqual(
      result?.card.actions.map(({ id }) => id),
      ["backToWizard", "signInAgain"],
    );
    const account = (await run.accounts.find(run.accountId)) ?? assert.fail();
    assert.equal(await run.service.isRejected(account), true);
  });
});
