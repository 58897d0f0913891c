import { until } from "../host/until.ts";
import { ids } from "./extensionsFolder.ts";
import { medianOf, Samples, type Contender, type Effort, type Row } from "./row.ts";
import { Session } from "./session.ts";

/**
 * Measures the costs of a newly opened window. Each sample has its own extension host. Contenders take turns, and
 * alternate their order if one host measures both.
 */
export async function coldStarts({ short }: Effort): Promise<readonly Row[]> {
  await using session = await Session.open({ tls: true });
  const { origin, probe } = session;
  const [activation, heap, request] = [new Samples(), new Samples(), new Samples()];
  for (let round = 0; round < (short ? 1 : 5); round++) {
    const order = round % 2 === 0 ? [ids.ours, ids.empty] : [ids.empty, ids.ours];
    for (const contender of ["ours", "bare host fetch"]) {
      await session.fresh();
      for (const id of order) await probe("activate", id);
      const [ours, other] = await activations(session);
      activation.add("ours", ours);
      activation.add("empty extension", other);
      request.add(contender, await probe("firstRequest", contender === "ours", origin));
    }
    // Use a new host, because garbage collection discards compiled code, which would slow down the next load.
    await session.fresh();
    const grown = new Map<string, number>();
    for (const id of order) grown.set(id, (await probe<number>("growth", id)) / 1e6);
    heap.add("ours", grown.get(ids.ours) ?? NaN);
    heap.add("empty extension", grown.get(ids.empty) ?? NaN);
  }
  const reads = await probe<readonly Contender[]>("readsThroughHostFetch", origin, short ? 2 : 20);
  return coldRows(activation.contenders, heap.contenders, request.contenders, reads);
}

function coldRows(
  activation: readonly Contender[],
  heap: readonly Contender[],
  request: readonly Contender[],
  reads: readonly Contender[],
): readonly Row[] {
  const more = medianOf(request, "ours") - medianOf(request, "bare host fetch");
  const ratio = medianOf(reads, "ours") / medianOf(reads, "host fetch");
  return [
    {
      title: "load and activate, cold",
      unit: "ms",
      contenders: activation,
      goals: [{ words: "at most 5 ms", value: medianOf(activation, "ours"), limit: 5, kind: "time" }],
      notes: ["From VS Code's own table, in whole milliseconds."],
    },
    {
      title: "heap growth by activation",
      unit: "MB",
      contenders: heap,
      goals: [{ words: "at most 0.6 MB", value: medianOf(heap, "ours"), limit: 0.6, kind: "leak" }],
      notes: ["After garbage collection."],
    },
    {
      title: "first request, cold",
      unit: "ms",
      contenders: request,
      goals: [{ words: "at most 20 ms more than a bare fetch", value: more, limit: 20, kind: "time" }],
      notes: ["Includes loading the client's code. The pool's code isn't loaded."],
    },
    {
      title: "64 different reads at once through the host's fetch",
      unit: "ms",
      contenders: reads,
      goals: [{ words: "at most 1.2 × the host's own fetch", value: ratio, limit: 1.2, kind: "ratio" }],
      notes: ["In VS Code's extension host, over TLS on loopback."],
    },
  ];
}

/**
 * Returns the duration of both activations in milliseconds, after the window has received them from the extension
 * host.
 */
async function activations({ probe }: Session): Promise<readonly [number, number]> {
  return until("both activations in VS Code's table of its startup", async () => {
    const table = await probe<string>("startupPerformance");
    return [activationOf(table, ids.ours), activationOf(table, ids.empty)] as const;
  });
}

/**
 * Returns the time to load and activate an extension, in milliseconds, from the table of "Developer: Startup
 * Performance".
 */
function activationOf(table: string, extension: string): number {
  // Extension, eager, load code, call activate, finish activate, event, by.
  const rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const row = rows.find(([, name]) => name === extension);
  if (row === undefined) throw new Error(`VS Code's table of its startup has no ${extension}`);
  const total = row.slice(3, 6).reduce((sum, cell) => sum + Number(cell), 0);
  if (Number.isNaN(total)) throw new Error(`VS Code's table of its startup says: ${row.join(" | ")}`);
  return total;
}
