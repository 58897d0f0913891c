import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { createResource, createWithin } from "../../../../../src/editor/resourceEngine/create.ts";
import { QuickPick, reset } from "../../../../doubles/vscode.ts";
import { validationText } from "../../../../support/asking.ts";
import { leave } from "../../../../support/resourceFixture.ts";
import { setUpCredentials, type Scene } from "./scene.ts";

beforeEach(reset);

const secrets = ["s3cret-user", "s3cret-password", "s3cret-pin", "GEZDGNBVGY3TQOJQ", "gezd gnbv"] as const;
const [userName, password, pin] = secrets;
const create = "POST /credentials";
const createdCredential = {
  id: "cred_new",
  name: "shop",
  domain: "shop.example",
  has_values: true,
  has_totp_secret: true,
  value_keys: ["password", "pin", "username"],
};

/** Answers every question up to the review. */
async function answerAll(at: Scene): Promise<void> {
  await at.type("shop", "https://shop.example/login");
  await at.choose("$(add) Add User Name…");
  for (const [row, value] of [
    ["$(add) Add Password…", userName],
    ["$(add) Add Another Value…", password],
  ] as const) {
    const box = await at.type(value);
    assert.equal(box.password, true);
    await at.choose(row);
  }
  await at.type("pin");
  assert.equal((await at.type(pin)).password, true);
  await at.choose("$(check) Continue");
  const secret = await at.type("gezd gnbv-gy3t qojq==");
  assert.equal(secret.password, true);
  await at.choose("Google");
}

/** Accepts the default of every remaining question and returns the review. */
async function openReview(at: Scene): Promise<QuickPick> {
  for (;;) {
    const question = await at.question();
    if (question instanceof QuickPick) return question;
    question.enter();
  }
}

/** Opens the scene and starts a creation. */
async function startCreate(context: TestContext) {
  const at = await setUpCredentials(context);
  return { ...at, creating: createResource(at.resource, at.parts) };
}

describe("Create Credential", () => {
  it("sends empty values but omits an empty secret and an empty provider", async (context) => {
    const at = await startCreate(context);
    await at.type("plain", "shop.example");
    await at.choose("$(check) Continue");
    await at.type("");
    await at.choose("None");
    (await openReview(at)).choose("$(add) Create Credential");
    await at.wire.expect(create, { name: "plain", domain: "shop.example", values: {} }, 201, {
      id: "cred_new",
      name: "plain",
    });
    await at.creating;
  });

  it("lets the user keep or remove a typed secret in the review", async (context) => {
    const at = await startCreate(context);
    await answerAll(at);
    (await openReview(at)).choose("One-time codes");
    await at.choose("Keep");
    const review = await at.list();
    assert.ok(review.rows.some(({ description }) => description === "From the secret •••"));
    assert.equal(review.activeItems[0]?.label, "One-time codes");
    review.choose("One-time codes");
    await at.choose("Remove");
    const none = await at.list();
    assert.ok(
      none.rows.some(({ description, label }) => label === "One-time codes" && description === "None"),
    );
    none.choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    assert.ok(!JSON.stringify(call.body).includes("totp_secret"));
    call.answer(201, createdCredential);
    await at.creating;
  });

  it("returns to the previous prompt on Back and discards a typed value", async (context) => {
    const at = await startCreate(context);
    await at.type("shop", "shop.example");
    await at.choose("$(add) Add Another Value…");
    await at.type("email");
    const value = await at.input();
    value.type("half-a-s3cret");
    value.press("Back");
    const key = await at.input();
    assert.equal(key.value, "email");
    key.press("Back");
    await at.choose("$(check) Continue");
    (await at.input()).enter();
    await at.choose("Another Provider…");
    const another = await at.input();
    another.type("half");
    another.press("Back");
    await at.choose("Another Provider…");
    await at.type("okta");
    (await openReview(at)).choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    const body = { name: "shop", domain: "shop.example", values: {}, sso_provider: "okta" };
    assert.deepEqual(call.body, body);
    call.answer(201, { id: "cred_new", name: "shop" });
    await at.creating;
    await at.assertNowhere("half-a-s3cret");
  });

  it("keeps added values after the user presses Back or Esc", async (context) => {
    const at = await startCreate(context);
    await at.type("shop", "shop.example");
    await at.choose("$(add) Add User Name…");
    await at.type(userName);
    (await at.list()).press("Back");
    (await at.input()).enter();
    await at.choose("$(add) Add Password…");
    await at.type(password);
    (await at.list()).escape();
    await at.creating;
    const again = createResource(at.resource, at.parts);
    const question = await at.list();
    assert.equal(question.rows[0]?.description, "Name, Domain, Values");
    question.choose("Continue");
    await at.type("");
    await at.choose("None");
    (await openReview(at)).choose("$(add) Create Credential");
    const call = await at.wire.next(create);
    const values = { username: userName, password };
    assert.deepEqual(call.body, { name: "shop", domain: "shop.example", values });
    call.answer(201, createdCredential);
    await again;
  });

  it("prompts for values again if the user pressed Esc before adding any value", async (context) => {
    const at = await startCreate(context);
    await at.type("shop", "shop.example");
    await at.choose("$(add) Add User Name…");
    (await at.input()).press("Back");
    await leave(await at.list(), at.creating);
    const again = createResource(at.resource, at.parts);
    await at.choose("Continue");
    const values = await at.list();
    assert.equal(values.rows[0]?.label, "$(add) Add User Name…");
    await leave(values, again);
  });

  it("removes the value that the user selects and rejects a duplicate key", async (context) => {
    const at = await startCreate(context);
    await at.type("shop", "shop.example");
    await at.choose("$(add) Add User Name…");
    await at.type(userName);
    await at.choose("$(add) Add Another Value…");
    const key = await at.input();
    key.submit("username");
    assert.equal(validationText(key), "error: Another value has this key.");
    key.press("Back");
    await at.choose("username");
    const review = await at.list();
    assert.ok(!review.rows.some(({ label }) => label === "username"));
    review.escape();
    await at.creating;
  });
});

describe("Create Credential inside Create Connection", () => {
  it("prefills domain and name, and opens no page for the new credential", async (context) => {
    const at = await setUpCredentials(context);
    const frame = { title: "Create Connection", back: true };
    const creating = createWithin(at.resource, at.parts, at.access, frame, { domain: "shop.example" });
    const name = await at.input();
    assert.equal(name.value, "shop-example-login");
    name.submit("shop");
    const domain = await at.input();
    assert.equal(domain.value, "shop.example");
    domain.enter();
    await at.choose("$(check) Continue");
    await at.type("");
    await at.choose("None");
    (await openReview(at)).choose("$(add) Create Credential");
    (await at.wire.next(create)).answer(201, createdCredential);
    assert.equal((await creating)?.name, "shop");
    assert.deepEqual([at.shown.length, at.kept.length], [0, 1]);
  });

  it("offers unsent answers again only for the same domain", async (context) => {
    const at = await setUpCredentials(context);
    const frame = { title: "Create Connection", back: true };
    for (const [domain, isOffered] of [
      ["shop.example", false],
      ["bank.example", false],
      ["bank.example", true],
    ] as const) {
      const creating = createWithin(at.resource, at.parts, at.access, frame, { domain });
      if (isOffered) await at.choose("Continue");
      else (await at.input()).submit("main");
      await leave(await at.question(), creating);
    }
  });
});
