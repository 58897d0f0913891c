import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { resourceEditor } from "../../../../../src/editor/resourceEngine/edit.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { validationText } from "../../../../support/asking.ts";
import { listed, providersScene, secret, type ProvidersScene } from "../../../../support/providers.ts";
import { describedOf } from "../../../../support/rows.ts";

beforeEach(reset);

const patch = "PATCH /org/credential_providers/cp_1";
const save = "$(save) Save Changes";
const read = "GET /org/credential_providers/cp_1";
/** Saves, answers the request with `after` applied, and returns the sent body. */
async function saved(at: ProvidersScene, editing: Promise<void>, after: object = {}): Promise<unknown> {
  await at.choose(save);
  const call = await at.wire.next(patch);
  call.answer(200, { ...listed[0], ...after });
  await editing;
  assert.equal(at.wire.count(patch), 1);
  return call.body;
}

/** Opens the scene and starts to edit the provider. */
async function startEdit(context: TestContext) {
  const at = await providersScene(context);
  return { ...at, editing: resourceEditor(providers(at), at.parts)({ id: "cp_1" }) };
}

describe("Edit Provider", () => {
  it("shows affected connections before it disables a provider", async (context) => {
    const at = await startEdit(context);
    await at.choose("Enabled");
    const enabled = await at.list();
    assert.deepEqual(describedOf(enabled.rows), [
      ["Yes", undefined],
      ["No", "work on bank.example would get no credential"],
    ]);
    enabled.choose("No");
    assert.deepEqual(await saved(at, at.editing, { enabled: false }), { enabled: false });
    assert.match(at.text(), /The provider is disabled/);
    assert.match(at.text(), /Status: Disabled/, "the head tells of the change");
  });

  it("enables a disabled provider", async (context) => {
    const at = await providersScene(context);
    at.wire.serve(read, 200, { ...listed[0], enabled: false });
    const editing = resourceEditor(providers(at), at.parts)({ id: "cp_1" });
    await at.choose("Enabled", "Yes");
    assert.deepEqual(await saved(at, editing), { enabled: true });
    assert.match(at.text(), /The provider is enabled\./);
  });

  it("changes the priority and shows other providers' priorities", async (context) => {
    const at = await startEdit(context);
    const review = await at.list();
    await until("the other rows", () => at.wire.count("GET /org/credential_providers") > 1, 2_000);
    review.choose("Order");
    const input = await at.input();
    assert.deepEqual([input.title, input.value], ["Edit vault: Order", "5"]);
    assert.match(input.prompt ?? "", /Lower numbers are tried first\. The others: old \(10\)\./);
    input.submit("1.5");
    assert.match(validationText(input), /^error: Type a whole number/);
    input.submit(" 20 ");
    assert.deepEqual(await saved(at, at.editing, { priority: 20 }), { priority: 20 });
    assert.match(at.text(), /The provider's order is 20/);
  });

  it("trims a new name and lists connections that use the old name", async (context) => {
    const at = await startEdit(context);
    await at.choose("Name");
    const input = await at.input();
    assert.deepEqual([input.title, input.value], ["Edit vault: Name", "vault"]);
    assert.match(input.prompt ?? "", /connections using this name: work on bank\.example\.$/);
    input.submit(" safe ");
    assert.deepEqual(await saved(at, at.editing, { name: "safe" }), { name: "safe" });
    assert.match(
      at.text(),
      /The old name was vault\.[\s\S]*Check the connections using the old name[\s\S]*work on bank/,
    );
  });

  it("prefills the Order prompt with the current order even after a refused name", async (context) => {
    const at = await startEdit(context);
    await at.choose("Name");
    await at.type("safe");
    await at.choose(save);
    (await at.wire.next(patch)).answer(409, { code: "already_exists", message: "Taken." });
    (await at.input()).press("Back");
    await at.choose("Order");
    const order = await at.input();
    assert.equal(order.value, "5");
    order.escape();
    await at.editing;
  });

  it("masks a new token and offers to test it", async (context) => {
    const at = await startEdit(context);
    await at.choose("Token");
    const input = await at.input();
    assert.deepEqual([input.title, input.password, input.value], ["Edit vault: Token", true, ""]);
    input.enter();
    assert.match(validationText(input), /^error: Enter a token/);
    input.submit(` ${secret}\n`);
    assert.deepEqual(await saved(at, at.editing), { token: secret });
    assert.match(at.text(), /Token replaced\. Test the provider/);
    assert.equal(at.page().card.actions.next?.label, "Test Provider");
    await at.assertNowhere(secret);
  });
});
