// "Create Credential…" as a user walks it.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  createCredentialCommand,
  createCredentialWithin,
} from "../../../../src/editor/credentials/create.ts";
import { reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { said } from "../../../support/asking.ts";
import { origin } from "../../../support/workplace.ts";
import { message, scene } from "./scene.ts";
import type { Scene } from "./scene.ts";

beforeEach(reset);

const secrets = ["s3cret-user", "s3cret-password", "s3cret-pin", "GEZDGNBVGY3TQOJQ", "gezd gnbv"] as const;
const [userName, password, pin] = secrets;
const create = "POST /credentials";
const made = {
  id: "cred_new",
  name: "shop",
  domain: "shop.example",
  has_values: true,
  has_totp_secret: true,
  value_keys: ["password", "pin", "username"],
};

/** Answers everything up to the review. */
async function answerAll(at: Scene): Promise<void> {
  await at.type("shop");
  await at.type("https://shop.example/login");
  (await at.list()).choose("$(add) Add User Name…");
  for (const [row, value] of [
    ["$(add) Add Password…", userName],
    ["$(add) Add Another Value…", password],
  ] as const) {
    const box = await at.type(value);
    assert.equal(box.password, true);
    (await at.list()).choose(row);
  }
  await at.type("pin");
  assert.equal((await at.type(pin)).password, true);
  (await at.list()).choose("$(check) Continue");
  const secret = await at.type("gezd gnbv-gy3t qojq==");
  assert.equal(secret.password, true);
  (await at.list()).choose("Google");
}

describe("creating a credential", () => {
  it("asks, shows all answers without a secret, and sends exactly them", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await answerAll(at);
    const review = await at.list();
    assert.deepEqual(
      review.rows.map(({ description, label }) => [label, description]),
      [
        ["$(add) Create Credential", "in Team, https://api.example.com"],
        ["Name", "shop"],
        ["Domain", "shop.example"],
        ["Values", "username •••, password •••, pin •••"],
        ["One-time codes", "From the secret •••"],
        ["Logs in with", "Google"],
      ],
    );
    assert.deepEqual(
      at.titles,
      ["Name", "Domain", "Values", "One-time codes", "Logs in with", "Review"].map(
        (subject) => `Create Credential: ${subject}`,
      ),
    );
    review.choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, {
      name: "shop",
      domain: "shop.example",
      values: { username: userName, password, pin },
      totp_secret: "GEZDGNBVGY3TQOJQ",
      sso_provider: "google",
    });
    // A service that repeats what it must not, and tells a code of the secret.
    call.answer(201, {
      ...made,
      values: { password },
      totp_code: "428913",
      totp_code_expires_at: "2026-11-20T10:00:30Z",
    });
    await creating;
    const [result] = at.shown;
    assert.equal(result?.card.title, "shop is created");
    assert.deepEqual(result.card.actions.next?.press, {
      does: "run",
      command: "managedAuth.copyOneTimeCode",
      told: { id: "cred_new" },
    });
    assert.equal(at.wire.count(create), 1);
    await at.assertNowhere(...secrets, "428913");
  });

  it("sends no secret and no provider where there are none, and no values", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await at.type("plain");
    await at.type("shop.example");
    (await at.list()).choose("$(check) Continue");
    await at.type("");
    (await at.list()).choose("No");
    (await at.list()).choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { name: "plain", domain: "shop.example", values: {} });
    call.answer(201, { id: "cred_new", name: "plain" });
    await creating;
  });

  it("goes back at every step, and shows again only what is no secret", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await answerAll(at);
    (await at.list()).press("Back");
    const provider = await at.list();
    assert.equal(provider.activeItems[0]?.label, "Google");
    provider.choose("Another Provider…");
    (await at.input()).press("Back");
    (await at.list()).press("Back");
    const secret = await at.list();
    assert.deepEqual(
      secret.rows.map(({ label }) => label),
      ["Keep It", "Type Another…", "Have None"],
    );
    secret.choose("Type Another…");
    const another = await at.input();
    assert.equal(another.value, "");
    another.press("Back");
    (await at.list()).press("Back");
    const values = await at.list();
    assert.ok(values.rows.some(({ label }) => label === "pin"));
    values.choose("$(add) Add Another Value…");
    await at.type("email");
    const value = await at.input();
    value.type("half-a-s3cret");
    value.press("Back");
    const key = await at.input();
    assert.equal(key.value, "email");
    key.press("Back");
    (await at.list()).press("Back");
    const domain = await at.input();
    assert.equal(domain.value, "shop.example");
    domain.press("Back");
    const name = await at.input();
    assert.equal(name.value, "shop");
    assert.deepEqual(name.buttons, []);
    name.escape();
    await creating;
    assert.equal(at.wire.count(create), 0);
    await at.assertNowhere(...secrets, "half-a-s3cret");
  });

  it("keeps a secret that was typed, types another, or has none, from the review", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await answerAll(at);
    (await at.list()).choose("One-time codes");
    (await at.list()).choose("Keep It");
    const kept = await at.list();
    assert.ok(kept.rows.some(({ description }) => description === "From the secret •••"));
    assert.equal(kept.activeItems[0]?.label, "One-time codes");
    kept.choose("One-time codes");
    (await at.list()).choose("Have None");
    const none = await at.list();
    assert.ok(
      none.rows.some(({ description, label }) => label === "One-time codes" && description === "None"),
    );
    none.choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.ok(!JSON.stringify(call.body).includes("totp_secret"));
    call.answer(201, made);
    await creating;
  });

  it("removes a value that is chosen, and refuses a key that is there", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await at.type("shop");
    await at.type("shop.example");
    (await at.list()).choose("$(add) Add User Name…");
    await at.type(userName);
    (await at.list()).choose("$(add) Add Another Value…");
    const key = await at.input();
    key.type("username");
    key.enter();
    assert.equal(said(key), "error: There is a value of this key already.");
    key.press("Back");
    (await at.list()).choose("username");
    const left = await at.list();
    assert.ok(!left.rows.some(({ label }) => label === "username"));
    left.escape();
    await creating;
  });

  it("says at the input that a name is taken, by the list and by the service", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    const name = await at.input();
    // The list comes meanwhile.
    await until(
      "the list to be known",
      () => {
        name.type("shop-bot");
        return said(name).startsWith("error: There is a credential of this name already");
      },
      2_000,
    );
    name.type("shop");
    name.enter();
    await at.type("shop.example");
    (await at.list()).choose("$(check) Continue");
    await at.type("");
    (await at.list()).choose("No");
    (await at.list()).choose("$(add) Create Credential");
    (await at.wire.next(create)).answer(409, { code: "already_exists", message: "Taken." });
    const again = await at.input();
    assert.equal(again.value, "shop");
    assert.match(said(again), /^error: There is a credential of this name already/);
    again.type("store");
    again.enter();
    // The other answers are as they were, and a second Enter sends nothing.
    const review = await at.list();
    assert.equal(review.activeItems[0]?.label, "Name");
    review.choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { name: "store", domain: "shop.example", values: {} });
    call.answer(201, made);
    await creating;
  });

  for (const [what, status, body, words] of [
    ["the plan", 403, { code: "insufficient_plan", message: "No." }, /Your plan has no room for this/],
    ["an input", 400, { code: "bad_request", message: "domain: not one." }, /domain: not one/],
    ["another conflict", 409, { code: "too_many", message: "Too many." }, /Too many/],
  ] as const) {
    it(`leads back to the answers where the service refuses ${what}`, async (context) => {
      const at = await scene(context);
      const creating = createCredentialCommand(at.parts);
      await answerAll(at);
      (await at.list()).choose("$(add) Create Credential");
      (await at.wire.next(create)).answer(status, body);
      const review = await at.list();
      assert.match(review.prompt ?? "", words);
      assert.ok(review.rows.some(({ description }) => description?.startsWith("username •••")));
      review.escape();
      await creating;
      assert.equal(at.wire.count(create), 1);
      await at.assertNowhere(...secrets);
    });
  }

  it("finds out by reading what became of a lost answer, and sends nothing again", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/shop", 200, made);
    const creating = createCredentialCommand(at.parts);
    await answerAll(at);
    (await at.list()).choose("$(add) Create Credential");
    (await at.wire.next(create)).fail("ECONNRESET");
    await creating;
    assert.equal(at.shown[0]?.card.title, "shop exists, most likely from your attempt");
    assert.equal(at.wire.count(create), 1);
    await at.assertNowhere(...secrets);
  });

  for (const [what, status, found] of [
    ["is not there", 404, { code: "not_found", message: "?" }],
    ["is for another site", 200, { ...made, domain: "other.example" }],
    ["is another one's id", 200, { ...made, name: "other" }],
  ] as const) {
    it(`does not claim what it cannot know, where what is found ${what}`, async (context) => {
      const at = await scene(context);
      at.wire.serve("GET /credentials/shop", status, found);
      const creating = createCredentialCommand(at.parts);
      await answerAll(at);
      (await at.list()).choose("$(add) Create Credential");
      (await at.wire.next(create)).fail("ECONNRESET");
      await creating;
      const [result] = at.shown;
      assert.equal(result?.card.title, "Not sure whether shop was created");
      assert.deepEqual(result.card.actions.next?.press, {
        does: "run",
        command: "managedAuth.showCredential",
        told: { id: "shop", resultId: result.card.id },
      });
      assert.equal(at.wire.count(create), 1);
    });
  }

  it("sends to the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await scene(context);
    const creating = createCredentialCommand(at.parts);
    await answerAll(at);
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    (await at.list()).choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.equal(call.token, "sk_token_1");
    call.answer(201, made);
    await creating;
  });
});

