import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A new directory that goes when the test ends. */
export async function temporaryDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "managed-auth-test-"));
  context.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
