import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { cancelShownWait } from "../../../../../src/editor/kit/questionHost.ts";
import { removeResource } from "../../../../../src/editor/resourceEngine/remove.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { leave } from "../../../../support/resourceFixture.ts";
import { message, setUpCredentials } from "./scene.ts";

beforeEach(reset);

describe("Delete Credential", () => {
  for (const enabled of [true, false])
    it(`warns about vault items only if the plan includes vaults: ${enabled}`, async (context) => {
      const at = await setUpCredentials(context);
      const features = { vaults: { enabled } };
      at.wire.serve("GET /org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
      const removing = removeResource(at.resource, at.parts, { id: "cred_1" });
      const dialog = await message();
      assert.equal(
        dialog.options.detail?.includes("Vault items filled from the stored credential stop working."),
        enabled,
      );
      dialog.choose(undefined);
      await removing;
    });

  it("can be cancelled while the entitlements are being fetched", async (context) => {
    const at = await setUpCredentials(context);
    const removing = removeResource(at.resource, at.parts, { id: "cred_1" });
    await at.wire.next("GET /org/entitlements");
    commands.registerCommand("managedAuth.cancelWait", cancelShownWait);
    const loading = await at.list();
    assert.equal(loading.placeholder, "Reading the entitlements…");
    await leave(loading, removing);
  });
});
