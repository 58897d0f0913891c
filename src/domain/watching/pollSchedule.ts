// Schedule of reads for watched connections, independent of windows, files and requests.

/** Intervals of list reads, in milliseconds: while the view is visible, while the user is active, and later. */
const pollIntervalsMs = { visible: 60_000, used: 5 * 60_000, idle: 30 * 60_000 } as const;
/** A user counts as inactive after this time without use. */
const userActiveMs = 60 * 60_000;
/** Maximum wait, even if the service asks for a longer one, because such a reply may be a mistake. */
export const longestWaitMs = 24 * 60 * 60_000;

/** Inputs of the schedule. All times are in milliseconds since 1970, from one clock. */
export interface PollState {
  readonly now: number;
  /** Number of pinned connections, and of connections that are watched for their login while the user is active. */
  readonly pinned: number;
  readonly started: number;
  /** True if the view is visible in any window. */
  readonly visible: boolean;
  /** Latest use of the extension in any window. */
  readonly usedAt: number;
  /** Latest read by any window, and the earliest time that the service accepts the next one. */
  readonly readAt?: number | undefined;
  readonly notBefore?: number | undefined;
  /** Number of consecutive failed reads. */
  readonly failures: number;
}

/**
 * Returns when to read next, in milliseconds from now, and if only pinned connections matter. `undefined` for never.
 */
export function scheduleNextPoll(
  watch: PollState,
): { readonly inMs: number; readonly pinnedOnly: boolean } | undefined {
  const { failures, now, pinned, readAt, started, usedAt, visible } = watch;
  // If the clock was set back, a last use in the future has an unknown age.
  const isUserActive = usedAt <= now && now - usedAt < userActiveMs;
  const pinnedOnly = !visible && !isUserActive;
  if (pinned === 0 && (pinnedOnly || started === 0)) return undefined;
  const activeMs = isUserActive ? pollIntervalsMs.used : pollIntervalsMs.idle;
  const intervalMs = visible ? pollIntervalsMs.visible : activeMs;
  const everyMs = Math.min(pollIntervalsMs.idle, intervalMs * 2 ** failures);
  // A read in the future happened before the clock was set back.
  const dueMs = readAt === undefined || readAt > now ? 0 : Math.max(0, everyMs - (now - readAt));
  return { inMs: Math.max(dueMs, remainingWaitMs(watch)), pinnedOnly };
}

/** Remaining wait that the service asked for. */
function remainingWaitMs({ notBefore, now }: PollState): number {
  const waitMs = (notBefore ?? now) - now;
  // A longer wait was recorded before the clock was set back.
  return waitMs > longestWaitMs ? 0 : Math.max(0, waitMs);
}
