import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "../../../src/editor/connections/creation/collect.ts";
import { InputBox, QuickPick, reset, screen } from "../../doubles/vscode.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { exactly } from "../statistics.ts";
import { editorFor } from "./editor.ts";

/** Until then compilers and caches fill up; what grows afterwards is kept by somebody. */
const warmUp = 200;

/** Wizard runs to the result, one after the other in one editor: whatever a run leaves behind adds up. */
export async function thousandRuns({ short }: Effort): Promise<readonly Row[]> {
  if (global.gc === undefined) throw new Error("Node was started without --expose-gc");
  const collect = global.gc;
  const runs = short ? 400 : 1_000;
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  await using service = await startService();
  using editor = await editorFor(service.origin, directory);
  const parts = { ...editor.parts, showEntitlements: () => Promise.resolve(), createNew: () => ({}) };
  const once = async (): Promise<void> => {
    reset();
    const result = createConnection(parts, editor.access, undefined);
    await answerAll();
    if ((await result) === undefined) throw new Error("the wizard gave no result");
  };
  const settled = (): { heap: number; resources: number } => {
    reset();
    for (let round = 0; round < 3; round++) collect();
    return { heap: process.memoryUsage().heapUsed, resources: process.getActiveResourcesInfo().length };
  };
  try {
    for (let run = 0; run < warmUp; run++) await once();
    const before = settled();
    for (let run = warmUp; run < runs; run++) await once();
    const after = settled();
    const heap = (after.heap - before.heap) / 1e6;
    const resources = after.resources - before.resources;
    return [
      {
        title: `heap growth over ${runs} wizard runs`,
        unit: "MB",
        contenders: [{ name: "ours", figure: exactly(heap) }],
        goals: [
          { words: "flat within 1 MB", value: heap, limit: 1, kind: "leak" },
          { words: "timers, sockets and files left over: none", value: resources, limit: 0, kind: "leak" },
        ],
        notes: [
          `Node 24 with the double of VS Code; counted from run ${warmUp} on, after garbage collection.`,
        ],
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function answerAll(): Promise<void> {
  const box = await screen.next(InputBox);
  box.type("shop.example");
  box.enter();
  const profile = await screen.next(QuickPick);
  profile.type("buyer");
  profile.enter();
  for (const label of ["Service default", "None, a person types it", "$(add) Create Connection"])
    (await screen.next(QuickPick)).choose(label);
}
