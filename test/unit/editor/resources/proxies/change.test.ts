import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { resourceEditor } from "../../../../../src/editor/resourceEngine/edit.ts";
import { removeResource } from "../../../../../src/editor/resourceEngine/remove.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { Message, reset } from "../../../../doubles/vscode.ts";
import { validationText } from "../../../../support/asking.ts";
import { leave, nextShown } from "../../../../support/resourceFixture.ts";
import { setUpProxies, connectionUsing } from "./scene.ts";

beforeEach(reset);

const save = "$(save) Save Changes";

/** Opens the scene and starts to rename the proxy. Returns a function that starts again. */
async function startRename(context: TestContext) {
  const at = await setUpProxies(context);
  const edit = resourceEditor(at.resource, at.parts);
  const again = () => at.leaving(edit({ id: "proxy_1" }));
  return { ...at, again, renaming: again() };
}

describe("Rename Proxy", () => {
  const rename = "PATCH /proxies/proxy_1";

  it("succeeds even if the response has neither ID nor name", async (context) => {
    const at = await startRename(context);
    await at.type("lyon");
    await at.choose(save);
    (await at.wire.next(rename)).answer(200, { type: "datacenter" });
    await at.renaming;
    assert.deepEqual([at.result().card.title, at.result().card.context[0]], ["Changes saved", "lyon"]);
    assert.match(cardText(at.result().card), /France[^]*proxy_1/);
    assert.equal(at.wire.count(rename), 1);
  });

  for (const [rule, text, verdict] of [
    ["is required", " ", /^error/],
    ["can have one letter", "a", /^$/],
    ["can have 255 letters", "n".repeat(255), /^$/],
    ["can't have 256 letters", "n".repeat(256), /^error/],
    ["can't contain a line break", "a\nb", /^error/],
  ] as const)
    it(`checks while the user types that a name ${rule}`, async (context) => {
      const at = await startRename(context);
      const input = await at.input();
      input.type(text);
      assert.match(validationText(input), verdict);
      assert.equal(at.wire.count(rename), 0);
    });

  it("discards a name that is entered after sign-out", async (context) => {
    const at = await startRename(context);
    const input = await at.input();
    await at.store.forget({ accountId: at.account.id });
    input.submit("lyon");
    await leave(await at.list(), at.renaming);
    void at.again();
    assert.equal((await at.input()).value, "paris");
  });

  it("discards an unsaved change if another client has renamed the proxy", async (context) => {
    const at = await startRename(context);
    await at.type("lyon");
    await leave(await at.list(), at.renaming);
    for (const name of ["lyon", "nice"]) {
      at.wire.serve("GET /proxies/proxy_1", 200, { id: "proxy_1", name, type: "datacenter" });
      const renaming = at.again();
      const fresh = await at.question();
      assert.notEqual(fresh.prompt, "You have unsaved changes.", name);
      await leave(fresh, renaming);
    }
  });

  it("warns about connections that refer to the proxy by its old name", async (context) => {
    const at = await setUpProxies(context);
    at.wire.serve("GET /auth/connections", 200, [
      connectionUsing({ name: "paris" }, "ma_2", "shop.example"),
      connectionUsing({ id: "proxy_1" }),
    ]);
    void at.leaving(resourceEditor(at.resource, at.parts)({ id: "proxy_1" }));
    const input = await at.input();
    assert.equal(input.value, "paris");
    assert.match(input.prompt ?? "", /will no longer find the proxy by name: .*shop\.example/);
    assert.doesNotMatch(input.prompt ?? "", /bank\.example/);
  });
});

describe("Delete Proxy", () => {
  const remove = "DELETE /proxies/proxy_1";

  it("shows links to the connections that block the deletion", async (context) => {
    const at = await setUpProxies(context);
    const deleting = removeResource(at.resource, at.parts, { id: "proxy_1" });
    (await nextShown(Message)).choose("Delete");
    const call = await at.wire.next(remove);
    // Another client selects the proxy for a connection while the deletion is pending.
    at.wire.serve("GET /auth/connections", 200, [connectionUsing({ id: "proxy_1" }, "ma_7", "late.example")]);
    call.answer(400, { code: "resource_in_use", message: "An auth connection uses the proxy: ma_7." });
    await deleting;
    const { card } = at.result();
    assert.deepEqual([card.title, card.head], ["paris not deleted", { kind: "verdict", tone: "warning" }]);
    assert.match(cardText(card), /uses the proxy: ma_7[^]*late\.example/);
    const table = card.blocks.find((block) => block.kind === "table");
    assert.deepEqual(table?.rows[0]?.cells[0]?.links?.[0]?.press, {
      does: "run",
      command: "managedAuth.showConnection",
      args: { id: "ma_7" },
    });
    assert.equal(at.wire.count(remove), 1);
  });
});
