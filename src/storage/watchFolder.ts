import { mkdirSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";

/**
 * Tells when a JSON file of a folder comes, changes or goes, whichever window does it; makes the folder first.
 * `undefined` where the file system or its limits do not allow it: the folder is still read whenever it is asked for.
 */
export function watchFolder(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name?.endsWith(".json") !== false) changed();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    return undefined;
  }
}
