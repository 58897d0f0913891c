// Checks that acknowledged writes survive a power failure, because they were synced before. Killing the process can't
// show this, because the system keeps what a dead process wrote. Therefore strace records the sandbox's system calls,
// and the test rebuilds the disk without unsynced writes at each reply and opens the file.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { until } from "../../../host/until.ts";
import { chance, type Chance } from "../chance.ts";
import { Disk } from "../disk.ts";
import { start } from "../process.ts";
import { book, create, filledFile, remove, temporaryDirectory, token } from "../support.ts";
import { readTrace, tracing, whyNoTrace, type Event } from "../trace.ts";
import { answersFirst, withVariant, type Variant } from "../variant.ts";

const skip = whyNoTrace() ?? false;

interface Load {
  readonly creations: number;
  readonly deletions: number;
  /** Number of allowed domains per connection, which determines its size. */
  readonly domains: number;
}

interface Traced {
  readonly file: string;
  /** Content of the file before the start. */
  readonly before: Buffer;
  /** System calls of the sandbox while several clients used it, until it stopped. */
  readonly events: readonly Event[];
}

async function traced(t: TestContext, load: Load, variant?: Variant): Promise<Traced> {
  const file = join(temporaryDirectory(t), "data.db");
  filledFile(file, load.deletions);
  const before = readFileSync(file);
  const trace = join(temporaryDirectory(t), "trace");
  const sandbox = await start(t, ["--token", token, "--data", file], {
    ...(variant && withVariant(variant)),
    through: tracing(trace, 8192),
  });
  await book(sandbox.port, "ENTERPRISE", false);
  const allowed = JSON.stringify(
    Array.from({ length: load.domains }, (_, index) => `${"long.".repeat(44)}d${index}.example`),
  );
  const work = [
    ...Array.from({ length: load.creations }, (_, index) => async () => {
      const body = `{"domain":"d${index}.example","profile_name":"p${index}","allowed_domains":${allowed}}`;
      assert.equal((await create(sandbox.port, body)).status, 201);
    }),
    ...Array.from({ length: load.deletions }, (_, index) => async () => {
      assert.equal((await remove(sandbox.port, `spare-${index}`)).status, 204);
    }),
  ];
  const next = work[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const step of next) await step();
    }),
  );
  assert.equal((await sandbox.end("SIGTERM")).code, 0);
  return { file, before, events: await until("the end of the trace", () => readTrace(trace)) };
}

/** The writes that a trace has acknowledged so far. */
class Acknowledged {
  readonly created = new Set<string>();
  readonly deleted = new Set<string>();
  readonly #deletions = new Map<string, string>();

  /** Returns true if the event acknowledges another write. */
  add(event: Event): boolean {
    if (event.kind === "request") {
      const name = /^DELETE \/telemetry\/destinations\/(\S+) /.exec(event.text)?.[1];
      if (name !== undefined) this.#deletions.set(event.socket, name);
      return false;
    }
    if (event.kind !== "answer") return false;
    const id = /^HTTP\/1\.1 201 .*?"id":"(ma_[0-9a-f]{24})"/s.exec(event.text)?.[1];
    if (id !== undefined) this.created.add(id);
    const name = event.text.startsWith("HTTP/1.1 204 ") ? this.#deletions.get(event.socket) : undefined;
    if (name !== undefined) this.deleted.add(name);
    return id !== undefined || name !== undefined;
  }
}

interface Verdict {
  /** A line per moment at which writes were lost. */
  readonly lost: readonly string[];
  readonly moments: number;
  readonly acknowledged: Acknowledged;
}

/** Simulates a power failure at every reply, and at random moments between replies. */
function judge(t: TestContext, { file, before, events }: Traced, { next }: Chance): Verdict {
  const disk = new Disk({ [file]: before });
  const acknowledged = new Acknowledged();
  const directory = temporaryDirectory(t);
  const lost: string[] = [];
  let moments = 0;
  for (const [index, event] of events.entries()) {
    disk.apply(event);
    const answered = acknowledged.add(event);
    const between = acknowledged.created.size > 0 && event.kind !== "request" && next() < 0.01;
    if (!answered && !between) continue;
    moments++;
    const folder = join(directory, String(index));
    mkdirSync(folder);
    for (const part of ["", "-wal"]) {
      writeFileSync(
        join(folder, `data${part}`),
        disk.contentAfterFailure(file + part, () => !answered && next() < 0.5),
      );
    }
    lost.push(...missing(join(folder, "data"), acknowledged).map((loss) => `event ${index}: ${loss}`));
  }
  return { lost, moments, acknowledged };
}

function missing(file: string, { created, deleted }: Acknowledged): string[] {
  const db = new DatabaseSync(file);
  try {
    const check = db.prepare("PRAGMA integrity_check").all();
    if (check[0]?.["integrity_check"] !== "ok") return [JSON.stringify(check)];
    const connections = new Set(
      db
        .prepare("SELECT id FROM connections")
        .all()
        .map(({ id }) => String(id)),
    );
    const destinations = new Set(
      db
        .prepare("SELECT name FROM destinations")
        .all()
        .map(({ name }) => String(name)),
    );
    return [
      ...Array.from(created).filter((id) => !connections.has(id)),
      ...Array.from(deleted).filter((name) => destinations.has(name)),
    ];
  } catch (error) {
    return [String(error)];
  } finally {
    db.close();
  }
}

describe("a simulated power failure", { skip }, () => {
  it("never causes the loss of an acknowledged write", async (t) => {
    // Large enough for a checkpoint of the write-ahead log during the test.
    const load = { creations: 24, deletions: 12, domains: 1000 };
    const run = await traced(t, load);
    const { file, events } = run;
    const random = chance();
    const { lost, moments, acknowledged } = judge(t, run, random);
    assert.deepEqual(lost, [], `SEED=${random.seed}`);
    assert.equal(acknowledged.created.size, load.creations);
    assert.equal(acknowledged.deleted.size, load.deletions);
    const lastAnswer = events.findLastIndex(({ kind }) => kind === "answer");
    const folded = events.findIndex((event) => event.kind === "write" && event.file === file);
    assert.ok(folded >= 0 && folded < lastAnswer, "the log was folded in while it was used");
    t.diagnostic(`${moments} moments, ${events.length} events, SEED=${random.seed}`);
  });

  for (const [flaw, variant] of [
    [
      "syncs only occasionally",
      { file: "db/database.ts", find: "synchronous = FULL", replace: "synchronous = NORMAL" },
    ],
    ["never syncs", { file: "db/database.ts", find: "synchronous = FULL", replace: "synchronous = OFF" }],
    ["replies before it commits", answersFirst],
  ] as const)
    it(`causes the loss of acknowledged writes if the sandbox ${flaw}`, async (t) => {
      const run = await traced(t, { creations: 10, deletions: 10, domains: 0 }, variant);
      assert.notDeepEqual(judge(t, run, chance()).lost, []);
    });
});
