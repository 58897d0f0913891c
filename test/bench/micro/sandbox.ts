import { mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "undici";
import { cache } from "../../host/paths.ts";
import { openSandbox } from "../../../src/sandbox/run/openSandbox.ts";
import type { Turns } from "../interleaved.ts";
import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";

const atOnce = 64;
const tmpfsMagic = 0x01021994;

/** Durable creates: each is on the disk before it is answered. The sandbox shares this process. */
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

async function measured(directory: string, turns: Turns): Promise<Row> {
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
  const { create, get } = requests(pool, token);
  const bare = bareInserts(join(directory, "bare.db"));
  const [alone, readings, inserts] = ["one at a time", "GETs of the sandbox", "node:sqlite, synced inserts"];
  try {
    const contenders = await interleaved(
      {
        ours: () => Promise.all(Array.from({ length: atOnce }, create)),
        [alone]: () => oneByOne(create),
        [readings]: () => oneByOne(get),
        [inserts]: () => oneByOne(bare.insert),
      },
      turns,
    );
    const one = medianOf(contenders, alone);
    return {
      title: `sandbox: ${atOnce} durable creates at once`,
      unit: "ms",
      contenders,
      goals: [
        {
          words: "at most 1 × as many one at a time",
          value: medianOf(contenders, "ours") / one,
          limit: 1,
          kind: "ratio",
        },
        {
          words: "one at a time, at most 1 × three GETs and a bare synced insert",
          value: one / (3 * medianOf(contenders, readings) + medianOf(contenders, inserts)),
          limit: 1,
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

async function oneByOne(work: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < atOnce; call++) await work();
}

let created = 0;

function requests(
  pool: Pool,
  token: string,
): { readonly create: () => Promise<void>; readonly get: () => Promise<void> } {
  const headers = { authorization: `Bearer ${token}` };
  const asked = async (expected: number, call: Parameters<Pool["request"]>[0]): Promise<void> => {
    const { body, statusCode } = await pool.request(call);
    const text = await body.text();
    if (statusCode !== expected) throw new Error(`the sandbox answered ${statusCode}: ${text}`);
  };
  return {
    create: () =>
      asked(201, {
        method: "POST",
        path: "/auth/connections",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ domain: "bench.example", profile_name: `bench-${created++}` }),
      }),
    get: () => asked(200, { method: "GET", path: "/auth/connections/ma_sandboxhelpdesk", headers }),
  };
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
      statement.run(`ma_${created++}`, body);
      return Promise.resolve();
    },
    close: () => database.close(),
  };
}
