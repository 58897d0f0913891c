export const minute = 60 * 1000;
export const hour = 60 * minute;
const day = 24 * hour;

/** A time (milliseconds since 1970) in ISO 8601. */
export const iso = (at: number): string => new Date(at).toISOString();

/** So many milliseconds before `now`, in ISO 8601. */
export const before = (now: number, ms: number): string => iso(now - ms);

/** When the seed says that its rows were created. */
export const created = (now: number): string => before(now, 30 * day);
