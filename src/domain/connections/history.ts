// Uses a connection's timeline to determine when the connection was logged in and how each login period ended.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { parseTime } from "../dates.ts";

/**
 * A period in which a connection was continuously logged in or out, or in an unknown state. Times are in milliseconds
 * since 1970.
 */
export interface StatePeriod {
  readonly state: "in" | "out" | "unknown";
  readonly from: number;
  readonly to: number;
}

/** The state of the connection and the completeness of its timeline. */
export interface TimelineContext {
  /** The connection's current `status` (interface.md §2.1). */
  readonly status: string | undefined;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  /** True if the complete timeline was fetched. */
  readonly isComplete: boolean;
}

/** The current state of a connection, with its start or cause according to the timeline. */
export type StateOrigin =
  /** `since` is undefined if no entry proves when the period began. `exact` is true if a login started the period. */
  | { readonly kind: "loggedIn"; readonly since: number | undefined; readonly exact: boolean }
  | {
      readonly kind: "broke";
      /** Time of the first health check that found the connection logged out. */
      readonly detectedAt: number | undefined;
      /** The last unsuccessful login, manual or automatic, after the connection was last known to be logged in. */
      readonly failure: TimelineEntry | undefined;
    }
  /** No login has ever succeeded. */
  | { readonly kind: "never"; readonly failure: TimelineEntry | undefined }
  /** No fetched entry shows the connection logged in, but older entries may. */
  | { readonly kind: "earlier"; readonly failure: TimelineEntry | undefined }
  /** The status is missing, or this version doesn't recognize it. */
  | { readonly kind: "unknown" };

/** A point in time at which the connection was known to be logged in or out. */
interface StateFact {
  /** The timeline entry that proves the state, if the state comes from an entry. */
  readonly entry?: TimelineEntry;
  readonly at: number;
  readonly state: "in" | "out";
  /** True for the end of a login, false for a health check. */
  readonly isLogin: boolean;
}

const unsuccessfulStatuses = ["FAILED", "EXPIRED", "CANCELED"] as const;
export type UnsuccessfulStatus = (typeof unsuccessfulStatuses)[number];

/** True if a `flow_status` (interface.md §2.1) means that the login ended unsuccessfully. */
export function isUnsuccessful(status: string | undefined): status is UnsuccessfulStatus {
  return unsuccessfulStatuses.some((candidate) => candidate === status);
}

/** True if the entry records a login, including an automatic one. */
export const isLogin = ({ type }: TimelineEntry): boolean => type === "login" || type === "reauth";

/** Returns the time of an entry in milliseconds since 1970, or `undefined` if the timestamp can't be parsed. */
export const entryTime = ({ timestamp }: TimelineEntry): number | undefined => parseTime(timestamp);

/**
 * Returns the time at which a login ended, or at which it started if the end is unknown. Returns `undefined` while
 * the login is running.
 */
export function loginEndTime(entry: TimelineEntry): number | undefined {
  if (entry.status === "IN_PROGRESS") return undefined;
  return parseTime(entry.updated_at) ?? entryTime(entry);
}

/** Drops health checks with the same result as both neighbors, because they add no information. */
export function withoutRepeatedChecks(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const isSame = (entry: TimelineEntry, other: TimelineEntry | undefined): boolean =>
    entry.type === "health_check" && other?.type === "health_check" && entry.status === other.status;
  return entries.filter((entry, index) => ![-1, 1].every((offset) => isSame(entry, entries[index + offset])));
}

/** Splits the timeline into consecutive periods without gaps, oldest first, up to the current time. */
export function statePeriods(
  entries: readonly TimelineEntry[],
  context: TimelineContext,
): readonly StatePeriod[] {
  const facts = [...stateFacts(entries, context), ...currentFact(context)];
  const spans: StatePeriod[] = [];
  facts.forEach((fact, index) => {
    const next = facts[index + 1];
    if (next === undefined || next.at === fact.at) return;
    const span = { state: stateBetween(fact, next), from: fact.at, to: next.at };
    const last = spans.at(-1);
    if (last?.state === span.state) spans[spans.length - 1] = { ...last, to: span.to };
    else spans.push(span);
  });
  return spans;
}

