// Splits a history into days in this computer's time zone.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { type StatePeriod, entryTime } from "./history.ts";

/** The part of a period within a day or week. `from` and `to` are fractions of that day or week, from 0 to 1. */
interface PeriodPiece {
  readonly kind: "span";
  readonly span: StatePeriod;
  readonly from: number;
  readonly to: number;
}

/** Timeline entries that are too close together for separate marks, oldest first. */
interface EntriesPiece {
  readonly kind: "moment";
  readonly entries: readonly TimelineEntry[];
  readonly at: number;
}

/** A day with the periods and timeline entries that fall on it, in chronological order. */
export interface HistoryDay {
  /** Start of the day in milliseconds since 1970. */
  readonly startsAt: number;
  readonly pieces: readonly (PeriodPiece | EntriesPiece)[];
  /** The elapsed fraction of the day, from 0 to 1. Only set for the current day. */
  readonly now?: number;
}

/** The last seven days, shown as a single line that extends to the end of the current day. */
export interface HistoryWeek {
  /** Start of each day in milliseconds since 1970. */
  readonly midnights: readonly number[];
  /** Converts a time in milliseconds since 1970 to a fraction of the week. */
  readonly share: (at: number) => number;
  readonly pieces: readonly (PeriodPiece | EntriesPiece)[];
  /** Minimum distance between two marks, as a fraction of the whole day or week. Closer marks would overlap. */
  readonly minMarkDistance: number;
}

const maxDays = 14;
const daysOfWeek = 7;
/** Minimum distance between two marks, as a fraction of the day or week. Closer marks would overlap. */
const minMarkDistances = { day: 1 / 16, week: 1 / 40 } as const;

/**
 * Splits the history into days, oldest first, from the first day with data until today. Returns at most the last 14
 * days.
 */
export function splitIntoDays(
  spans: readonly StatePeriod[],
  entries: readonly TimelineEntry[],
  now: number,
): readonly HistoryDay[] {
  const times = [...spans.map(({ from }) => from), ...entries.map((entry) => entryTime(entry) ?? now)];
  const first = Math.max(Math.min(...times, now), dayAfter(now, 1 - maxDays));
  const days: HistoryDay[] = [];
  for (let start = dayAfter(first, 0); start <= now; start = dayAfter(start, 1)) {
    const day = { start, end: dayAfter(start, 1), now, minMarkDistance: minMarkDistances.day };
    days.push({
      startsAt: start,
      pieces: piecesOf(spans, entries, day),
      ...(now < day.end && { now: (now - start) / (day.end - start) }),
    });
  }
  return days;
}

/** Returns the start of the day six days ago, in milliseconds since 1970. */
export const weekStart = (now: number): number => dayAfter(now, 1 - daysOfWeek);

/** Returns the last seven days with their periods and entries. */
export function splitWeek(
  spans: readonly StatePeriod[],
  entries: readonly TimelineEntry[],
  now: number,
): HistoryWeek {
  const start = weekStart(now);
  const end = dayAfter(now, 1);
  return {
    midnights: Array.from({ length: daysOfWeek }, (_, day) => dayAfter(start, day)),
    share: (at) => (at - start) / (end - start),
    pieces: piecesOf(spans, entries, { start, end, now, minMarkDistance: minMarkDistances.week }),
    minMarkDistance: minMarkDistances.week,
  };
}

interface TimeWindow {
  readonly start: number;
  readonly end: number;
  readonly now: number;
  /** Minimum distance between two marks, as a fraction of the whole day or week. Closer marks would overlap. */
  readonly minMarkDistance: number;
}

function piecesOf(
  spans: readonly StatePeriod[],
  entries: readonly TimelineEntry[],
  { start, end, minMarkDistance, now }: TimeWindow,
): readonly (PeriodPiece | EntriesPiece)[] {
  const share = (at: number): number => (at - start) / (end - start);
  const periods = spans
    .filter(({ from, to }) => from < end && to > start)
    .map((span): PeriodPiece => ({
      kind: "span",
      span,
      from: Math.max(0, share(span.from)),
      to: Math.min(1, share(span.to)),
    }));
  const shown = entries.filter((entry) => isTimeWithin(entryTime(entry), start, Math.min(end, now + 1)));
  const startOf = (piece: PeriodPiece | EntriesPiece): number =>
    piece.kind === "span" ? piece.from : piece.at;
  return [...periods, ...groupEntries(shown, share, minMarkDistance)].sort((a, b) => startOf(a) - startOf(b));
}

/**
 * Returns the start of the day that is `days` calendar days after the day of `at`. Adding a fixed number of hours
 * would be wrong, because a clock change makes a day longer or shorter.
 */
function dayAfter(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function isTimeWithin(at: number | undefined, from: number, to: number): boolean {
  return at !== undefined && at >= from && at < to;
}

function groupEntries(
  entries: readonly TimelineEntry[],
  share: (at: number) => number,
  minMarkDistance: number,
): readonly EntriesPiece[] {
  const groups: { at: number; entries: TimelineEntry[] }[] = [];
  const timed = entries.map((entry) => ({ entry, at: share(entryTime(entry) ?? 0) }));
  for (const { at, entry } of timed.sort((a, b) => a.at - b.at)) {
    const last = groups.at(-1);
    if (last !== undefined && at - last.at < minMarkDistance) last.entries.push(entry);
    else groups.push({ at, entries: [entry] });
  }
  return groups.map((group) => ({ kind: "moment", ...group }));
}
