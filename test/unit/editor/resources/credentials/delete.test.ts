import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { removeResource } from "../../../../../src/editor/resourceEngine/remove.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { message, scene } from "./scene.ts";

beforeEach(reset);

const one = "DELETE /credentials/cred_1";

describe("Delete Credential", () => {
  it("names the affected connections and deletes by ID", async (context) => {
    const at = await scene(context);
    const deleting = removeResource(at.resource, at.parts, { id: "cred_1" });
    const dialog = await message();
    assert.equal(dialog.options.modal, true);
    assert.equal(dialog.text, 'Delete credential "shop-bot"?');
    assert.deepEqual(dialog.options.detail?.split("\n"), [
      "1 connection uses this credential and will need you to log in.",
      "Stored values can't be recovered. You can't undo this.",
      "",
      "• buyer on shop.example",
      "",
      "cred_1 · Team",
    ]);
    assert.equal(at.wire.count("DELETE"), 0);
    dialog.choose("Delete");
    (await at.wire.next(one)).answer(204, undefined);
    await deleting;
    assert.equal(at.page().card.title, "shop-bot deleted");
    assert.match(at.text(), /buyer on shop\.example/);
  });
});
