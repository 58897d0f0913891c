import { type FSWatcher, mkdirSync, watch } from "node:fs";

/**
 * Calls `changed` when a JSON file in a folder is added, changed or removed, in any window; creates the folder first.
 * `undefined` where the file system does not support this: callers still read the folder on demand.
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
