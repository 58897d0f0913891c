const seconds = /^\d{1,10}$/;
const fixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that a `Retry-After` header asks to wait, from 0 up. `undefined` for everything that is neither
 * whole seconds nor a complete date in the form HTTP prescribes. A date is counted from the answer's own `Date`
 * where it has one, so that a wrong clock on either side does no harm, else from `now` (milliseconds since 1970).
 */
export function parseRetryAfter(value: string, date: string | undefined, now: number): number | undefined {
  if (seconds.test(value)) return Number(value) * 1000;
  const until = parseHttpDate(value);
  if (until === undefined) return undefined;
  const from = (date === undefined ? undefined : parseHttpDate(date)) ?? now;
  return Math.max(0, until - from);
}

/** A complete date in the form that HTTP prescribes, in milliseconds since 1970; `undefined` for everything else. */
export function parseHttpDate(value: string): number | undefined {
  if (!fixdate.test(value)) return undefined;
  const time = Date.parse(value);
  // Date.parse takes a 31 February for 3 March and ignores the name of the day.
  return !Number.isNaN(time) && new Date(time).toUTCString() === value ? time : undefined;
}