describe("creating a credential from another question", () => {
  const frame = { title: "Create Connection", back: true };

  it("begins with the domain that is known there, and gives it without a page", async (context) => {
    const at = await scene(context);
    const creating = createCredentialWithin(at.parts, at.access, frame, "shop.example");
    await at.type("shop");
    const domain = await at.input();
    assert.equal(domain.value, "shop.example");
    domain.enter();
    (await at.list()).choose("$(check) Continue");
    await at.type("");
    (await at.list()).choose("No");
    (await at.list()).choose("$(add) Create Credential");
    (await at.wire.next(create)).answer(201, made);
    assert.equal((await creating)?.name, "shop");
    assert.deepEqual([at.shown.length, at.kept.length], [0, 1]);
  });

  it("leads back there with Back at its first question", async (context) => {
    const at = await scene(context);
    const creating = createCredentialWithin(at.parts, at.access, frame, undefined);
    (await at.input()).press("Back");
    assert.equal(await creating, undefined);
  });

  it("says that nobody knows whether it is there", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /credentials/shop", 404, { code: "not_found", message: "?" });
    const creating = createCredentialWithin(at.parts, at.access, frame, "shop.example");
    await answerAll(at);
    (await at.list()).choose("$(add) Create Credential");
    (await at.wire.next(create)).fail("ECONNRESET");
    assert.equal(await creating, undefined);
    const told = await message();
    assert.equal(told.text, "Not sure whether shop was created");
    told.choose("Show");
    await until("its page", () => at.shown.length === 1, 2_000);
  });
});
