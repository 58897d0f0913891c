// The rows of the small sample: enough to log in, use and repair a connection, without problems. Listed together
// because the rows refer to each other.
import type { SampleSize } from "../db/store.ts";

const smallSampleIds: ReadonlySet<string> = new Set([
  "ma_sandboxgithub",
  "ma_sandboxchat",
  "ma_sandboxcompliance",
  "ma_sandboxregistry",
  "ma_sandboxhelpdesk",
  "ma_sandboxtravel",
  "prof_sandboxsupport",
  "prof_sandboxcompliance",
  "prof_sandboxtravel",
  "proxy_sandboxparis",
  "proxy_sandboxberlin",
  "proxy_sandboxtokyo",
  "cred_sandboxgithub",
  "cred_sandboxhelpdesk",
  "credprov_sandbox",
  "otlp_sandboxfree",
  "otlp_sandboxselected",
]);

/** True if the sample contains the row with this ID. */
export const isInSample = (sample: SampleSize, id: string): boolean =>
  sample === "all" || (sample === "small" && smallSampleIds.has(id));
