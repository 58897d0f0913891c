// How often connections are looked at that somebody wants to hear of. Nothing here knows a window, a file or a request.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How often lists are read, in milliseconds: while the view is in sight, while somebody is about, and later. */
const paceMs = { visible: minuteMs, used: 5 * minuteMs, idle: 30 * minuteMs } as const;
/** Who has done nothing for so long has left. */
const aboutMs = hourMs;
/** No service is left alone for longer than this, whatever it asks for: what it said may have been a mistake. */
export const longestWaitMs = 24 * hourMs;

/** What decides when it is read next. All moments are in milliseconds since 1970, by one clock. */
export interface Watch {
  readonly now: number;
  /** How many connections were pinned, and how many are watched for their login alone, as long as somebody is about. */
  readonly pinned: number;
  readonly started: number;
  /** Whether the view is in sight, in any window. */
  readonly visible: boolean;
  /** When the extension was used last, in any window. */
  readonly usedAt: number;
  /** When it was read last, by any window, and before when the service does not want to be asked again. */
  readonly readAt?: number | undefined;
  readonly notBefore?: number | undefined;
  /** How many readings in a row brought nothing. */
  readonly failures: number;
}

/** When to read next, in milliseconds from now, and whether only for what was pinned; `undefined` where not at all. */
export function nextRound(watch: Watch): { readonly inMs: number; readonly pinnedOnly: boolean } | undefined {
  const { failures, now, pinned, readAt, started, usedAt, visible } = watch;
  // A clock that was put back makes the last use one of the future, of which nobody knows how old it is.
  const isAbout = usedAt <= now && now - usedAt < aboutMs;
  const pinnedOnly = !visible && !isAbout;
  if (pinned === 0 && (pinnedOnly || started === 0)) return undefined;
  const pace = visible ? paceMs.visible : isAbout ? paceMs.used : paceMs.idle;
  const everyMs = Math.min(paceMs.idle, pace * 2 ** failures);
  // A reading in the future was one before the clock was put back.
  const dueMs = readAt === undefined || readAt > now ? 0 : Math.max(0, everyMs - (now - readAt));
  return { inMs: Math.max(dueMs, askedMs(watch)), pinnedOnly };
}

/** How long the service has asked to wait, from now. */
function askedMs({ notBefore, now }: Watch): number {
  const waitMs = (notBefore ?? now) - now;
  // A longer wait is from before the clock was put back.
  return waitMs > longestWaitMs ? 0 : Math.max(0, waitMs);
}
