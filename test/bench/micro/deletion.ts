import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { deleteTargets } from "../../../src/editor/destinations/delete.ts";
import { Message, reset, screen } from "../../doubles/vscode.ts";
import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { editorFor } from "./editor.ts";
import { token } from "./requests.ts";

const targets = Array.from({ length: 1_000 }, (_, index) => ({ idOrName: `dest_${index}` }));

/** Nothing is refused here, so nobody is asked whose token it is. */
const whoAmI = { read: () => Promise.resolve(undefined) };

/** "Delete Telemetry Destinations…" on 1,000 of them, from the confirmation to the finished result. */
export async function deletions({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const pool = new Pool(service.origin);
  using editor = await editorFor(service.origin, directory);
  const deleteAll = async (): Promise<void> => {
    reset();
    const result = deleteTargets({ ...editor.parts, whoAmI }, editor.access, targets);
    const dialog = await screen.next(Message);
    dialog.choose(dialog.buttons[0]);
    if ((await result) === undefined) throw new Error("nothing was deleted");
  };
  try {
    const contenders = await interleaved(
      { ours: deleteAll, "four bare loops": () => fourLoops(pool) },
      short ? { rounds: 2, calls: 1 } : { rounds: 15, calls: 1 },
    );
    const ratio = medianOf(contenders, "ours") / medianOf(contenders, "four bare loops");
    return [
      {
        title: "deleting 1,000 destinations",
        unit: "ms",
        contenders,
        goals: [{ words: "at most 1.3 × four bare loops", value: ratio, limit: 1.3, kind: "ratio" }],
        notes: ["Node 24; the editor around it is a double, so what VS Code itself draws is not in it."],
      },
    ];
  } finally {
    await pool.destroy();
    await rm(directory, { recursive: true, force: true });
  }
}

async function fourLoops(pool: Pool): Promise<void> {
  const queue = targets.values();
  const loop = async (): Promise<void> => {
    for (const { idOrName } of queue) {
      const { body } = await pool.request({
        method: "DELETE",
        path: `/telemetry/destinations/${idOrName}`,
        headers: { authorization: `Bearer ${token}` },
      });
      await body.dump();
    }
  };
  await Promise.all([loop(), loop(), loop(), loop()]);
}
