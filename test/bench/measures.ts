import type { Measure } from "./row.ts";

/** Everything that is measured, in the order of the table. Each loads its own code only, in a process of its own. */
export const measures: Readonly<Record<string, Measure>> = {
  sizes: async () => (await import("./micro/sizes.ts")).sizes(),
  create: async (effort) => (await import("./micro/create.ts")).createOneByOne(effort),
  reads: async (effort) => (await import("./micro/reads.ts")).readsAtOnce(effort),
  sandbox: async (effort) => (await import("./micro/sandbox.ts")).sandboxCreates(effort),
  runs: async (effort) => (await import("./micro/thousandRuns.ts")).thousandRuns(effort),
  heartbeats: async (effort) => (await import("./micro/heartbeats.ts")).heartbeats(effort),
  growth: async (effort) => (await import("./growth/growth.ts")).growth(effort),
  rows: async (effort) => (await import("./window/firstRows.ts")).firstRows(effort),
  many: async (effort) => (await import("./window/manyRows.ts")).manyRows(effort),
  logins: async (effort) => (await import("./window/followedLogins.ts")).followedLogins(effort),
  cold: async (effort) => (await import("./window/cold.ts")).coldStarts(effort),
  work: async (effort) => (await import("./window/work.ts")).workInWindow(effort),
};
