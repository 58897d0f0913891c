// The same request as every contender sends it, each doing what an application has to do to get a parsed answer.
import type { ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";

export const token = "sk_bench_token";
export const signal = new AbortController().signal;
export const request: ManagedAuthCreateRequest = {
  domain: "shop.example",
  profile_name: "buyer",
  browser: { proxy: { mode: "direct" }, stealth: true },
  health_check_interval: 3600,
};

export interface Sent {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What a bare client sends for a read, or for a create. */
export function sent(method: "GET" | "POST"): Sent {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  if (method === "GET") return { method, headers };
  return {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(request),
  };
}

/** A request through the global fetch, and its answer parsed. */
export async function fetchJson(origin: string, method: "GET" | "POST", path: string): Promise<unknown> {
  return (await fetch(origin + path, sent(method))).json();
}

/** Lets no failure pass for a fast answer. */
export async function succeeded(outcome: Promise<{ readonly kind: string }>): Promise<void> {
  const { kind } = await outcome;
  if (kind !== "ok") throw new Error(`our client ended with ${kind}`);
}
