import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { resourceEditor } from "../../../../../src/editor/resourceEngine/edit.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { bot, setUpCredentials, type Scene } from "./scene.ts";
import { labelsOf } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const secrets = ["s3cret-password", "s3cret-pin", "GEZDGNBVGY3TQOJQ", "gezd gnbv"] as const;
const [password, pin] = secrets;
const change = "PATCH /credentials/cred_1";
const save = "$(save) Save Changes";

/** Saves the changes, and returns the row that saves and the rows of changed values. */
const rowsOf = async (at: Scene): Promise<readonly (readonly [string, string | undefined])[]> => {
  const review = await at.list();
  const rows = review.rows
    .filter(({ description = "", label }) => label === save || description.includes(" → "))
    .map(({ description, label }) => [label, description] as const);
  review.choose(save);
  return rows;
};

/** Renames the credential, replaces, adds and removes a value, replaces the secret and removes the provider. */
async function changeAll(at: Scene): Promise<void> {
  await at.choose("Name");
  await at.type("store-bot");
  await at.choose("Values", "password", "Replace…");
  assert.equal((await at.type(password)).password, true);
  await at.choose("username", "Remove", "$(add) Add Another Value…");
  await at.type("pin");
  assert.equal((await at.type(pin)).password, true);
  await at.choose("$(check) Continue", "One-time codes", "Replace…");
  assert.equal((await at.type("gezd gnbv-gy3t qojq==")).password, true);
  await at.choose("Logs in with", "None");
}

const sent = {
  name: "store-bot",
  values: { password, pin },
  remove_value_keys: ["username"],
  totp_secret: "GEZDGNBVGY3TQOJQ",
  sso_provider: "",
};
const after = { ...bot, name: "store-bot", value_keys: ["password", "pin"], sso_provider: null };

/** Opens the scene and starts to edit the credential. */
async function startEdit(context: TestContext) {
  const at = await setUpCredentials(context);
  return { ...at, editing: at.leaving(resourceEditor(at.resource, at.parts)({ id: "cred_1" })) };
}

