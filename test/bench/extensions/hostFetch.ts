import { createRequire } from "node:module";
import { join } from "node:path";
import { getConnection } from "../../../src/api/operations.ts";
import { Samples, type Contender } from "../row.ts";
import { clientOf } from "./client.ts";
import type * as lazy from "./client.ts";

/** Sends a request with the host's own `fetch` and parses the response. */
async function fetched(origin: unknown, path: string): Promise<unknown> {
  const headers = { accept: "application/json", authorization: "Bearer sk_bench" };
  return (await fetch(`${String(origin)}${path}`, { headers })).json();
}

/**
 * Returns the duration of this host's first request, in milliseconds. `ours` loads the client's code and reads the
 * entitlements. Otherwise, the host's `fetch` reads them. Throws if our client loads the pool.
 */
export async function firstRequest(ours: unknown, origin: unknown): Promise<number> {
  const begin = performance.now();
  if (ours !== true) {
    await fetched(origin, "/org/entitlements");
    return performance.now() - begin;
  }
  const load = createRequire(__filename);
  const { read } = load("./client.cjs") as typeof lazy;
  await read(String(origin));
  const took = performance.now() - begin;
  const loaded = Object.keys(load.cache).filter((file) => file.startsWith(join(__dirname, "pool")));
  if (loaded.length > 0) throw new Error("our first request loaded the pool");
  return took;
}

const ids = Array.from({ length: 64 }, (_, index) => `ma_${index}`);
const { signal } = new AbortController();

/**
 * Measures 64 concurrent reads, by the client and by the host's `fetch`. The two take turns, two calls at a time,
 * and each round has another order, so that other load affects both equally. The first round is a warm-up.
 */
export async function readsThroughHostFetch(origin: unknown, rounds: unknown): Promise<readonly Contender[]> {
  const client = clientOf(String(origin));
  const contenders: readonly [string, (id: string) => Promise<unknown>][] = [
    [
      "ours",
      async (id) => {
        const { kind } = await client.call(getConnection, { path: { id } }, signal);
        // A failure must not count as a fast response.
        if (kind !== "ok") throw new Error(`our client ended with ${kind}`);
      },
    ],
    ["host fetch", (id) => fetched(origin, `/auth/connections/${id}`)],
  ];
  const samples = new Samples();
  for (let round = 0; round <= Number(rounds); round++) {
    for (const [name, read] of round % 2 === 1 ? contenders : contenders.toReversed()) {
      for (let call = 0; call < 2; call++) {
        const begin = performance.now();
        await Promise.all(ids.map(read));
        if (round > 0) samples.add(name, performance.now() - begin);
      }
    }
  }
  return samples.contenders;
}
