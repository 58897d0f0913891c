import { rowPainted } from "./painted.ts";
import { medianOf, Samples, type Effort, type Row } from "./row.ts";
import { Session } from "./session.ts";

const still = "static tree without a request";

/**
 * Measures the time without rows after a view is first opened. The service is far away and was read by an earlier
 * window. Each sample has its own extension host, and the trees take turns.
 */
export async function firstRows({ short }: Effort): Promise<readonly Row[]> {
  await using session = await Session.open({ tls: true, basePath: "/slow" });
  const { page, entitlements } = session.workbench;
  await entitlements.row("Usage and limits");
  const samples = new Samples();
  // Each tree with one of its first rows, which are all rendered together.
  for (let round = 0; round < (short ? 2 : 7); round++) {
    await session.fresh();
    samples.add("ours", await rowPainted(page, "Managed Auth", "Usage and limits"));
    await session.fresh();
    samples.add(still, await rowPainted(page, "Bench Still", "Third still row"));
  }
  const { contenders } = samples;
  const ratio = medianOf(contenders, "ours") / medianOf(contenders, still);
  return [
    {
      title: "tree painted after its view opens, cold",
      unit: "ms",
      contenders,
      goals: [{ words: `at most 1.4 × the ${still}`, value: ratio, limit: 1.4, kind: "ratio" }],
      notes: ["The service answers after 500 ms. Until then, the rows show the last reading and its age."],
    },
  ];
}
