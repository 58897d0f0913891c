// IDs of the rows in the small sample. With these rows, a user can start a login, use a connection and repair another
// connection. The rows contain no other problems. All IDs are listed in one file, because the rows refer to each other.
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

/** True if a sample of this size contains the row with this ID. */
export const isInSample = (sample: SampleSize, id: string): boolean =>
  sample === "all" || (sample === "small" && smallSampleIds.has(id));
