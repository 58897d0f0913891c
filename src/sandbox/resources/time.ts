export const minute = 60 * 1000;
export const hour = 60 * minute;
const day = 24 * hour;

/** A time before `now` (milliseconds since 1970), in ISO 8601. */
export const before = (now: number, ms: number): string => new Date(now - ms).toISOString();

/** When the seed says that its rows were created. */
export const created = (now: number): string => before(now, 30 * day);
