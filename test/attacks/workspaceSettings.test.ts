// Nothing that a repository ships decides where requests go: not its settings, in any form, trusted or not. That they
// would, were there a setting to read, is for `test/soak/windows` to show.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { createConnection, openDestinations, resultDrawn, saidInPassing, signIn } from "../ui/flows.ts";
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

    /** Reads the entitlements: the service signed in to is asked with its token, and evil is not. */
    async function read({ workbench, standIn, evil }: Scene): Promise<void> {
      await workbench.openView();
      await workbench.entitlements.row("Usage and limits");
      standIn.reset();
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await until("the second fetch of the entitlements", () => standIn.of("GET").length > 0);
      assert.ok(standIn.received.every(({ authorization }) => authorization === `Bearer ${token}`));
      assert.deepEqual(evil.requests, []);
    }

    /** Creates and deletes: the service signed in to gets both, and evil neither. */
    async function change({ workbench, standIn, evil }: Scene): Promise<void> {
      const { dialog, quickInput } = workbench;
      await createConnection(workbench, "example.com", "my-profile");
      await resultCard(workbench, "Connection created");
      await resultDrawn(workbench);
      await openDestinations(workbench);
      await quickInput.type("nightly-archive");
      await quickInput.row("nightly-archive");
      await quickInput.accept();
      await saidInPassing(workbench, "Deleted nightly-archive", () => dialog.press("Delete"));
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
