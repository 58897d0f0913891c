// Whether the data is where the next start will look for it. A file that was removed or replaced while it is open
// still takes every write, and all of them are lost with the process.
import { statSync } from "node:fs";
import { SandboxError } from "../sandboxError.ts";
import type { Database } from "./sqlite.ts";

/** Returns a check that throws a {@link SandboxError} `unusableFile` once the data or its log is another file, or none. */
export function placeOf(db: Database): () => void {
  const file = db.location();
  if (file === null) return () => undefined;
  const parts = [file, `${file}-wal`].map((part) => ({ part, opened: identity(part) }));
  return () => {
    for (const { part, opened } of parts) {
      if (identity(part) === opened) continue;
      const message = `${part} was removed or replaced while it was in use. Start the sandbox again.`;
      throw new SandboxError("unusableFile", message);
    }
  };
}

/** Undefined where there is no such file; in a place without write-ahead logs there never is a log. */
function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
