import { Pool } from "undici";
import { Client } from "../../../src/api/client.ts";
import { HostDispatchers } from "../../../src/api/dispatchers.ts";
import { sent, token } from "./requests.ts";

export interface Clients extends AsyncDisposable {
  readonly ours: Client;
  readonly pool: Pool;
}

/** Our client and a bare pool for one loopback origin, each as it comes. */
export function clientsOf(origin: string): Clients {
  const dispatchers = new HostDispatchers();
  const pool = new Pool(origin);
  return {
    ours: new Client({
      baseUrl: origin,
      token: () => Promise.resolve(token),
      dispatchers,
      userAgent: "managed-auth-bench",
    }),
    pool,
    async [Symbol.asyncDispose]() {
      await dispatchers.dispose();
      await pool.destroy();
    },
  };
}

/** A request through a bare pool, and its answer parsed. */
export async function poolJson(pool: Pool, method: "GET" | "POST", path: string): Promise<unknown> {
  const { body } = await pool.request({ ...sent(method), path });
  return JSON.parse(await body.text()) as unknown;
}
