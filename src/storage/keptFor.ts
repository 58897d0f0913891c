const dayMs = 24 * 60 * 60 * 1000;

/** How long what lies in each folder of the storage is kept, in milliseconds, as the README promises. */
export const keptMs = {
  drafts: dayMs,
  connections: 7 * dayMs,
  entitlements: 7 * dayMs,
  results: 7 * dayMs,
  watched: 7 * dayMs,
  returns: 30 * 60 * 1000,
  loginTimes: 7 * dayMs,
  logins: 7 * dayMs,
} as const;
