import { id, scene } from "../../unit/editor/logins/following.ts";
import type { Effort, Row } from "../row.ts";
import { exactly } from "../statistics.ts";

const minutes = 20;
/** Fifteen times as often as the service does it. */
const everyMs = 1_000;

/** A login that is followed while nothing happens but that its stream beats, on a clock that is put forward. */
export async function heartbeats({ short }: Effort): Promise<readonly Row[]> {
  // Until then compilers and caches fill up; what grows afterwards is kept by somebody.
  await grown(minutes);
  const last = short ? 5 : minutes;
  const heap = await grown(last);
  return [
    {
      title: `heap growth over ${last} minutes of heartbeats of a followed login`,
      unit: "MB",
      contenders: [{ name: "ours", figure: exactly(heap) }],
      goals: [{ words: "flat within 0.1 MB", value: heap, limit: 0.1, kind: "leak" }],
      notes: [
        "Beyond its first minute, after garbage collection; a beat each second, on a clock put forward.",
      ],
    },
  ];
}

/** Megabytes by which the heap grows from the first minute to the last one. */
async function grown(last: number): Promise<number> {
  const made = scene();
  const { clock, service, standings, stop } = made;
  const flow = service.last(id);
  if (flow === undefined) throw new Error("no login was begun");
  flow.expiresAt += minutes * 60_000;
  await made.run();
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      const data = { event: "sse_heartbeat", timestamp: new Date(clock.now()).toISOString() };
      service.write(id, `event: sse_heartbeat\ndata: ${JSON.stringify(data)}\n\n`);
      await clock.pass(everyMs);
      // What a test looks at afterwards.
      standings.length = 0;
    }
  };
  await beats(60_000);
  const first = heap();
  await beats((last - 1) * 60_000);
  const end = heap();
  if (service.streams !== 1 || service.count("events") !== 1) throw new Error("its stream did not last");
  stop.abort();
  return end - first;
}

/** Megabytes of the heap that are in use once garbage is gone. */
function heap(): number {
  if (global.gc === undefined) throw new Error("Node was started without --expose-gc");
  for (let round = 0; round < 3; round++) global.gc();
  return process.memoryUsage().heapUsed / 1e6;
}
