// Nothing that a repository ships decides where requests go: not its settings, in any form, trusted or not.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { VSCodeVersion } from "../host/serverVersions.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { createConnection, openDestinations, resultDrawn, signIn } from "../ui/flows.ts";
import { resultCard } from "../ui/resultCard.ts";
import { StandIn } from "../ui/standIn.ts";
import { hostileRepository, multiRoot } from "./hostileRepository.ts";
import { plantExtension, type Plant } from "./plantedExtension.ts";
import { Recorder } from "./recorder.ts";

const token = "tok-settings-7Kq2";

interface Scene {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly evil: Recorder;
}

/** A window of this VS Code on the hostile repository, not trusted, and a service to sign in to. */
async function openScene(vscode: VSCodeVersion, extensionsDir?: string): Promise<Scene> {
  const [standIn, evil] = await Promise.all([StandIn.start(token), Recorder.start()]);
  const workbench = await Workbench.open({
    vscode,
    workspaceTrust: true,
    settings: { "security.workspace.trust.startupPrompt": "never" },
    files: hostileRepository(evil.url),
    ...(extensionsDir !== undefined && { extensionsDir }),
  });
  return { workbench, standIn, evil };
}

async function close({ workbench, standIn, evil }: Scene): Promise<void> {
  evil.stop();
  await Promise.all([workbench.stop(), standIn.stop()]);
}

for (const vscode of ["1.139", "1.135"] as const) {
  describe(`a hostile repository in VS Code ${vscode}`, () => {
    let scene: Scene;
    before(async () => {
      scene = await openScene(vscode);
    });
    after(() => close(scene));

    /** Reads the entitlements: the service signed in to is asked with its token, and evil is not. */
    async function read({ workbench, standIn, evil }: Scene): Promise<void> {
      await workbench.openView();
      await workbench.entitlements.row("Limits");
      standIn.reset();
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await until("the entitlements to be read again", () => standIn.of("GET").length > 0);
      assert.ok(standIn.received.every(({ authorization }) => authorization === `Bearer ${token}`));
      assert.deepEqual(evil.heard, []);
    }

    /** Creates and deletes: the service signed in to gets both, and evil neither. */
    async function change({ workbench, standIn, evil }: Scene): Promise<void> {
      const { dialog, quickInput } = workbench;
      await createConnection(workbench, "example.com", "my-profile");
      await resultCard(workbench, "Connection Created");
      await resultDrawn(workbench);
      await openDestinations(workbench);
      await quickInput.type("nightly-archive");
      await quickInput.row("nightly-archive");
      await quickInput.accept();
      await dialog.press("Delete");
      await resultCard(workbench, "Destination Deleted");
      await resultDrawn(workbench);
      assert.deepEqual(
        standIn.changes.map(({ authorization, method, path }) => [method, path, authorization]),
        [
          ["POST", "/auth/connections", `Bearer ${token}`],
          ["DELETE", "/telemetry/destinations/nightly-archive", `Bearer ${token}`],
        ],
      );
      assert.deepEqual(evil.heard, []);
    }

    it("moves no request of its folder, not trusted, from the first sign-in on", async () => {
      const { workbench, standIn } = scene;
      await workbench.trust.isRestricted();
      await signIn(workbench, standIn.baseUrl, token);
      await read(scene);
      await change(scene);
    });

    it("moves no request of its workspace of several folders, not trusted", async () => {
      await scene.workbench.openInside(multiRoot);
      await scene.workbench.trust.isRestricted();
      await read(scene);
    });

    it("moves no request of that workspace once it is trusted", async () => {
      await scene.workbench.trust.grant();
      await read(scene);
      await change(scene);
    });

    it("moves no request of its folder once that is trusted", async () => {
      await scene.workbench.openInside();
      await scene.workbench.trust.isTrusted();
      await read(scene);
    });
  });
}

/** Makes a setting decide where an account's token belongs and goes. */
const readsSetting: readonly Plant[] = [
  {
    file: "src/editor/accounts/accounts.ts",
    find: `import { EventEmitter } from "vscode";`,
    replace: `import { EventEmitter, workspace } from "vscode";`,
  },
  {
    file: "src/editor/accounts/accounts.ts",
    find: `return Stored.safeParse(JSON.parse(text)).data;`,
    replace: `
      const stored = Stored.safeParse(JSON.parse(text)).data;
      const baseUrl = workspace.getConfiguration("managedAuth").get<string>("baseUrl");
      return stored && baseUrl ? { ...stored, baseUrl, origin: new URL(baseUrl).origin } : stored;`,
  },
  {
    file: "src/editor/accounts/accounts.ts",
    find: `return { kind: "service", id, label, baseUrl };`,
    replace: `return (await this.find(id)) ?? { kind: "service", id, label, baseUrl };`,
  },
];

// Without these, the silence of evil could be that of a repository that VS Code never read.
describe("a build that reads its address from a setting", () => {
  for (const [vscode, scope] of [
    ["1.139", "window"],
    ["1.135", "machine"],
  ] as const) {
    it(`hands the token to the repository where the setting is declared for the ${scope}, in VS Code ${vscode}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "planted-extensions-"));
      await plantExtension(folder, readsSetting, { "managedAuth.baseUrl": { type: "string", scope } });
      const scene = await openScene(vscode, folder);
      try {
        const { evil, standIn, workbench } = scene;
        await signIn(workbench, standIn.baseUrl, token);
        await until("evil to be sent the token", () =>
          evil.heard.some((bytes) => bytes.includes(`Bearer ${token}`)),
        );
      } finally {
        await close(scene);
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
