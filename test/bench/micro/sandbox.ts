import { mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "undici";
import { cache } from "../../host/paths.ts";
import { openSandbox } from "../../../src/sandbox/sandbox.ts";
import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";

const atOnce = 64;
const tmpfsMagic = 0x01021994;

/** Durable creates, 64 at once: each is on the disk before it is answered. The sandbox shares this process. */
export async function sandboxCreates({ short }: Effort): Promise<readonly Row[]> {
  const directory = await mkdtemp(join(cache, "bench-"));
  try {
    if ((await statfs(directory)).type === tmpfsMagic)
      throw new Error("The repository lies on a disk in memory, where syncing is not real");
    return [await measured(directory, short ? { rounds: 2, calls: 1 } : { rounds: 20, calls: 2 })];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measured(directory: string, turns: { rounds: number; calls: number }): Promise<Row> {
  const sandbox = await openSandbox({
    port: 0,
    token: "sandbox-bench-token",
    file: join(directory, "sandbox.db"),
    onFault: (error) => {
      throw error instanceof Error ? error : new Error(String(error));
    },
  });
  if (sandbox === undefined) throw new Error("another sandbox holds a new file");
  const { port, token } = sandbox.identity;
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const bare = bareInserts(join(directory, "bare.db"));
  try {
    const contenders = await interleaved(
      { ours: () => creates(pool, token), "node:sqlite, one by one": bare.insert },
      turns,
    );
    const ratio = medianOf(contenders, "node:sqlite, one by one") / medianOf(contenders, "ours");
    return {
      title: `sandbox: ${atOnce} durable creates at once`,
      unit: "ms",
      contenders,
      goals: [
        {
          words: "at least 0.7 of the rate of bare inserts that sync one by one",
          value: ratio,
          limit: 0.7,
          atLeast: true,
          kind: "ratio",
        },
      ],
    };
  } finally {
    await pool.destroy();
    await sandbox.close();
    bare.close();
  }
}

let created = 0;

async function creates(pool: Pool, token: string): Promise<void> {
  const one = async (): Promise<void> => {
    const { body, statusCode } = await pool.request({
      method: "POST",
      path: "/auth/connections",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ domain: "bench.example", profile_name: `bench-${created++}` }),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`the sandbox answered ${statusCode}: ${text}`);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

function bareInserts(file: string): { readonly insert: () => Promise<void>; readonly close: () => void } {
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (id TEXT, body TEXT)",
  );
  const statement = database.prepare("INSERT INTO row VALUES (?, ?)");
  const body = JSON.stringify({ domain: "bench.example", profile_name: "bench", status: "NEEDS_AUTH" });
  return {
    insert() {
      for (let row = 0; row < atOnce; row++) statement.run(`ma_${created++}`, body);
      return Promise.resolve();
    },
    close: () => database.close(),
  };
}
