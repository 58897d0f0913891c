// The client as the extension loads it: a file of its own, with the pool in another file.
import { ApiClient } from "../../../src/api/client.ts";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { getEntitlements } from "../../../src/api/operations.ts";

/** Returns a client whose requests go through the host's `fetch`. */
export function clientOf(origin: string): ApiClient {
  return new ApiClient({
    baseUrl: origin,
    token: () => Promise.resolve("sk_bench"),
    dispatchers: new HostDispatchers(),
    userAgent: "managed-auth-bench",
  });
}

/** Fetches the entitlements. Throws if that fails. */
export async function read(origin: string): Promise<void> {
  const outcome = await clientOf(origin).call(getEntitlements, {}, new AbortController().signal);
  if (outcome.kind !== "ok") throw new Error(`our client: ${JSON.stringify(outcome)}`);
}
