const dayMs = 24 * 60 * 60 * 1000;
/** Kept until the user resolves or removes the data, or signs out. */
const unlimited = Infinity;

/** Maximum age of the files in each storage folder, in milliseconds. SECURITY.md documents these periods. */
export const retentionMs = {
  drafts: dayMs,
  pending: unlimited,
  connections: 7 * dayMs,
  entitlements: 7 * dayMs,
  results: 7 * dayMs,
  watched: 7 * dayMs,
  watchedStates: unlimited,
  watchedFalls: unlimited,
  returns: 30 * 60 * 1000,
  loginTimes: 7 * dayMs,
  hosts: unlimited,
  mcp: unlimited,
  logins: 7 * dayMs,
} as const;
