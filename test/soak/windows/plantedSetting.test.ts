// Proves that `test/attacks/workspaceSettings.test.ts` would fail for a build that reads its address from a setting.
// Otherwise a repository that VS Code ignores would pass as well.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plantExtension, type Plant } from "../../attacks/plantedExtension.ts";
import { close, openScene, token } from "../../attacks/scene.ts";
import { until } from "../../host/until.ts";
import { signIn } from "../../ui/flows.ts";

/** Patches that let a setting replace the address of an account. */
const readsSetting: readonly Plant[] = [
  {
    file: "src/editor/accounts/accounts.ts",
    find: `import { EventEmitter } from "vscode";`,
    replace: `import { EventEmitter, workspace } from "vscode";`,
  },
  {
    file: "src/editor/accounts/accounts.ts",
    find: `return Stored.safeParse(parsed(await this.#secrets.get(keyPrefix + accountIdOf(id)))).data;`,
    replace: `
      const stored = Stored.safeParse(parsed(await this.#secrets.get(keyPrefix + accountIdOf(id)))).data;
      const baseUrl = workspace.getConfiguration("managedAuth").get<string>("baseUrl");
      return stored && baseUrl ? { ...stored, baseUrl, origin: new URL(baseUrl).origin } : stored;`,
  },
  {
    file: "src/editor/accounts/accounts.ts",
    find: `return { kind: "service", id, label, baseUrl };`,
    replace: `return (await this.find(id)) ?? { kind: "service", id, label, baseUrl };`,
  },
];

describe("a modified build that reads the base URL from a setting", () => {
  for (const [vscode, scope] of [
    ["1.139", "window"],
    ["1.135", "machine"],
  ] as const)
    it(`leaks the token if the setting is ${scope}-scoped in VS Code ${vscode}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "planted-extensions-"));
      await plantExtension(folder, readsSetting, { "managedAuth.baseUrl": { type: "string", scope } });
      const scene = await openScene(vscode, folder);
      try {
        const { evil, standIn, workbench } = scene;
        await signIn(workbench, standIn.baseUrl, token);
        await until("evil to be sent the token", () =>
          evil.requests.some((bytes) => bytes.includes(`Bearer ${token}`)),
        );
      } finally {
        await close(scene);
        await rm(folder, { recursive: true, force: true });
      }
    });
});