/** Derives the connection's current state from the timeline, together with the start or the cause of that state. */
export function stateOriginOf(entries: readonly TimelineEntry[], context: TimelineContext): StateOrigin {
  const facts = stateFacts(entries, context);
  switch (context.status) {
    case "AUTHENTICATED": {
      const span = statePeriods(entries, context).at(-1);
      const since = span?.state === "in" ? span.from : undefined;
      return {
        kind: "loggedIn",
        since,
        exact: facts.some(({ at, isLogin: login, state }) => at === since && login && state === "in"),
      };
    }
    case "NEEDS_AUTH": {
      const index = facts.findLastIndex(({ state }) => state === "in");
      const lastIn = facts[index];
      const failure = failureSince(entries, lastIn);
      if (lastIn === undefined) return { kind: context.isComplete ? "never" : "earlier", failure };
      return { kind: "broke", detectedAt: facts[index + 1]?.at, failure };
    }
    case undefined:
    default:
      return { kind: "unknown" };
  }
}

/**
 * Returns the last unsuccessful login after the time of `since`. If `since` is undefined, returns the last
 * unsuccessful login overall.
 */
function failureSince(entries: readonly TimelineEntry[], since?: StateFact): TimelineEntry | undefined {
  const sinceAt = since?.at ?? Number.NEGATIVE_INFINITY;
  const sinceIndex = entries.findIndex((entry) => entry === since?.entry);
  let last: { readonly entry: TimelineEntry; readonly at: number } | undefined;
  for (const [index, entry] of entries.entries()) {
    const at = isLogin(entry) && isUnsuccessful(entry.status) ? entryTime(entry) : undefined;
    if (at === undefined) continue;
    // For entries with the same timestamp, rely on the order of the service's list, which is newest first.
    const isSince = index < sinceIndex ? at >= sinceAt : at > sinceAt;
    if (isSince && (last === undefined || at > last.at)) last = { entry, at };
  }
  return last?.entry;
}

/**
 * Returns the past times at which the state was known, oldest first. The service lists the newest entry first, so the
 * entries are reversed before sorting to keep entries with the same time in order.
 */
function stateFacts(
  entries: readonly TimelineEntry[],
  { now, status, isComplete }: TimelineContext,
): readonly StateFact[] {
  const facts = entries
    .toReversed()
    .map(entryFact)
    .filter((fact) => fact !== undefined);
  const past = facts.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const wasIn = past.some(({ state }) => state === "in");
  const first = Math.min(...entries.map((entry) => entryTime(entry) ?? Number.POSITIVE_INFINITY));
  // A connection that never logged in has been logged out since its first entry.
  if (!isComplete || wasIn || status !== "NEEDS_AUTH" || first > now) return past;
  return [{ at: first, state: "out", isLogin: false }, ...past];
}

function entryFact(entry: TimelineEntry): StateFact | undefined {
  if (entry.type === "health_check") {
    const at = entryTime(entry);
    const state = stateFromStatus(entry.status);
    return at === undefined || state === undefined ? undefined : { entry, at, state, isLogin: false };
  }
  const at = isLogin(entry) && entry.status === "SUCCESS" ? loginEndTime(entry) : undefined;
  return at === undefined ? undefined : { entry, at, state: "in", isLogin: true };
}

function currentFact({ now, status }: TimelineContext): readonly StateFact[] {
  const state = stateFromStatus(status);
  return state === undefined ? [] : [{ at: now, state, isLogin: false }];
}

function stateFromStatus(status: string | undefined): "in" | "out" | undefined {
  if (status === "AUTHENTICATED") return "in";
  return status === "NEEDS_AUTH" ? "out" : undefined;
}

/**
 * Returns the state between two consecutive facts. Only a login can end the logged-out state, so the connection stays
 * logged out until the next login. Between two logged-in facts, the connection stayed logged in, unless the second
 * fact is a login. Before a logout was noticed, the state is unknown, because the exact time of the logout is
 * unknown.
 */
function stateBetween(previous: StateFact, next: StateFact): StatePeriod["state"] {
  if (next.isLogin) return previous.state === "out" ? "out" : "unknown";
  return previous.state === next.state ? previous.state : "unknown";
}
