// The rows that a first look begins with: what logging in, using and mending a connection needs, and no trouble beside it.
// They stand here together, since each refers to others.
import type { SampleSize } from "../db/store.ts";

const small: ReadonlySet<string> = new Set([
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

/** Whether a sample has the row with this id. */
export const isSeeded = (sample: SampleSize, id: string): boolean =>
  sample === "all" || (sample === "small" && small.has(id));
