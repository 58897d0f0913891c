// "Edit Provider…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { editProvider } from "../../../../src/editor/providers/edit.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { logged, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { said } from "../../../support/asking.ts";
import { listed, providersScene, secret } from "../../../support/providers.ts";
import type { ProvidersScene } from "../../../support/providers.ts";
import { objectOf } from "../../sandbox/support.ts";
import { origin } from "../../../support/workplace.ts";

beforeEach(reset);

const patch = "PATCH /org/credential_providers/cp_1";
const read = "GET /org/credential_providers/cp_1";
const text = (at: ProvidersScene): string => {
  const [result] = at.shown;
  assert.ok(result);
  return cardText(result.card);
};

/** Has one change sent, answers it, and tells what was sent. */
async function sent(at: ProvidersScene, editing: Promise<void>): Promise<unknown> {
  const call = await at.wire.next(patch);
  const after = { ...listed[0], ...objectOf(call.body) };
  at.wire.serve(read, 200, after);
  call.answer(200, after);
  await editing;
  assert.equal(at.wire.count(patch), 1);
  return call.body;
}

describe("editing a provider", () => {
  it("offers what can be changed, with what is there and what names it", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    const pick = await at.list();
    assert.equal(pick.title, "Edit vault");
    assert.deepEqual(
      pick.rows.map(({ description, detail, label }) => [label, description, detail]),
      [
        ["Disable", "it is enabled", "Named by work on bank.example: no credential comes from it meanwhile"],
        ["Change the Order…", "5", undefined],
        ["Rename…", "vault", "Named by work on bank.example"],
        ["Replace the Token…", "•••", undefined],
      ],
    );
    pick.escape();
    await editing;
    assert.deepEqual([at.wire.count(patch), at.shown], [0, []]);
  });

  it("disables one, and enables it", async (context) => {
    const at = await providersScene(context);
    const disabling = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Disable");
    assert.deepEqual(await sent(at, disabling), { enabled: false });
    assert.match(text(at), /It is disabled: the service asks it for nothing/);
    const enabling = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Enable");
    const call = await at.wire.next(patch);
    assert.deepEqual(call.body, { enabled: true });
    call.answer(200, listed[0]);
    await enabling;
  });

  it("changes the order, told beside that of the others", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    const kinds = await at.list();
    await until("the others", () => at.wire.count("GET /org/credential_providers") > 1, 2_000);
    kinds.choose("Change the Order…");
    const input = await at.input();
    assert.deepEqual([input.title, input.value], ["Edit vault: Order", "5"]);
    assert.match(input.prompt ?? "", /the lowest is asked first\. The others: old \(10\)\./);
    input.type("1.5");
    input.enter();
    assert.match(said(input), /^error: Type a whole number/);
    input.type(" 20 ");
    input.enter();
    assert.deepEqual(await sent(at, editing), { priority: 20 });
    assert.match(text(at), /Its place in the order is 20/);
  });

  it("renames one, trimmed, and says before and after what named it", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Rename…");
    const input = await at.input();
    assert.deepEqual([input.title, input.value], ["Edit vault: Name", "vault"]);
    assert.match(input.prompt ?? "", /^work on bank\.example may lose it by this/);
    input.type(" safe ");
    input.enter();
    assert.deepEqual(await sent(at, editing), { name: "safe" });
    assert.match(
      text(at),
      /It was called vault before\.[\s\S]*Look at what named it then[\s\S]*work on bank/,
    );
  });

  it("asks for the name again where another has it", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Rename…");
    await at.type("safe");
    (await at.wire.next(patch)).answer(409, { code: "already_exists", message: "Taken." });
    const again = await at.input();
    assert.equal(again.value, "safe");
    assert.match(said(again), /^error: There is a provider of this name already/);
    again.escape();
    await editing;
  });

  it("replaces the token, which nobody sees, and offers a test", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Replace the Token…");
    const input = await at.input();
    assert.deepEqual([input.title, input.password, input.value], ["Edit vault: Token", true, ""]);
    input.enter();
    assert.match(said(input), /^error: A token is needed/);
    input.type(` ${secret}\n`);
    input.enter();
    assert.deepEqual(await sent(at, editing), { token: secret });
    assert.match(text(at), /Its token is replaced\. Test it/);
    assert.doesNotMatch(JSON.stringify([at.seen, at.shown, logged]), new RegExp(secret));
  });

  it("goes back from each question to what can be changed", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    for (const label of ["Change the Order…", "Rename…", "Replace the Token…"]) {
      (await at.list()).choose(label);
      (await at.input()).press("Back");
    }
    (await at.list()).escape();
    await editing;
    assert.equal(at.wire.count(patch), 0);
  });

  it("leads back to what can be changed where the service refuses, in its words but without the token", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Replace the Token…");
    await at.type(secret);
    (await at.wire.next(patch)).answer(400, { code: "bad_request", message: `Not ${secret}.` });
    const pick = await at.list();
    assert.match(pick.prompt ?? "", /Not •••\./);
    pick.escape();
    await editing;
    assert.equal(at.wire.count(patch), 1);
  });

  it("finds out by reading what became of a lost answer", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    (await at.list()).choose("Disable");
    const call = await at.wire.next(patch);
    at.wire.serve(read, 200, { ...listed[0], enabled: false });
    call.fail("ECONNRESET");
    await editing;
    assert.match(text(at), /The answer was lost; reading shows that it was carried out\./);
    assert.equal(at.wire.count(patch), 1);
  });

  for (const [what, label] of [
    ["that is not as it was asked for", "Disable"],
    ["whose token nobody tells", "Replace the Token…"],
  ] as const) {
    it(`claims nothing of a provider ${what}`, async (context) => {
      const at = await providersScene(context);
      const editing = editProvider(at.parts, { id: "cp_1" });
      (await at.list()).choose(label);
      if (label !== "Disable") await at.type(secret);
      (await at.wire.next(patch)).fail("ECONNRESET");
      await editing;
      assert.match(text(at), /Not sure whether the change was carried out/);
      assert.equal(at.wire.count(patch), 1);
    });
  }

  for (const [what, answers, words] of [
    ["saved", true, /^The change was saved\./],
    ["sent, whose answer was lost", false, /^We couldn't confirm the change\./],
  ] as const) {
    it(`tells of a change that was ${what}, where the provider can't be read then`, async (context) => {
      const at = await providersScene(context);
      const editing = editProvider(at.parts, { id: "cp_1" });
      (await at.list()).choose("Disable");
      const call = await at.wire.next(patch);
      at.wire.serve(read, 403, { code: "forbidden", message: "No." });
      if (answers) call.answer(200, listed[0]);
      else call.fail("ECONNRESET");
      await editing;
      const [result] = at.shown;
      assert.match(result?.card.summary.join(" ") ?? "", words);
      assert.equal(at.wire.count(patch), 1);
    });
  }

  it("sends to the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await providersScene(context);
    const editing = editProvider(at.parts, { id: "cp_1" });
    const pick = await at.list();
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    pick.choose("Disable");
    const call = await at.wire.next(patch);
    assert.equal(call.token, "sk_token_1");
    call.answer(200, listed[0]);
    await editing;
  });
});
