import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { providersScene, secret, type ProvidersScene } from "../../../../support/providers.ts";

beforeEach(reset);

const create = "POST /org/credential_providers";

/** Answers every question up to the review. */
async function answerAll(at: ProvidersScene): Promise<void> {
  await at.type(" mine ");
  const token = await at.type(` ${secret} `);
  assert.equal(token.password, true);
}

describe("Create Provider", () => {
  it("returns to the review after status 400 and masks the token", async (context) => {
    const at = await providersScene(context);
    const creating = createResource(providers(at), at.parts);
    await answerAll(at);
    await at.choose("$(add) Create Provider");
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
