import { createRequire } from "node:module";
import { join } from "node:path";
import type * as client from "./client.ts";

/**
 * The first request of this host, in milliseconds: "ours" loads the client's code first and reads the entitlements,
 * "bare" is the host's fetch of the same. Throws where our way loads the pool.
 */
export async function firstRequest(contender: unknown, origin: unknown): Promise<number> {
  const begin = performance.now();
  if (contender === "bare") {
    const response = await fetch(`${String(origin)}/org/entitlements`, {
      headers: { authorization: "Bearer sk_bench" },
    });
    await response.json();
    return performance.now() - begin;
  }
  const load = createRequire(__filename);
  const { read } = load("./client.cjs") as typeof client;
  await read(String(origin));
  const took = performance.now() - begin;
  const loaded = Object.keys(load.cache).filter((file) => file.startsWith(join(__dirname, "pool")));
  if (loaded.length > 0) throw new Error("our first request loaded the pool");
  return took;
}
