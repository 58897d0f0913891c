import { build } from "esbuild";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { cache, root } from "./paths.ts";

/**
 * Bundles the in-host runner and each `*.test.ts` of a folder as CommonJS, which an extension host can load.
 * Returns the runner's path.
 */
export async function bundleInHostTests(folder: string = join(root, "test", "editor")): Promise<string> {
  const outdir = join(cache, "tests", basename(folder));
  const runner = ["index.ts", "last.ts"].map((name) => join(root, "test", "editor", name));
  const files = (await readdir(folder)).filter((name) => name.endsWith(".test.ts"));
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [...runner, ...files.map((name) => join(folder, name))],
    entryNames: "[name]",
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    sourcemap: "inline",
    logLevel: "error",
  });
  return join(outdir, "index.cjs");
}
