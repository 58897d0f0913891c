import { mkdirSync, watch } from "node:fs";
import type { Disposable } from "vscode";

/** Tells when a JSON file of a folder comes, changes or goes, whichever window does it; makes the folder first. */
export function watchFolder(folder: string, changed: () => void): Disposable {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name?.endsWith(".json") !== false) changed();
    });
    watcher.on("error", () => watcher.close());
    return { dispose: () => watcher.close() };
  } catch {
    // Not every file system and every limit lets a folder be watched. It is still read whenever the window asks.
    return { dispose: () => undefined };
  }
}
