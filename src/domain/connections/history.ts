// What a timeline tells of the time between its entries: when a connection was logged in, and what ended that.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { readTime } from "../dates.ts";

/** A time in which a connection was logged in or out all along, or of which nobody knows. In milliseconds since 1970. */
export interface Span {
  readonly state: "in" | "out" | "unknown";
  readonly from: number;
  readonly to: number;
}

/** What is known of the connection itself, and how much of its timeline was read. */
export interface Known {
  /** §2.1 `status`, as it is now. */
  readonly status: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Whether the timeline was read to its end. */
  readonly whole: boolean;
}

/** Where a connection stands by its timeline, and how it came to that. */
export type Story =
  /** `since` is missing where nothing tells it; `exact` where a login began it. */
  | { readonly kind: "loggedIn"; readonly since: number | undefined; readonly exact: boolean }
  | {
      readonly kind: "broke";
      /** When a health check found it logged out first. */
      readonly foundOut: number | undefined;
      /** The last login or re-authentication since then that has ended. */
      readonly failure: TimelineEntry | undefined;
    }
  /** Nobody has ever logged in. */
  | { readonly kind: "never"; readonly failure: TimelineEntry | undefined }
  /** It broke before what was read. */
  | { readonly kind: "earlier"; readonly failure: TimelineEntry | undefined }
  /** Its status is none that is known. */
  | { readonly kind: "unknown" };

/** That a connection was logged in or out at a moment. */
interface Fact {
  /** The entry that tells it. */
  readonly entry?: TimelineEntry;
  readonly at: number;
  readonly state: "in" | "out";
  /** Whether a login made it so, and no check found it so. */
  readonly login: boolean;
}

/** How a login ends that does not succeed. */
const badEnds = ["FAILED", "EXPIRED", "CANCELED"] as const;
export type BadEnd = (typeof badEnds)[number];

/** Whether a login has come to one of these ends (§2.1 `flow_status`). */
export function isBadEnd(status: string | undefined): status is BadEnd {
  return badEnds.some((end) => end === status);
}

/** Whether an entry is a login, by whomever. */
export function isLogin({ type }: TimelineEntry): boolean {
  return type === "login" || type === "reauth";
}

/** When something happened, in milliseconds since 1970; `undefined` where that cannot be read. */
export function timeOf({ timestamp }: TimelineEntry): number | undefined {
  return readTime(timestamp);
}

/** When a login ended, or as much as is known of that; `undefined` while it runs. */
export function endOf(entry: TimelineEntry): number | undefined {
  if (entry.status === "IN_PROGRESS") return undefined;
  return readTime(entry.updated_at) ?? timeOf(entry);
}

/** Entries without health checks that found what those before and after them found: of these nothing is told but that. */
export function withoutRepeats(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const isSame = (entry: TimelineEntry, other: TimelineEntry | undefined): boolean =>
    entry.type === "health_check" && other?.type === "health_check" && entry.status === other.status;
  return entries.filter((entry, place) => ![-1, 1].every((by) => isSame(entry, entries[place + by])));
}

/** The spans of which something is told, oldest first and without a gap, until now. */
export function spansOf(entries: readonly TimelineEntry[], known: Known): readonly Span[] {
  const facts = [...factsOf(entries, known), ...nowOf(known)];
  const spans: Span[] = [];
  facts.forEach((fact, index) => {
    const next = facts[index + 1];
    if (next === undefined || next.at === fact.at) return;
    const span = { state: between(fact, next), from: fact.at, to: next.at };
    const last = spans.at(-1);
    if (last?.state === span.state) spans[spans.length - 1] = { ...last, to: span.to };
    else spans.push(span);
  });
  return spans;
}

/** Where a connection stands, and how it came to that. */
export function storyOf(entries: readonly TimelineEntry[], known: Known): Story {
  const facts = factsOf(entries, known);
  switch (known.status) {
    case "AUTHENTICATED": {
      const span = spansOf(entries, known).at(-1);
      const since = span?.state === "in" ? span.from : undefined;
      return {
        kind: "loggedIn",
        since,
        exact: facts.some(({ at, login, state }) => at === since && login && state === "in"),
      };
    }
    case "NEEDS_AUTH": {
      const place = facts.findLastIndex(({ state }) => state === "in");
      const lastIn = facts[place];
      const failure = failureSince(entries, lastIn);
      if (lastIn === undefined) return { kind: known.whole ? "never" : "earlier", failure };
      return { kind: "broke", foundOut: facts[place + 1]?.at, failure };
    }
    case undefined:
    default:
      return { kind: "unknown" };
  }
}

/** The last login that came to an end, and to no good one, since then. */
function failureSince(entries: readonly TimelineEntry[], since: Fact | undefined): TimelineEntry | undefined {
  const sinceAt = since?.at ?? Number.NEGATIVE_INFINITY;
  const sincePlace = entries.findIndex((entry) => entry === since?.entry);
  let last: { readonly entry: TimelineEntry; readonly at: number } | undefined;
  for (const [place, entry] of entries.entries()) {
    const at = isLogin(entry) && isBadEnd(entry.status) ? timeOf(entry) : undefined;
    if (at === undefined) continue;
    // Of one second, the order of the service decides, which is newest first.
    const isSince = place < sincePlace ? at >= sinceAt : at > sinceAt;
    if (isSince && (last === undefined || at > last.at)) last = { entry, at };
  }
  return last?.entry;
}

/** Oldest first, of one second, too: the service gives the newest first. Nothing that is to come. */
function factsOf(entries: readonly TimelineEntry[], { now, status, whole }: Known): readonly Fact[] {
  const facts = entries
    .toReversed()
    .map(factOf)
    .filter((fact) => fact !== undefined);
  const past = facts.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  const wasIn = past.some(({ state }) => state === "in");
  const first = Math.min(...entries.map((entry) => timeOf(entry) ?? Number.POSITIVE_INFINITY));
  // Without a login nothing is ever logged in: where there was none, it was out from the first entry on.
  if (!whole || wasIn || status !== "NEEDS_AUTH" || first > now) return past;
  return [{ at: first, state: "out", login: false }, ...past];
}

function factOf(entry: TimelineEntry): Fact | undefined {
  if (entry.type === "health_check") {
    const at = timeOf(entry);
    const state = stateOf(entry.status);
    return at === undefined || state === undefined ? undefined : { entry, at, state, login: false };
  }
  const at = isLogin(entry) && entry.status === "SUCCESS" ? endOf(entry) : undefined;
  return at === undefined ? undefined : { entry, at, state: "in", login: true };
}

function nowOf({ now, status }: Known): readonly Fact[] {
  const state = stateOf(status);
  return state === undefined ? [] : [{ at: now, state, login: false }];
}

function stateOf(status: string | undefined): "in" | "out" | undefined {
  if (status === "AUTHENTICATED") return "in";
  return status === "NEEDS_AUTH" ? "out" : undefined;
}

/**
 * What was in between: only a login turns out into in, so that what was out stays so until one; and what was in twice
 * without a login in between was in all along. When it went from in to out, nobody saw.
 */
function between(one: Fact, next: Fact): Span["state"] {
  if (next.login) return one.state === "out" ? "out" : "unknown";
  return one.state === next.state ? one.state : "unknown";
}
