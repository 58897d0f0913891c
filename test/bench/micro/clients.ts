// The contenders over one loopback origin, each doing what an application has to do to get a parsed answer.
import Kernel from "@onkernel/sdk";
import { Pool } from "undici";
import { Client } from "../../../src/api/client.ts";
import { HostDispatchers } from "../../../src/api/dispatchers.ts";
import type { ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";

export const token = "sk_bench_token";
export const signal = new AbortController().signal;
export const request: ManagedAuthCreateRequest = {
  domain: "shop.example",
  profile_name: "buyer",
  browser: { proxy: { mode: "direct" }, stealth: true },
  health_check_interval: 3600,
};
const headers = { accept: "application/json", authorization: `Bearer ${token}` };

export interface Clients extends AsyncDisposable {
  readonly ours: Client;
  readonly sdk: Kernel;
  readonly pool: Pool;
}

/** Our client, the official SDK and a bare pool, each as it comes. */
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
    sdk: new Kernel({ apiKey: token, baseURL: origin, logLevel: "off" }),
    pool,
    async [Symbol.asyncDispose]() {
      await dispatchers.dispose();
      await pool.destroy();
    },
  };
}

/** A request through a bare pool, and its answer parsed. */
export async function poolJson(pool: Pool, method: "GET" | "POST", path: string): Promise<unknown> {
  const sent = { method, path, headers: { ...headers } };
  const { body } = await pool.request(
    method === "GET"
      ? sent
      : {
          ...sent,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(request),
        },
  );
  return JSON.parse(await body.text()) as unknown;
}

/** The same through the built-in fetch. */
export async function fetchJson(origin: string, method: "GET" | "POST", path: string): Promise<unknown> {
  const response = await fetch(
    origin + path,
    method === "GET"
      ? { headers }
      : {
          method,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(request),
        },
  );
  return response.json();
}

/** Lets no failure pass for a fast answer. */
export async function succeeded(outcome: Promise<{ readonly kind: string }>): Promise<void> {
  const { kind } = await outcome;
  if (kind !== "ok") throw new Error(`our client ended with ${kind}`);
}
