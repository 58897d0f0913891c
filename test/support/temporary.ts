import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A new directory that goes when the test ends. */
export async function temporaryDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "managed-auth-test-"));
  // What a test has called off may still be about to write.
  context.after(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
