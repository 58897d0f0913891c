import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { listResources } from "../../../../../src/editor/resourceEngine/commands.ts";
import { showResource } from "../../../../../src/editor/resourceEngine/read.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { bot, setUpCredentials } from "./scene.ts";
import { describedOf } from "../../../../support/rows.ts";

beforeEach(reset);

describe("a credential's page", () => {
  it("shows properties and connections without any secret", async (context) => {
    const at = await setUpCredentials(context);
    at.wire.serve("GET /credentials/cred_1", 200, {
      ...bot,
      values: { password: "s3cret" },
      totp_code: "428913",
      hosted_url: "https://a.example/?code=1",
    });
    await showResource(at.resource, at.parts, { id: "cred_1" });
    const text = at.text();
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
    const { more, next, other } = at.page().card.actions;
    assert.deepEqual(
      [next?.label, other?.label, more?.items.map(({ label }) => label)],
      ["Copy One-Time Code", "Edit…", ["Delete…", "Copy ID", "Copy as Text"]],
    );
    await at.assertNowhere("s3cret", "428913", "code=1");
  });

  it("shows whether the service reports unnamed values, no values or nothing", async (context) => {
    for (const [fields, words] of [
      [{ has_values: true }, "Some; not named by the service"],
      [{ has_values: false }, "None"],
      [{}, "Not reported"],
    ] as const) {
      const at = await setUpCredentials(context);
      at.wire.serve("GET /credentials/cred_1", 200, { id: "cred_1", name: "shop-bot", ...fields });
      await showResource(at.resource, at.parts, { id: "cred_1" });
      assert.match(at.text(), new RegExp(`Values: ${words}`));
    }
  });

  it("doesn't offer Copy One-Time Code if the credential has no secret", async (context) => {
    const at = await setUpCredentials(context);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, has_totp_secret: false });
    await showResource(at.resource, at.parts, { id: "cred_1" });
    assert.equal(at.page().card.actions.next, undefined);
  });
});

describe("Show Credentials…", () => {
  it("lists credentials above Create Credential… and opens the selected credential", async (context) => {
    const at = await setUpCredentials(context);
    const showing = listResources(at.resource, at.parts);
    const list = await at.list();
    await until("the rows", () => list.rows.length > 2, 2_000);
    assert.deepEqual(describedOf(list.rows), [
      ["shop-bot", "shop.example · logs in with google · with one-time codes"],
      ["other", undefined],
      ["Create Credential…", undefined],
    ]);
    list.choose("shop-bot");
    await showing;
    assert.equal(at.page().card.title, "shop-bot");
  });
});
