import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { deleteCredentialCommand } from "../../../../src/editor/credentials/delete.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { mentioned, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { origin } from "../../../support/workplace.ts";
import { bot, message, scene, user } from "./scene.ts";

beforeEach(reset);

const one = "DELETE /credentials/cred_1";

describe("deleting a credential", () => {
  it("names the connections that use it and what they lose, and deletes it by its id", async (context) => {
    const at = await scene(context);
    const deleting = deleteCredentialCommand(at.parts, { id: "cred_1" });
    const dialog = await message();
    assert.equal(dialog.options.modal, true);
    assert.equal(dialog.text, 'Delete credential "shop-bot"?');
    assert.deepEqual(dialog.options.detail?.split("\n"), [
      "One connection loses it, and can't log in again by itself.",
      "What it holds can't be read back. You can't undo this.",
      "",
      "• buyer on shop.example",
      "",
      "cred_1 · Team",
    ]);
    assert.equal(at.wire.count("DELETE"), 0);
    dialog.choose("Delete");
    (await at.wire.next(one)).answer(204, undefined);
    await deleting;
    const [result] = at.shown;
    assert.equal(result?.card.title, "shop-bot deleted");
    assert.match(cardText(result.card), /buyer on shop\.example/);
  });

  it("deletes nothing where the user does not agree", async (context) => {
    const at = await scene(context);
    const deleting = deleteCredentialCommand(at.parts, { id: "cred_1" });
    (await message()).choose(undefined);
    await deleting;
    assert.equal(at.wire.count("DELETE"), 0);
    assert.deepEqual(at.shown, []);
  });

  it("says in passing that one is gone that nothing referred to", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 200, []);
    const deleting = deleteCredentialCommand(at.parts, { id: "cred_1" });
    const dialog = await message();
    assert.doesNotMatch(dialog.options.detail ?? "", /connection/);
    dialog.choose("Delete");
    (await at.wire.next(one)).answer(204, undefined);
    await deleting;
    assert.deepEqual([at.shown, mentioned], [[], ["Deleted shop-bot"]]);
  });

  it("says that more may refer to it where the connections are not all known", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 200, [user, { id: 7 }]);
    const deleting = deleteCredentialCommand(at.parts, { id: "cred_1" });
    const dialog = await message();
    assert.match(dialog.options.detail ?? "", /could not all be read: more may refer to it/);
    dialog.choose(undefined);
    await deleting;
  });

  for (const [what, status, body, title, next] of [
    [
      "is refused",
      403,
      { code: "insufficient_permissions", message: "No." },
      "shop-bot not deleted",
      "Replace Token…",
    ],
    ["is accepted", 202, {}, "The deletion of shop-bot is accepted", "Check Now"],
  ] as const) {
    it(`says so where it ${what}`, async (context) => {
      const at = await scene(context);
      const deleting = deleteCredentialCommand(at.parts, { id: "cred_1" });
      (await message()).choose("Delete");
      (await at.wire.next(one)).answer(status, body);
      await deleting;
      const [result] = at.shown;
      assert.deepEqual([result?.card.title, result?.card.actions.next?.label], [title, next]);
    });
  }

  it("shows why it cannot be read, and asks nothing", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/cred_1", 404, { code: "not_found", message: "?" });
    await deleteCredentialCommand(at.parts, { id: "cred_1" });
    assert.equal(at.shown[0]?.card.title, "Credential not read");
  });

  it("asks which, and deletes it in the account that it was asked for", async (context) => {
    const at = await scene(context);
    const deleting = deleteCredentialCommand(at.parts, {});
    const list = await at.list();
    await until("the rows", () => list.rows.length > 1, 2_000);
    list.choose(bot.name);
    const dialog = await message();
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    dialog.choose("Delete");
    const call = await at.wire.next(one);
    assert.equal(call.token, "sk_token_1");
    call.answer(204, undefined);
    await deleting;
  });
});
