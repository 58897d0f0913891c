import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Creates a directory that is removed when the test ends. */
export async function temporaryDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "managed-auth-test-"));
  // Canceled work may still write files, so retry the removal.
  context.after(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
