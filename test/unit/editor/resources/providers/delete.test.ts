// "Delete Provider…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { removeResource } from "../../../../../src/editor/resourceEngine/remove.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { Message, reset, screen } from "../../../../doubles/vscode.ts";
import { providersScene } from "../../../../support/providers.ts";

beforeEach(reset);

const remove = "DELETE /org/credential_providers/cp_1";
describe("deleting a provider", () => {
  it("names before what depends on it, and sends nothing without consent", async (context) => {
    const at = await providersScene(context);
    const deleting = removeResource(providers(at), at.parts, { id: "cp_1" });
    const dialog = await screen.next(Message);
    assert.equal(dialog.text, 'Delete provider "vault"?');
    assert.equal(dialog.options.modal, true);
    assert.deepEqual(dialog.options.detail?.split("\n"), [
      "1 connection uses this provider and will no longer get a credential.",
      "Items in 1Password stay. You can't undo this.",
      "",
      "• work on bank.example",
      "",
      "cp_1 · Team",
    ]);
    dialog.choose(undefined);
    await deleting;
    assert.deepEqual([at.wire.count(remove), at.shown], [0, []]);
  });
});
