import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../host/until.ts";
import { signIn } from "../../ui/flows.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { certificate } from "./certificate.ts";
import { coldRows, noSamples } from "./coldRows.ts";
import { hostFetchRows, type HostFetch } from "./hostFetchRows.ts";
import { ids } from "./extensionsFolder.ts";
import { Session } from "./session.ts";
import { activationOf } from "./startupPerformance.ts";

/**
 * What a window costs that has only just been opened. Each sample has an extension host of its own; contenders take
 * turns, and where both are measured in one host, in alternating order.
 */
export async function coldStarts({ short }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const made = await certificate(folder);
    await using service = await startService(made);
    const { origin } = service;
    await using session = await Session.open({ NODE_EXTRA_CA_CERTS: made.cert });
    await signIn(session.workbench, origin, "sk_bench_token");
    const samples = noSamples();
    for (let round = 0; round < (short ? 1 : 5); round++) {
      const order = round % 2 === 0 ? [ids.ours, ids.empty] : [ids.empty, ids.ours];
      for (const contender of ["ours", "bare"] as const) {
        await session.fresh();
        for (const id of order) await session.probe("activate", id);
        const [ours, other] = await activations(session);
        samples.activation.ours.push(ours);
        samples.activation.other.push(other);
        const took = await session.probe<number>("firstRequest", contender, origin);
        samples.firstRequest[contender === "ours" ? "ours" : "other"].push(took);
      }
      // A host of its own: collecting garbage throws compiled code away, and what comes next loads the slower.
      await session.fresh();
      for (const id of order) {
        const grown = await session.probe<number>("growth", id);
        samples.heap[id === ids.ours ? "ours" : "other"].push(grown / 1e6);
      }
    }
    const host = await session.probe<HostFetch>("throughHostFetch", origin, short ? 2 : 20);
    return [...coldRows(samples), ...hostFetchRows(host)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of both activations, once the window has heard of them. */
async function activations(session: Session): Promise<readonly [number, number]> {
  return until("both activations in VS Code's table of its startup", async () => {
    const table = await session.probe<string>("startupPerformance");
    return [activationOf(table, ids.ours), activationOf(table, ids.empty)] as const;
  });
}