describe("Edit Credential", () => {
  it("keeps typed secrets after Esc without showing or storing them", async (context) => {
    const at = await setUpCredentials(context);
    const edit = resourceEditor(at.resource, at.parts);
    let editing = edit({ id: "cred_1" });
    await changeAll(at);
    await leave(await at.list(), editing);
    editing = edit({ id: "cred_1" });
    const question = await at.list();
    assert.equal(question.rows[0]?.description, "Name, Values, One-time codes, Logs in with");
    question.choose("Continue");
    await at.choose(save);
    await at.wire.expect(change, sent, 200, after);
    await editing;
    await at.assertNowhere(...secrets);
  });

  it("keeps a replaced value after the user presses Esc in the list of values", async (context) => {
    const at = await setUpCredentials(context);
    const edit = resourceEditor(at.resource, at.parts);
    let editing = edit({ id: "cred_1" });
    await at.choose("Values", "password", "Replace…");
    await at.type(password);
    await leave(await at.list(), editing);
    editing = edit({ id: "cred_1" });
    await at.choose("Continue", save);
    await at.wire.expect(change, { values: { password } }, 200, bot);
    await editing;
  });

  it("sends only the changes and shows no secret", async (context) => {
    const at = await startEdit(context);
    await changeAll(at);
    assert.deepEqual(await rowsOf(at), [
      [save, "in Team, https://api.example.com"],
      ["Name", "shop-bot → store-bot"],
      ["Values", "password, username → password (••• replaced), username (removed), pin (••• added)"],
      ["One-time codes", "From a stored secret → From the secret •••"],
      ["Logs in with", "Google → None"],
    ]);
    assert.deepEqual(
      at.titles,
      ["", "Name", "", "Values", "", "One-time codes", "", "Logs in with", ""].map(
        (subject) => `Edit shop-bot: ${subject || "Review"}`,
      ),
    );
    await at.wire.expect(change, sent, 200, { ...after, totp_code: "428913", values: { pin } });
    await at.editing;
    const [result] = at.shown;
    assert.deepEqual(
      [result?.card.title, result?.card.summary],
      ["Changes saved", ["Connections that use the old name may need the credential again."]],
    );
    assert.equal(at.wire.count("PATCH"), 1);
    await at.assertNowhere(...secrets, "428913");
  });

  it("doesn't offer to replace a secret with non-default TOTP settings", async (context) => {
    const at = await setUpCredentials(context, false);
    at.wire.serve("GET /credentials", 200, [bot]);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, totp_algorithm: "SHA256", totp_digits: 8 });
    void at.leaving(resourceEditor(at.resource, at.parts)({ id: "cred_1" }));
    await at.choose("One-time codes");
    const list = await at.list();
    assert.deepEqual(labelsOf(list.rows), ["Remove", "Keep"]);
    assert.match(list.prompt ?? "", /^The stored secret makes codes with SHA256, 8 digits, 30 seconds\./);
    list.choose("Keep");
    await at.list();
  });

  it("trims a user name and asks before it trims a password", async (context) => {
    const at = await startEdit(context);
    await at.choose("Values");
    for (const key of ["username", "password"]) {
      await at.choose(key, "Replace…");
      await at.type(`${key}-1 `);
    }
    const question = await at.list();
    assert.equal(question.prompt, "The value begins or ends with a space.");
    question.choose("Clean Up");
    await at.choose("$(check) Continue", save);
    await at.wire.expect(change, { values: { username: "username-1", password: "password-1" } }, 200, bot);
    await at.editing;
  });

  it("reports no changes and sends nothing if the user keeps every value", async (context) => {
    const at = await startEdit(context);
    await at.choose("Name");
    const name = await at.input();
    assert.equal(name.value, "shop-bot");
    name.enter();
    await at.choose("One-time codes", "Keep", "Values", "password", "Remove", "password", "Keep");
    await at.choose("$(check) Continue", "Logs in with", "Google", save);
    const review = await at.list();
    assert.equal(review.prompt, "No changes to save yet.");
    assert.equal(at.wire.count("PATCH"), 0);
  });

  it("discards an unfinished change on Back in every prompt", async (context) => {
    const at = await startEdit(context);
    await at.choose("Name");
    const name = await at.input();
    name.type("half");
    name.press("Back");
    await at.choose("Values", "password", "Replace…");
    const value = await at.input();
    value.type("half-a-s3cret");
    value.press("Back");
    (await at.list()).press("Back");
    await at.choose("username", "Remove");
    (await at.list()).press("Back");
    await at.choose("One-time codes", "Replace…");
    const secret = await at.input();
    secret.type("GEZD");
    secret.press("Back");
    (await at.list()).press("Back");
    await at.choose("Logs in with");
    (await at.list()).press("Back");
    const review = await at.list();
    assert.equal(review.rows[0]?.description, "no changes yet");
    await leave(review, at.editing);
    assert.equal(at.wire.count("PATCH"), 0);
    await at.assertNowhere("half-a-s3cret");
  });

  it("removes a stored authenticator secret, or sets a secret if none is stored", async (context) => {
    const at = await setUpCredentials(context);
    let editing = resourceEditor(at.resource, at.parts)({ id: "cred_1" });
    await at.choose("One-time codes", "Remove", save);
    let call = await at.wire.next(change);
    assert.deepEqual(call.body, { totp_secret: "" });
    call.answer(200, { ...bot, has_totp_secret: false });
    await editing;
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, has_totp_secret: false });
    editing = resourceEditor(at.resource, at.parts)({ id: "cred_1" });
    await at.choose("One-time codes");
    await at.type("gezd gnbv-gy3t qojq");
    await at.choose(save);
    call = await at.wire.next(change);
    assert.deepEqual(call.body, { totp_secret: "GEZDGNBVGY3TQOJQ" });
    call.answer(200, bot);
    await editing;
    await at.assertNowhere(...secrets);
  });

  it("offers to remove a secret if the service doesn't report whether a secret exists", async (context) => {
    const at = await setUpCredentials(context);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, has_totp_secret: undefined });
    const editing = resourceEditor(at.resource, at.parts)({ id: "cred_1" });
    await at.choose("One-time codes", "Remove");
    const review = await at.list();
    const row = review.rows.find(({ label }) => label === "One-time codes");
    assert.equal(row?.description, "Not reported → None: the secret is removed");
    review.choose(save);
    await at.wire.expect(change, { totp_secret: "" }, 200, { ...bot, has_totp_secret: false });
    await editing;
  });

  it("sends nothing if the user leaves a missing secret empty", async (context) => {
    const at = await setUpCredentials(context);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, has_totp_secret: false });
    void at.leaving(resourceEditor(at.resource, at.parts)({ id: "cred_1" }));
    // The second prompt is the same, because an empty answer isn't stored as a removal.
    for (let turn = 0; turn < 2; turn++) {
      await at.choose("One-time codes");
      await at.type("");
    }
    await at.choose(save);
    const review = await at.list();
    assert.equal(review.prompt, "No changes to save yet.");
    assert.equal(at.wire.count("PATCH"), 0);
  });

  it("asks before replacing values if another client has updated the credential", async (context) => {
    const at = await startEdit(context);
    await changeAll(at);
    at.wire.serve("GET /credentials/cred_1", 200, { ...bot, updated_at: "2026-11-03T10:00:00.000Z" });
    await at.choose(save);
    for (const label of ["Values", "One-time codes"]) {
      const question = await at.list();
      assert.equal(question.prompt, `${label}: someone else changed this setting, too.`);
      assert.equal(at.wire.count("PATCH"), 0);
      question.choose(question.rows[1]?.label ?? "");
    }
    await at.wire.expect(change, sent, 200, after);
    await at.editing;
  });
});
