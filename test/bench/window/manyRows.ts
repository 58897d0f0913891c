import { signIn } from "../../ui/flows.ts";
import { medianOf } from "../interleaved.ts";
import type { Contender, Effort, Row, Unit } from "../row.ts";
import { of, type Total } from "../server/totals.ts";
import { startService } from "../server/start.ts";
import { figureOf } from "../statistics.ts";
import { rowPainted } from "./painted.ts";
import { Session } from "./session.ts";

/** Rows that our view reads at once. */
const stride = 1_000;
const besides = "static tree of the same rows";

/** Each with the title of its view, and the commands that show a thousand rows more and draw all of them anew. */
const trees = [
  { name: "ours", view: "Managed Auth", refresh: "managedAuth.refreshConnections" },
  { name: besides, view: "Bench Rows", refresh: "benchRows.refresh" },
] as const;

/** What was taken of a tree, one sample for each of its windows; times in ms, memory in MB. */
interface Samples {
  readonly first: number[];
  readonly refresh: number[];
  readonly heap: number[];
  readonly stall: number[];
}

/** A view of 1,000 and of 10,000 connections, beside a static tree of the same rows, in turns and each in a new host. */
export async function manyRows({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  const rows: Row[] = [];
  for (const total of [1_000, 10_000] as const) {
    await using session = await Session.open({ BENCH_ROWS: String(total) });
    await signIn(session.workbench, service.origin + of(total), "sk_bench_token");
    // The page object would scroll through all of them.
    await session.workbench.page.locator(".part.sidebar .monaco-list-row").first().waitFor();
    const samples = trees.map((): Samples => ({ first: [], refresh: [], heap: [], stall: [] }));
    for (let round = 0; round < (short ? 1 : 5); round++) {
      for (const [index, tree] of trees.entries()) await take(session, tree, total, samples[index]);
    }
    rows.push(...rowsOf(total, samples));
  }
  return rows;
}

async function take(
  session: Session,
  { name, refresh, view }: (typeof trees)[number],
  total: Total,
  samples: Samples | undefined,
): Promise<void> {
  const { probe, workbench } = session;
  await session.fresh();
  const before = await probe<number>("heap");
  await probe("watchStalls");
  samples?.first.push(await rowPainted(workbench.page, view, "ma-0.example.com"));
  if (name === "ours") {
    // What is shown first was read by an earlier window.
    await probe("timed", refresh);
    for (let read = stride; read < total; read += stride)
      await probe("timed", "managedAuth.loadMoreConnections");
  }
  samples?.refresh.push(await probe<number>("timed", refresh));
  samples?.stall.push(await probe<number>("longestStall"));
  samples?.heap.push(((await probe<number>("heap")) - before) / 1e6);
}

function rowsOf(total: Total, samples: readonly Samples[]): readonly Row[] {
  const contenders = (of: keyof Samples): readonly Contender[] =>
    trees.map(({ name }, index) => ({ name, figure: figureOf(samples[index]?.[of] ?? []) }));
  const row = (what: string, unit: Unit, of: keyof Samples, more: Partial<Row> = {}): Row => ({
    title: `${total.toLocaleString("en")} connections in the view: ${what}`,
    unit,
    contenders: contenders(of),
    goals: [],
    ...more,
  });
  const first = contenders("first");
  const stall = medianOf(contenders("stall"), "ours");
  return [
    row("first rows", "ms", "first", {
      goals: [
        {
          words: "at most 1.4 × the static tree",
          value: medianOf(first, "ours") / medianOf(first, besides),
          limit: 1.4,
          kind: "ratio",
        },
      ],
      notes: ["From the click on the view, cold; ours are those that an earlier window read."],
    }),
    row("read and drawn anew", "ms", "refresh", {
      notes: [`${total / 100} requests over loopback, one after the other, are part of ours.`],
    }),
    row("memory", "MB", "heap", {
      notes: ["Of the extension host, after garbage collection, our code included."],
    }),
    row("longest stall of the extension host", "ms", "stall", {
      goals: [{ words: "no frame over 50 ms", value: stall, limit: 50, kind: "time" }],
      notes: ["From the click on the view until all are read and have been read anew."],
    }),
  ];
}
