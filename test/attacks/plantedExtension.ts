import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedExtension } from "../host/extension.ts";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";

/** A text that occurs exactly once in a source file, and its replacement. */
export interface Plant {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Builds the extension from changed sources and installs it into `folder`, with these settings declared in its
 * manifest. Doesn't change the repository. Throws if a text to replace no longer occurs exactly once.
 */
export async function plantExtension(
  folder: string,
  plants: readonly Plant[],
  settings: object,
): Promise<void> {
  await cp(await installedExtension(() => undefined), folder, { recursive: true });
  const [name] = (await readdir(folder)).filter((entry) => entry.startsWith("agent-auth-tools."));
  if (name === undefined) throw new Error("The extension is not installed");
  const manifest = join(folder, name, "package.json");
  const { contributes, ...rest } = JSON.parse(await readFile(manifest, "utf8")) as { contributes: object };
  const configuration = { title: "Managed Auth", properties: settings };
  await writeFile(manifest, JSON.stringify({ ...rest, contributes: { ...contributes, configuration } }));
  const work = await mkdtemp(join(tmpdir(), "planted-"));
  try {
    for (const part of ["src", "esbuild.mjs", "package.json", "tsconfig.json"])
      await cp(join(root, part), join(work, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(work, "node_modules"));
    for (const plant of plants) await applyPlants(work, plant);
    const built = await run(process.execPath, ["esbuild.mjs"], { cwd: work });
    if (built.code !== 0) throw new Error(`The planted extension cannot be built:\n${built.stderr}`);
    await cp(join(work, "dist"), join(folder, name, "dist"), { recursive: true, force: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function applyPlants(work: string, { file, find, replace }: Plant): Promise<void> {
  const path = join(work, file);
  const parts = (await readFile(path, "utf8")).split(find);
  if (parts.length !== 2) throw new Error(`${file} holds this ${parts.length - 1} times:\n${find}`);
  await writeFile(path, parts.join(replace));
}
