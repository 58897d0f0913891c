// Tests that no file of a repository can redirect requests: no setting in any form, trusted or not.
// `test/soak/windows` shows that the settings would have an effect if the extension read them.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { createConnection, openDestinations, waitForResult, statusMessageOf, signIn } from "../ui/flows.ts";
import { resultCard } from "../ui/resultCard.ts";
import { multiRoot } from "./hostileRepository.ts";
import { close, openScene, token, type Scene } from "./scene.ts";

for (const vscode of ["1.139", "1.135"] as const)
  describe(`a hostile repository in VS Code ${vscode}`, () => {
    let scene: Scene;
    before(async () => {
      scene = await openScene(vscode);
    });
    after(() => close(scene));

    /** Fetches the entitlements. Asserts that only the signed-in service receives the request with its token. */
    async function read({ workbench, standIn, evil }: Scene): Promise<void> {
      await workbench.openView();
      await workbench.entitlements.row("Usage and limits");
      standIn.reset();
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await until("the second fetch of the entitlements", () => standIn.of("GET").length > 0);
      assert.ok(standIn.received.every(({ authorization }) => authorization === `Bearer ${token}`));
      assert.deepEqual(evil.requests, []);
    }

    /** Creates and deletes a connection. Asserts that only the signed-in service receives both requests. */
    async function change({ workbench, standIn, evil }: Scene): Promise<void> {
      const { dialog, quickInput } = workbench;
      await createConnection(workbench, "example.com", "my-profile");
      await resultCard(workbench, "Connection created");
      await waitForResult(workbench);
      await openDestinations(workbench);
      await quickInput.type("nightly-archive");
      await quickInput.row("nightly-archive");
      await quickInput.accept();
      await statusMessageOf(workbench, "Deleted nightly-archive", () => dialog.press("Delete"));
      assert.deepEqual(
        standIn.changes.map(({ authorization, method, path }) => [method, path, authorization]),
        [
          ["POST", "/auth/connections", `Bearer ${token}`],
          ["DELETE", "/telemetry/destinations/nightly-archive", `Bearer ${token}`],
        ],
      );
      assert.deepEqual(evil.requests, []);
    }

    it("can't redirect any request in an untrusted folder", async () => {
      const { workbench, standIn } = scene;
      await workbench.trust.isRestricted();
      await signIn(workbench, standIn.baseUrl, token);
      await read(scene);
      await change(scene);
    });

    it("can't redirect any request in an untrusted multi-root workspace", async () => {
      await scene.workbench.openInside(multiRoot);
      await scene.workbench.trust.isRestricted();
      await read(scene);
    });

    it("can't redirect any request in a trusted multi-root workspace", async () => {
      await scene.workbench.trust.grant();
      await read(scene);
      await change(scene);
    });

    it("can't redirect any request in a trusted folder", async () => {
      await scene.workbench.openInside();
      await scene.workbench.trust.isTrusted();
      await read(scene);
    });
  });
