import type { BrowserSession } from "../../api/browserSchemas.ts";
import type { ApiCaller } from "../../api/client.ts";
import { listAll, type Listing } from "../../api/listing.ts";
import { listBrowsers } from "../../api/operations.ts";

/** Fetches the running browsers. */
export function readRunningBrowsers(
  client: ApiCaller,
  signal: AbortSignal,
): Promise<Listing<BrowserSession>> {
  return listAll((query, stop) => client.call(listBrowsers, { query }, stop), {}, signal);
}
