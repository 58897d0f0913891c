import { rowPainted } from "./painted.ts";
import { medianOf, Samples, type Effort, type Row } from "./row.ts";
import { Session } from "./session.ts";

const total = 10_000;
/** Maximum number of rows that our view fetches at once. */
const stride = 1_000;
const staticTreeName = "static tree of the same rows";

/** The trees, with the title of the view and the command that renders all rows again. */
const trees = [
  { name: "ours", view: "Managed Auth", refresh: "managedAuth.refreshConnections" },
  { name: staticTreeName, view: "Bench Rows", refresh: "benchRows.refresh" },
] as const;

/** Measures a view of 10,000 connections against a static tree of the same rows, in turns, each in a new host. */
export async function manyRows({ short }: Effort): Promise<readonly Row[]> {
  await using session = await Session.open({ tls: false });
  const { probe, workbench } = session;
  // The page object would scroll through all of them.
  await workbench.page.locator(".part.sidebar .monaco-list-row").first().waitFor();
  const [first, refreshed, heap, stall] = [new Samples(), new Samples(), new Samples(), new Samples()];
  for (let round = 0; round < (short ? 1 : 5); round++) {
    for (const { name, refresh, view } of trees) {
      await session.fresh();
      const before = await probe<number>("heap");
      await probe("watchStalls");
      first.add(name, await rowPainted(workbench.page, view, "ma-0.example.com"));
      if (name === "ours") {
        // The first rows come from the cache of an earlier window.
        await probe("timed", refresh);
        for (let read = stride; read < total; read += stride)
          await probe("timed", "managedAuth.loadMoreConnections");
      }
      refreshed.add(name, await probe("timed", refresh));
      stall.add(name, await probe("longestStall"));
      heap.add(name, ((await probe<number>("heap")) - before) / 1e6);
    }
  }
  const ratio = medianOf(first.contenders, "ours") / medianOf(first.contenders, staticTreeName);
  const longest = medianOf(stall.contenders, "ours");
  return [
    {
      title: "10,000 connections in the view: first rows",
      unit: "ms",
      contenders: first.contenders,
      goals: [{ words: "at most 1.4 × the static tree", value: ratio, limit: 1.4, kind: "ratio" }],
      notes: ["Cold, from the click on the view. Our rows were stored by an earlier window."],
    },
    {
      title: "10,000 connections in the view: refresh",
      unit: "ms",
      contenders: refreshed.contenders,
      notes: ["Ours includes 100 sequential requests over loopback."],
    },
    {
      title: "10,000 connections in the view: memory",
      unit: "MB",
      contenders: heap.contenders,
      notes: ["Extension host after garbage collection, including our code."],
    },
    {
      title: "10,000 connections in the view: longest stall of the extension host",
      unit: "ms",
      contenders: stall.contenders,
      goals: [{ words: "no frame over 50 ms", value: longest, limit: 50, kind: "time" }],
      notes: ["From the click on the view until all rows are read and refreshed."],
    },
  ];
}
