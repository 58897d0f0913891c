import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { InputBox, logged, Progress, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { argumentOf } from "../../../../support/cards.ts";
import { begin, choose, create, open, reply, review, type, steps } from "../../../../support/creating.ts";
import { origin } from "../../../../support/windowParts.ts";
import { column, describedOf } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

describe("Create Connection", () => {
  it("creates a connection from the reviewed answers and shows the result", async (context) => {
    const { accountId, drafts, result, revealed, wire } = await begin(context);
    for (const step of steps) await reply(step);
    const list = await screen.next(QuickPick);
    assert.deepEqual([list.step, list.totalSteps], [5, 5]);
    const answers = Object.fromEntries(describedOf(list.rows));
    assert.partialDeepStrictEqual(answers, {
      Domain: "example.com",
      Profile: "work",
      Credential: "Team/GitHub from provider vault",
      Proxy: "ID proxy_1",
      "Health check interval": "every hour",
    });
    list.enter();
    const progress = await screen.next(Progress);
    assert.equal(progress.options.cancellable, true);
    const call = await wire.next(create);
    assert.deepEqual([call.url, call.token], [`${origin}/auth/connections`, "sk_token_1"]);
    assert.deepEqual(call.body, {
      domain: "example.com",
      profile_name: "work",
      browser: { proxy: { id: "proxy_1" } },
      credential: { provider: "vault", path: "Team/GitHub" },
    });
    call.answer(201, { id: "ma_1", domain: "example.com", profile_name: "work", status: "NEEDS_AUTH" });
    const shown = await result;
    assert.equal(shown?.card.done?.text, "Created");
    assert.deepEqual(argumentOf(shown.card, "managedAuth.showHistory"), { id: "ma_1" });
    assert.deepEqual(revealed, ["ma_1"]);
    assert.equal(shown.accountId, accountId);
    assert.equal(await drafts.load(accountId), undefined, "a draft that was created is done");
    assert.equal(wire.count("GET /org/limits"), 1, "one more of what the plan allows is used");
    assert.deepEqual(screen.rest, []);
    assert.doesNotMatch(logged.join("\n"), /sk_token_1/);
  });

  for (const [index, step] of [...steps, review].entries()) {
    const [stepName] = step;
    it(`sends nothing on Esc in the ${stepName} step and resumes there`, async (context) => {
      const { again, result, wire } = await begin(context);
      for (const before of steps.slice(0, index)) await reply(before);
      (await open(step)).escape();
      assert.equal(await result, undefined);
      assert.deepEqual(screen.rest, []);
      assert.equal(wire.count(create), 0);
      const second = again();
      if (index > 0) await choose("Continue");
      const resumed = await open(step);
      assert.equal(resumed.step, index + 1);
      assert.equal(column(resumed.buttons, "tooltip").includes("Back"), index > 0);
      await leave(resumed, second);
    });
  }

  for (const [index, before] of steps.entries()) {
    const after = steps[index + 1] ?? review;
    const [step, next] = [before[0], after[0]];
    it(`returns from the ${next} step to the ${step} step on Back`, async (context) => {
      await begin(context);
      for (const one of steps.slice(0, index + 1)) await reply(one);
      (await open(after)).press("Back");
      const input = await open(before);
      assert.equal(input.step, index + 1);
      input.enter();
      assert.equal((await open(after)).step, index + 2);
    });
  }

  it("starts over if the user discards the draft", async (context) => {
    const { again, result } = await begin(context);
    await type("example.com");
    await leave(await screen.next(QuickPick), result);
    const second = again();
    const offer = await screen.next(QuickPick);
    assert.deepEqual(describedOf(offer.rows), [
      ["Continue", "example.com"],
      ["Discard and Start New", undefined],
    ]);
    offer.choose("Discard and Start New");
    const input = await screen.next(InputBox);
    assert.equal(input.value, "");
    await leave(input, second);
  });
});
