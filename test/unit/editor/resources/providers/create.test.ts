import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { providersScene, secret } from "../../../../support/providers.ts";
import type { ProvidersScene } from "../../../../support/providers.ts";
import { describedOf } from "../../../../support/rows.ts";

beforeEach(reset);

const create = "POST /org/credential_providers";
const made = { id: "cp_9", name: "mine", provider_type: "onepassword", enabled: true, priority: 0 };

/** Answers every question up to the review. */
async function answerAll(at: ProvidersScene): Promise<void> {
  await at.type(" mine ");
  const token = await at.type(` ${secret} `);
  assert.equal(token.password, true);
}

describe("Create Provider", () => {
  it("shows all answers without the token and sends exactly them", async (context) => {
    const at = await providersScene(context);
    const creating = createResource(providers(at), at.parts);
    await answerAll(at);
    const review = await at.list();
    assert.deepEqual(describedOf(review.rows), [
      ["$(add) Create Provider", "in Team, https://api.example.com"],
      ["Name", "mine"],
      ["Token", "•••"],
    ]);
    assert.deepEqual(at.titles, [
      "Create Provider: Name",
      "Create Provider: Token",
      "Create Provider: Review",
    ]);
    review.choose("$(add) Create Provider");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { provider_type: "onepassword", name: "mine", token: secret });
    // A faulty service that echoes the token.
    call.answer(201, { ...made, token: secret, provider_type: secret });
    await creating;
    const { card } = at.page();
    assert.equal(card.title, "mine created");
    assert.deepEqual(card.actions.next?.press, {
      does: "run",
      command: "managedAuth.testProvider",
      told: { id: "cp_9", resultId: card.id },
    });
    assert.equal(at.wire.count(create), 1);
    await at.assertNowhere(secret);
  });

  it("returns to the review on 400 and masks the token", async (context) => {
    const at = await providersScene(context);
    const creating = createResource(providers(at), at.parts);
    await answerAll(at);
    (await at.list()).choose("$(add) Create Provider");
    (await at.wire.next(create)).answer(400, {
      code: "bad_request",
      message: `The token ${secret} is wrong.`,
    });
    const review = await at.list();
    assert.match(review.prompt ?? "", /The token ••• is wrong/);
    review.escape();
    await creating;
    assert.equal(at.wire.count(create), 1);
  });
});
