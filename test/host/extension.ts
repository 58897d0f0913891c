import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { cache, exists, deleteOlder, root } from "./paths.ts";
import { run } from "./processes.ts";
import { installServer } from "./serverInstall.ts";
import { installExtension } from "./vscodeServer.ts";

/** Files and folders from which the package is built. */
const parts = ["package.json", "package.nls.json", ".vscodeignore", "README.md", "dist", "media"];

/**
 * Returns a folder in which our extension is installed from a real package, as for a user. The folder is created once
 * for each content of `dist/` and the manifest. The built files must exist.
 */
export async function installedExtension(progress: (line: string) => void): Promise<string> {
  const folder = join(cache, `extensions-${await contentHash()}`);
  if (await exists(join(folder, "extensions.json"))) return folder;
  await installServer(progress);
  progress("Packaging the extension and installing it…");
  const work = await mkdtemp(join(cache, "packing-"));
  try {
    const vsix = join(work, "managed-auth.vsix");
    await packExtension(vsix);
    const extensions = join(work, "extensions");
    await installExtension(vsix, extensions, join(work, "server"));
    await rename(extensions, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error; // Another run was first; the content is the same.
    });
    await deleteOlder("extensions-");
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Packs the built extension. */
export async function packExtension(vsix: string): Promise<void> {
  const packed = await run(process.execPath, [join(root, ".config", "package.mjs"), vsix], { cwd: root });
  if (packed.code !== 0)
    throw new Error(`The extension could not be packaged:\n${packed.stdout}${packed.stderr}`);
}

async function contentHash(): Promise<string> {
  const hash = createHash("sha256");
  for (const part of parts)
    for (const file of await files(join(root, part))) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 12);
}

async function files(path: string): Promise<string[]> {
  if (!(await exists(path))) return [];
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
