import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "../../ui/flows.ts";
import { medianOf } from "../interleaved.ts";
import type { Contender, Effort, Row } from "../row.ts";
import { slow } from "../server/slow.ts";
import { startService } from "../server/start.ts";
import { figureOf } from "../statistics.ts";
import { certificate } from "./certificate.ts";
import { rowPainted } from "./painted.ts";
import { Session } from "./session.ts";

/** Each with the title of its view and a row that is among its first: these are drawn together. */
const trees = [
  ["ours", "Managed Auth", "In use"],
  ["static tree without a request", "Bench Still", "Third still row"],
  ["static tree after one bare host fetch", "Bench Static", "Third static row"],
] as const;

/**
 * How long a window without rows lasts once a view is opened for the first time. Our service is far away, and was read
 * by an earlier window; each sample has an extension host of its own, and the trees take turns.
 */
export async function firstRows({ short }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const made = await certificate(folder);
    await using service = await startService(made);
    await using session = await Session.open({
      NODE_EXTRA_CA_CERTS: made.cert,
      BENCH_TREE: `${service.origin}/org/entitlements`,
    });
    await signIn(session.workbench, service.origin + slow.path, "sk_bench_token");
    await session.workbench.entitlements.row("In use");
    const samples = trees.map((): number[] => []);
    for (let round = 0; round < (short ? 2 : 7); round++) {
      for (const [index, [, view, row]] of trees.entries()) {
        await session.fresh();
        samples[index]?.push(await rowPainted(session.workbench.page, view, row));
      }
    }
    return [rowOf(trees.map(([name], index) => ({ name, figure: figureOf(samples[index] ?? []) })))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(contenders: readonly Contender[]): Row {
  const still = medianOf(contenders, trees[1][0]);
  return {
    title: "tree painted after its view opens, cold",
    unit: "ms",
    contenders,
    goals: [
      {
        words: "at most 1.4 × the static tree without a request",
        value: medianOf(contenders, "ours") / still,
        limit: 1.4,
        kind: "ratio",
      },
    ],
    notes: [`Our service answers after ${slow.ms} ms: until then the rows say what was read last, and when.`],
  };
}
