const dayMs = 24 * 60 * 60 * 1000;
/** Retention period of data that is kept until the user resolves or removes the data or signs out. */
const untilRemoved = Infinity;

/** Maximum age of the files in each storage folder, in milliseconds. SECURITY.md documents these periods. */
export const retentionMs = {
  drafts: dayMs,
  pending: untilRemoved,
  connections: 7 * dayMs,
  entitlements: 7 * dayMs,
  results: 7 * dayMs,
  watched: 7 * dayMs,
  watchedStates: untilRemoved,
  watchedFalls: untilRemoved,
  returns: 30 * 60 * 1000,
  loginTimes: 7 * dayMs,
  hosts: untilRemoved,
  mcp: untilRemoved,
  logins: 7 * dayMs,
  browsers: 7 * dayMs,
} as const;
