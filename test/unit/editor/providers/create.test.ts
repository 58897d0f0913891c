// "Create Provider…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createProviderCommand } from "../../../../src/editor/providers/create.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { logged, mentioned, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { said } from "../../../support/asking.ts";
import { providersScene, secret } from "../../../support/providers.ts";
import type { ProvidersScene } from "../../../support/providers.ts";
import { origin } from "../../../support/workplace.ts";

beforeEach(reset);

const create = "POST /org/credential_providers";
const made = { id: "cp_9", name: "mine", provider_type: "onepassword", enabled: true, priority: 0 };

/** Answers everything up to the review. */
async function answerAll(at: ProvidersScene): Promise<void> {
  await at.type(" mine ");
  const token = await at.type(` ${secret} `);
  assert.equal(token.password, true);
}

describe("creating a provider", () => {
  it("asks, shows all answers without the token, and sends exactly them", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    const review = await at.list();
    assert.deepEqual(
      review.rows.map(({ description, label }) => [label, description]),
      [
        ["$(add) Create Provider", "in Team, https://api.example.com"],
        ["Name", "mine"],
        ["Token", "•••"],
      ],
    );
    assert.deepEqual(at.titles, [
      "Create Provider: Name",
      "Create Provider: Token",
      "Create Provider: Review",
    ]);
    review.choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { provider_type: "onepassword", name: "mine", token: secret });
    // A service that tells it again.
    call.answer(201, { ...made, token: secret, provider_type: secret });
    await creating;
    const [result] = at.shown;
    assert.ok(result);
    assert.equal(result.card.title, "mine is created");
    assert.deepEqual(result.card.actions.next?.press, {
      does: "run",
      command: "managedAuth.testProvider",
      told: { id: "cp_9" },
    });
    assert.equal(at.wire.count(create), 1);
    await at.results.save(result);
    const everything = [
      at.seen,
      at.shown,
      await at.results.load(result.card.id),
      cardText(result.card),
      logged,
      mentioned,
    ];
    assert.doesNotMatch(JSON.stringify(everything), new RegExp(secret));
  });

  it("goes back at every step, with the answers that were given, but shows no token again", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    (await at.list()).press("Back");
    const token = await at.input();
    assert.equal(token.value, "");
    token.press("Back");
    const name = await at.input();
    assert.deepEqual([name.value, name.buttons], ["mine", []]);
    name.enter();
    // Nothing typed keeps what was typed before.
    (await at.input()).enter();
    (await at.list()).choose("Token");
    const again = await at.input();
    again.type("half a tok");
    again.press("Back");
    (await at.list()).choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { provider_type: "onepassword", name: "mine", token: secret });
    call.answer(201, made);
    await creating;
  });

  it("sends nothing where the user leaves", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    (await at.list()).escape();
    await creating;
    assert.deepEqual([at.wire.count(create), at.shown], [0, []]);
  });

  it("says at the input that a name is taken, by the list and by the service", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    const name = await at.input();
    // The list comes meanwhile.
    await until(
      "the list to be known",
      () => {
        name.type("vault");
        return said(name).startsWith("error: There is a provider of this name already");
      },
      2_000,
    );
    name.type("mine");
    name.enter();
    await at.type(secret);
    (await at.list()).choose("$(add) Create Provider");
    (await at.wire.next(create)).answer(409, { code: "already_exists", message: `Taken, ${secret}.` });
    const again = await at.input();
    assert.equal(again.value, "mine");
    assert.match(said(again), /^error: There is a provider of this name already/);
    again.type("ours");
    again.enter();
    // The token is as it was, and a second Enter sends nothing.
    const review = await at.list();
    assert.equal(review.activeItems[0]?.label, "Name");
    review.choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { provider_type: "onepassword", name: "ours", token: secret });
    call.answer(201, made);
    await creating;
    assert.doesNotMatch(JSON.stringify([at.seen, at.shown, logged]), new RegExp(secret));
  });

  for (const [what, status, body, words] of [
    [
      "an input",
      400,
      { code: "bad_request", message: `The token ${secret} is wrong.` },
      /The token ••• is wrong/,
    ],
    ["what the plan has not", 403, { code: "insufficient_plan", message: "No." }, /plan has no room/],
    ["another conflict", 409, { code: "busy", message: "Later." }, /Later/],
  ] as const) {
    it(`leads back to the answers where the service refuses ${what}`, async (context) => {
      const at = await providersScene(context);
      const creating = createProviderCommand(at.parts);
      await answerAll(at);
      (await at.list()).choose("$(add) Create Provider");
      (await at.wire.next(create)).answer(status, body);
      const review = await at.list();
      assert.match(review.prompt ?? "", words);
      assert.doesNotMatch(review.prompt ?? "", new RegExp(secret));
      review.escape();
      await creating;
      assert.equal(at.wire.count(create), 1);
    });
  }

  it("finds out by reading what became of a lost answer, and sends nothing again", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    (await at.list()).choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    at.wire.serve("GET /org/credential_providers", 200, [made]);
    call.fail("ECONNRESET");
    await creating;
    assert.equal(at.shown[0]?.card.title, "mine exists, most likely from your attempt");
    assert.equal(at.wire.count(create), 1);
  });

  it("does not claim what it cannot know, where it is not found", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    (await at.list()).choose("$(add) Create Provider");
    (await at.wire.next(create)).answer(500, { code: "internal_error", message: `${secret}?` });
    await creating;
    const [result] = at.shown;
    assert.equal(result?.card.title, "Not sure whether mine was created");
    assert.deepEqual(result.card.actions.next?.press, {
      does: "run",
      command: "managedAuth.showProviders",
      told: { name: "mine", resultId: result.card.id },
    });
    assert.equal(at.wire.count(create), 1);
    assert.doesNotMatch(JSON.stringify(result), new RegExp(secret));
  });

  it("sends to the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await providersScene(context);
    const creating = createProviderCommand(at.parts);
    await answerAll(at);
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    (await at.list()).choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    assert.equal(call.token, "sk_token_1");
    call.answer(201, made);
    await creating;
  });
});
