import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { cache, root } from "./paths.ts";

/** Folders and files that are linked into a copy or not needed in it. */
const excludedNames = new Set([".git", ".vscode-test", "node_modules", "managed-auth.vsix"]);

/** Copies the repository with its built files into a new folder. The caller removes the folder. */
export async function copyOfRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "managed-auth-copy-"));
  await cp(root, folder, {
    recursive: true,
    filter: (source) => !excludedNames.has(relative(root, source).split(sep)[0] ?? ""),
  });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await symlink(cache, join(folder, ".vscode-test"), "junction");
  return folder;
}
