import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { InputBox, Progress, reset, screen } from "../../../../doubles/vscode.ts";
import { actionsOf, argumentOf } from "../../../../support/cards.ts";
import { begin, create, reply, review, steps } from "../../../../support/creating.ts";
import { origin } from "../../../../support/windowParts.ts";
import { answerCreation, alreadyExists, loseResponse } from "./support.ts";

beforeEach(reset);

describe("entitlements that can't be fetched", () => {
  it("are requested only once, not each time the wizard opens", async (context) => {
    const run = await begin(context);
    (await screen.next(InputBox)).escape();
    await run.result;
    run.wire.serve("GET /org/entitlements", 403, { code: "forbidden", message: "Not for this token." });
    await run.session.switchTo(await run.accounts.add("Other", origin, "sk_token_2"));
    const count = run.wire.count("GET /org/entitlements");
    for (const wizard of [1, 2, 3]) {
      const running = run.again();
      const question = await screen.next(InputBox);
      assert.match(question.prompt ?? "", /Domain/);
      question.escape();
      await running;
      assert.equal(run.wire.count("GET /org/entitlements"), count + 1, `wizard ${wizard}`);
    }
  });
});

describe("a create request with an error or a lost response", () => {
  it("links to the existing connection after a conflict", async (context) => {
    const { accountId, drafts, result, wire } = await answerCreation(context, 409, alreadyExists);
    assert.equal(result.card.title, "This connection already exists");
    assert.deepEqual(argumentOf(result.card, "managedAuth.showConnection"), { id: "ma_9" });
    assert.match(JSON.stringify(argumentOf(result.card, "managedAuth.createConnection")), /"example\.com"/);
    assert.equal((await drafts.load(accountId))?.draft.domain, "example.com");
    assert.equal(wire.count(create), 1, "a conflict is never asked again");
  });

  const unknown = "Couldn't confirm that example.com was created";

  it("has an unknown result if the retry's response is also lost", async (context) => {
    const { again, first, run } = await loseResponse(context);
    assert.equal(JSON.stringify(again.body), JSON.stringify(first.body), "exactly the same");
    again.fail("ECONNRESET");
    const result = await run.result;
    assert.equal(result?.card.title, unknown);
    assert.equal((await run.drafts.load(run.accountId))?.draft.domain, "example.com");
    assert.equal(run.wire.count(create), 2);
    const [open, ...others] = await run.pending.open(run.accountId);
    assert.equal(open?.id, result.pendingId);
    assert.deepEqual(others, []);
  });

  it("is reported as probably successful if the retry finds the connection", async (context) => {
    const { again, run } = await loseResponse(context);
    again.answer(409, alreadyExists);
    const result = await run.result;
    assert.equal(result?.card.title, "example.com exists, likely from your attempt");
    assert.match(result.card.summary.join(" "), /likely created this connection/);
    assert.deepEqual(argumentOf(result.card, "managedAuth.showConnection"), { id: "ma_9" });
    assert.deepEqual(await run.pending.open(run.accountId), []);
    assert.equal(await run.drafts.load(run.accountId), undefined);
  });

  it("succeeds if its retry creates the connection", async (context) => {
    const { again, run } = await loseResponse(context);
    again.answer(201, { id: "ma_9" });
    assert.equal((await run.result)?.card.done?.text, "Created");
    assert.deepEqual(await run.pending.open(run.accountId), []);
  });

  it("has an unknown result if its retry is refused", async (context) => {
    const { again, run } = await loseResponse(context);
    run.wire.serve("GET /auth/connections", 404, { code: "not_found", message: "Not there." });
    again.answer(403, { code: "insufficient_plan", message: "No more." });
    assert.equal((await run.result)?.card.title, unknown);
    assert.equal((await run.pending.open(run.accountId)).length, 1);
  });

  it("has an unknown result if listing connections takes over five seconds", async (context) => {
    const run = await begin(context);
    for (const step of steps) await reply(step);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    await reply(review);
    (await run.wire.next(create)).fail("ECONNRESET");
    const second = await run.wire.next(create);
    // The wizard's prompts had requested the same list. That request is aborted.
    assert.equal((await run.wire.next("GET /auth/connections")).signal.aborted, true);
    second.answer(403, { code: "insufficient_plan", message: "No more." });
    const reading = await run.wire.next("GET /auth/connections");
    context.mock.timers.tick(4_999);
    assert.equal(reading.signal.aborted, false);
    context.mock.timers.tick(1);
    assert.equal((await run.result)?.card.title, unknown);
    assert.equal(reading.signal.aborted, true);
  });

  it("has an unknown result and a rejected token if its retry returns 401", async (context) => {
    const { again, run } = await loseResponse(context);
    again.answer(401, { code: "unauthorized", message: "No." });
    assert.equal((await run.result)?.card.title, unknown);
    const account = (await run.accounts.find(run.accountId)) ?? assert.fail();
    assert.equal(await run.service.isTokenRejected(account), true);
  });

  it("has an unknown result if the user cancels it in flight", async (context) => {
    const run = await begin(context);
    for (const step of [...steps, review]) await reply(step);
    const progress = await screen.next(Progress);
    const call = await run.wire.next(create);
    progress.cancelled.fire();
    assert.equal(call.signal.aborted, true);
    const result = await run.result;
    assert.equal(result?.card.title, unknown);
    assert.equal(result.card.summary[0], "You canceled the request before the service responded.");
    assert.equal(run.wire.count(create), 1, "nothing is sent on behalf of somebody who cancelled");
  });

  it("offers Replace Token… after a 401 response", async (context) => {
    const fixture = await answerCreation(context, 401, { code: "unauthorized", message: "No." });
    assert.deepEqual(actionsOf(fixture.result.card), ["Replace Token…!", "Change Answers…"]);
    const account = (await fixture.accounts.find(fixture.accountId)) ?? assert.fail();
    assert.equal(await fixture.service.isTokenRejected(account), true);
  });
});
