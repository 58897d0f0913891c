import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { Accounts } from "../../../src/editor/accounts.ts";
import { deleteTargets } from "../../../src/editor/deleteDestinations.ts";
import { Log } from "../../../src/editor/log.ts";
import { Results } from "../../../src/editor/results.ts";
import { Sandbox } from "../../../src/editor/sandbox.ts";
import { Service } from "../../../src/editor/service.ts";
import { Session } from "../../../src/editor/session.ts";
import { Memento, Message, reset, screen, SecretStorage } from "../../doubles/vscode.ts";
import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { token } from "./requests.ts";

const targets = Array.from({ length: 1_000 }, (_, index) => ({ idOrName: `dest_${index}` }));

/** "Delete Telemetry Destinations…" on 1,000 of them, from the confirmation to the finished result. */
export async function deletions({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const pool = new Pool(service.origin);
  const editor = await editorFor(service.origin, directory);
  try {
    const contenders = await interleaved(
      { ours: editor.deleteAll, "four bare loops": () => fourLoops(pool) },
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
    editor.dispose();
    await pool.destroy();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The editor's own way, with somebody who confirms at once. */
async function editorFor(
  origin: string,
  directory: string,
): Promise<{ readonly deleteAll: () => Promise<void>; readonly dispose: () => void }> {
  const windowState = new Memento();
  const accounts = new Accounts(new SecretStorage());
  const session = new Session(accounts, windowState, new Memento());
  const sandbox = new Sandbox(() => Promise.reject(new Error("not needed")));
  const service = new Service(accounts, session, sandbox, new Log(), "1.2.3");
  const account = await accounts.add("Bench", origin, token);
  const connection = await service.connect(account, new AbortController().signal);
  const parts = { service, results: new Results(directory), windowState };
  return {
    async deleteAll() {
      reset();
      const result = deleteTargets(parts, connection, targets);
      const dialog = await screen.next(Message);
      dialog.choose(dialog.buttons[0]);
      if ((await result) === undefined) throw new Error("nothing was deleted");
    },
    dispose() {
      for (const one of [service, session, accounts]) one.dispose();
    },
  };
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
