import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PendingCreations } from "../../../src/editor/connections/creation/pending.ts";
import { interleaved } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";
import { request } from "./requests.ts";

/** The file that outlives a crash while a creation is under way: written, synced, renamed, and removed again. */
export async function pendingFile({ short }: Effort): Promise<readonly Row[]> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const pending = new PendingCreations(directory);
  try {
    const contenders = await interleaved(
      {
        ours: async () => pending.settle(await pending.begin("account", "https://api.example.com", request)),
      },
      short ? { rounds: 2, calls: 10 } : { rounds: 10, calls: 20 },
    );
    return [{ title: "pending file of a create", unit: "ms", contenders, goals: [] }];
  } finally {
    pending.dispose();
    await rm(directory, { recursive: true, force: true });
  }
}
