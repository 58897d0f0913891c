import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { showCredential, showCredentials } from "../../../../src/editor/credentials/show.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { bot, scene } from "./scene.ts";
import type { Scene } from "./scene.ts";

beforeEach(reset);

const textOf = ({ shown }: Scene): string => {
  const [result] = shown;
  assert.ok(result);
  return cardText(result.card);
};

describe("the page of a credential", () => {
  it("says what it has, without any of it, and what refers to it", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/cred_1", 200, {
      ...bot,
      values: { password: "s3cret" },
      totp_code: "428913",
      hosted_url: "https://a.example/?code=1",
    });
    await showCredential(at.parts, { id: "cred_1" });
    const text = textOf(at);
    for (const words of [
      "shop-bot",
      "shop.example",
      "password, username",
      "From a stored secret",
      "Google",
      "buyer on shop.example",
      "cred_1",
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
    assert.doesNotMatch(text, /b\.example/);
    const { more, next, other } = at.shown[0]?.card.actions ?? {};
    assert.deepEqual(
      [next?.label, other?.label, more?.items.map(({ label }) => label)],
      ["Copy One-Time Code", "Edit…", ["Delete…", "Copy ID", "Copy as Text"]],
    );
    await at.assertNowhere("s3cret", "428913", "code=1");
  });

  it("tells values whose keys the service does not name from none", async (context) => {
    for (const [told, words] of [
      [{ has_values: true }, "Some, not named by the service"],
      [{ has_values: false }, "None"],
      [{}, "Not reported"],
    ] as const) {
      const at = await scene(context);
      at.wire.serve("GET /credentials/cred_1", 200, { id: "cred_1", name: "shop-bot", ...told });
      await showCredential(at.parts, { id: "cred_1" });
      assert.match(textOf(at), new RegExp(`Values: ${words}`));
    }
  });

  it("offers no code where there is no secret", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, has_totp_secret: false });
    await showCredential(at.parts, { id: "cred_1" });
    assert.equal(at.shown[0]?.card.actions.next, undefined);
  });

  it("does not claim that nothing refers to it where the connections could not all be read", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 403, { code: "insufficient_permissions", message: "?" });
    await showCredential(at.parts, { id: "cred_1" });
    assert.match(textOf(at), /could not all be read/);
    assert.doesNotMatch(textOf(at), /No connection refers to it/);
  });

  it("says why it could not be read, and takes the place of the result that is read again", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/nobody", 404, { code: "not_found", message: "No such." });
    const resultId = at.results.newId();
    await showCredential(at.parts, { id: "nobody", resultId });
    const [result] = at.shown;
    assert.deepEqual([result?.card.title, result?.card.id], ["Credential not read", resultId]);
  });
});

describe("Show Credentials…", () => {
  it("lists them below what creates one, and opens the page of one", async (context) => {
    const at = await scene(context);
    const showing = showCredentials(at.parts);
    const list = await at.list();
    await until("the rows", () => list.rows.length > 2, 2_000);
    assert.deepEqual(
      list.rows.map(({ description, label }) => [label, description]),
      [
        ["Create Credential…", undefined],
        ["shop-bot", "shop.example · logs in with google · with one-time codes"],
        ["other", undefined],
      ],
    );
    list.choose("shop-bot");
    await showing;
    assert.equal(at.shown[0]?.card.title, "shop-bot");
  });

  it("creates one from its first row, also where nothing can be listed", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials", 403, { code: "insufficient_plan", message: "No." });
    const showing = showCredentials(at.parts);
    const list = await at.list();
    await until("why there are no rows", () => list.prompt !== undefined, 2_000);
    list.choose("Create Credential…");
    const name = await at.input();
    assert.match(name.prompt ?? "", /A name for the credential/);
    name.escape();
    await showing;
    assert.deepEqual(at.shown, []);
  });
});
