import { access } from "node:fs/promises";
import { join } from "node:path";

/** The repository's folder, absolute. */
export const root = join(import.meta.dirname, "..", "..");

/** What tests fetch and write; git ignores it and it may be deleted at any time. */
export const cache = join(root, ".vscode-test");

/** Whether there is a file or folder. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
