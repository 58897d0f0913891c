import assert from "node:assert/strict";
import { build } from "esbuild";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installedExtension } from "../host/extension.ts";

export const ids = { ours: "agent-auth-tools.managed-auth", empty: "bench.empty" } as const;

const onStartup = /"onStartupFinished",/;

/** Returns the contributions of an extension with a tree view. */
function withTree(id: string, title: string): object {
  return {
    viewsContainers: { activitybar: [{ id, title, icon: "icon.svg" }] },
    views: { [id]: [{ id: `${id}.tree`, name: title }] },
  };
}

/** The manifests of the baseline extensions. */
const manifests: Readonly<Record<string, object>> = {
  empty: {
    activationEvents: [],
    contributes: { commands: [{ command: "benchEmpty.run", title: "Bench: Empty" }] },
  },
  still: { activationEvents: [], contributes: withTree("benchStill", "Bench Still") },
  rows: { activationEvents: [], contributes: withTree("benchRows", "Bench Rows") },
  probe: { activationEvents: ["onStartupFinished"] },
};

/**
 * Makes a folder of installed extensions: ours, an empty one, static trees, and the probe. Ours is as packaged, but isn't
 * activated after startup, so that each measurement chooses the time of its activation.
 */
export async function extensionsFolder(folder: string): Promise<void> {
  const ours = await installedExtension(() => undefined);
  for (const entry of await readdir(ours, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    await cp(join(ours, entry.name), join(folder, entry.name), { recursive: true });
    const path = join(folder, entry.name, "package.json");
    const manifest = await readFile(path, "utf8");
    assert.match(manifest, onStartup);
    await writeFile(path, manifest.replace(onStartup, ""));
  }
  for (const [name, manifest] of Object.entries(manifests)) {
    const extension = join(folder, `bench.${name}-1.0.0`);
    await mkdir(extension, { recursive: true });
    await writeFile(
      join(extension, "package.json"),
      JSON.stringify({
        name,
        publisher: "bench",
        version: "1.0.0",
        engines: { vscode: "^1.109.0" },
        main: `./${name}.cjs`,
        ...manifest,
      }),
    );
    await writeFile(join(extension, "icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg" />');
    await bundle(name === "probe" ? ["probe", "client"] : [name], extension);
  }
}

/** Bundles like the extension's own build, which puts the pool into a separate file. */
async function bundle(names: readonly string[], outdir: string): Promise<void> {
  await build({
    entryPoints: names.map((name) => join(import.meta.dirname, "extensions", `${name}.ts`)),
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode", "./pool.ts"],
    logLevel: "error",
  });
}
