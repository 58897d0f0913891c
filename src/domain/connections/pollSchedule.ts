// Schedules list requests for watched connections. This file doesn't depend on windows, files or requests.

/**
 * Intervals between list requests, in milliseconds: while the connections view is visible, while the user is active,
 * and while the user is inactive.
 */
const pollIntervalsMs = { visible: 60_000, used: 5 * 60_000, idle: 30 * 60_000 } as const;
/** A user counts as inactive after this time without using the extension, in milliseconds. */
const userActiveMs = 60 * 60_000;
/**
 * Maximum delay of the next request, in milliseconds. Applies even if the service asks for a longer delay, because
 * such a response may be a mistake.
 */
export const longestWaitMs = 24 * 60 * 60_000;

/** Inputs of the schedule. All times are in milliseconds since 1970, from one clock. */
export interface PollState {
  readonly now: number;
  /** Number of watched connections that the user pinned. */
  readonly pinned: number;
  /**
   * Number of other connections, which are watched because VS Code started their login. They are skipped while the
   * connections view is hidden and the user is inactive.
   */
  readonly started: number;
  /** True if the connections view is visible in this window. */
  readonly visible: boolean;
  /** Time at which the user last used the extension in this window. */
  readonly usedAt: number;
  /** Time of the last list request from any window. */
  readonly readAt?: number | undefined;
  /** Earliest time at which the service accepts the next list request. */
  readonly notBefore?: number | undefined;
  /** Number of consecutive failed list requests. */
  readonly failures: number;
}

/**
 * Returns the delay until the next list request, in milliseconds, or `undefined` if no request is needed. `pinnedOnly`
 * is true if the other watched connections are skipped.
 */
export function scheduleNextPoll(
  watch: PollState,
): { readonly inMs: number; readonly pinnedOnly: boolean } | undefined {
  const { failures, now, pinned, readAt, started, usedAt, visible } = watch;
  // If `usedAt` is in the future, the clock was set back, so the time since the last use is unknown.
  const isUserActive = usedAt <= now && now - usedAt < userActiveMs;
  const pinnedOnly = !visible && !isUserActive;
  if (pinned === 0 && (pinnedOnly || started === 0)) return undefined;
  const activeMs = isUserActive ? pollIntervalsMs.used : pollIntervalsMs.idle;
  const intervalMs = visible ? pollIntervalsMs.visible : activeMs;
  const everyMs = Math.min(pollIntervalsMs.idle, intervalMs * 2 ** failures);
  // If `readAt` is in the future, the clock was set back, so the next request is due.
  const dueMs = readAt === undefined || readAt > now ? 0 : Math.max(0, everyMs - (now - readAt));
  return { inMs: Math.max(dueMs, remainingWaitMs(watch)), pinnedOnly };
}

/** Returns the remaining time in milliseconds until the service accepts the next request. */
function remainingWaitMs({ notBefore, now }: PollState): number {
  const waitMs = (notBefore ?? now) - now;
  // If `notBefore` is too far in the future, the clock was set back after `notBefore` was stored, so ignore it.
  return waitMs > longestWaitMs ? 0 : Math.max(0, waitMs);
}
