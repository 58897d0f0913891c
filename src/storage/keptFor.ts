const dayMs = 24 * 60 * 60 * 1000;
/** Until the user settles, removes or signs out of it. */
const always = Infinity;

/** How long each folder of the storage keeps its files, in milliseconds, as SECURITY.md promises. */
export const keptMs = {
  drafts: dayMs,
  pending: always,
  connections: 7 * dayMs,
  entitlements: 7 * dayMs,
  results: 7 * dayMs,
  watched: 7 * dayMs,
  watchedStates: always,
  watchedFalls: always,
  returns: 30 * 60 * 1000,
  loginTimes: 7 * dayMs,
  hosts: always,
  mcp: always,
  logins: 7 * dayMs,
} as const;
