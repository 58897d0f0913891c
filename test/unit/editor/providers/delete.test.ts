// "Delete Provider…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { deleteProvider } from "../../../../src/editor/providers/delete.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";
import { providersScene } from "../../../support/providers.ts";
import type { ProvidersScene } from "../../../support/providers.ts";

beforeEach(reset);

const remove = "DELETE /org/credential_providers/cp_1";
const text = (at: ProvidersScene): string => {
  const [result] = at.shown;
  assert.ok(result);
  return cardText(result.card);
};

/** Deletes it, with this answer. */
async function deleted(at: ProvidersScene, status: number, body?: unknown): Promise<string> {
  const deleting = deleteProvider(at.parts, { id: "cp_1" });
  (await screen.next(Message)).choose("Delete");
  (await at.wire.next(remove)).answer(status, body);
  await deleting;
  return text(at);
}

describe("deleting a provider", () => {
  it("names before what depends on it, and sends nothing without consent", async (context) => {
    const at = await providersScene(context);
    const deleting = deleteProvider(at.parts, { id: "cp_1" });
    const dialog = await screen.next(Message);
    assert.equal(dialog.text, 'Delete provider "vault"?');
    assert.equal(dialog.options.modal, true);
    assert.match(
      dialog.options.detail ?? "",
      /can take no credential there any more:\n• work on bank\.example[\s\S]*You can't undo this\.[\s\S]*cp_1 · Team/,
    );
    dialog.choose(undefined);
    await deleting;
    assert.deepEqual([at.wire.count(remove), at.shown], [0, []]);
  });

  it("does not claim that nothing depends on it, where that is not known", async (context) => {
    const at = await providersScene(context);
    at.wire.serve("GET /auth/connections", 403, { code: "forbidden", message: "?" });
    const deleting = deleteProvider(at.parts, { id: "cp_1" });
    const dialog = await screen.next(Message);
    assert.match(dialog.options.detail ?? "", /Connections may name it: they could not all be read/);
    dialog.choose(undefined);
    await deleting;
  });

  it("says that it is deleted, and what needs another credential", async (context) => {
    const at = await providersScene(context);
    const words = await deleted(at, 204);
    assert.match(words, /vault is deleted[\s\S]*What named it needs another credential[\s\S]*work on bank/);
    assert.equal(at.shown[0]?.quiet, true);
  });

  it("says that it was deleted already", async (context) => {
    const at = await providersScene(context);
    const words = await deleted(at, 404, { code: "not_found", message: "?" });
    assert.match(words, /vault was deleted already/);
    assert.equal(at.shown[0]?.card.actions.next, undefined);
  });

  it("says why not, and offers to try again", async (context) => {
    const at = await providersScene(context);
    const words = await deleted(at, 403, { code: "insufficient_permissions", message: "Not you." });
    assert.match(words, /vault is not deleted[\s\S]*Not you\./);
    assert.deepEqual(at.shown[0]?.card.actions.other?.press, {
      does: "run",
      command: "managedAuth.deleteProvider",
      told: { id: "cp_1" },
    });
  });
});
