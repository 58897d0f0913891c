// A history as days: which part of each span is on which day, by the clock of this computer.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { type Span, timeOf } from "./history.ts";

/** A part of a span, on one day; `from` and `to` are shares of it, from 0 to 1. */
interface Part {
  readonly kind: "span";
  readonly span: Span;
  readonly from: number;
  readonly to: number;
}

/** What happened at about the same time; oldest first. */
interface Moment {
  readonly kind: "moment";
  readonly entries: readonly TimelineEntry[];
  readonly at: number;
}

/** A day, and what is told of it, in the order of its times. */
export interface Day {
  /** Its midnight, in milliseconds since 1970. */
  readonly begins: number;
  readonly pieces: readonly (Part | Moment)[];
  /** The share of the day that has passed, of the one that is not over. */
  readonly now?: number;
}

/** The last seven days in one line; today, the last of them, is there as a whole. */
export interface Week {
  /** The midnight that each day begins with, in milliseconds since 1970. */
  readonly midnights: readonly number[];
  /** The share of the week that is over at a moment. */
  readonly share: (at: number) => number;
  readonly pieces: readonly (Part | Moment)[];
  /** The share of it within which two things cannot be drawn apart. */
  readonly apart: number;
}

const mostDays = 14;
const daysOfWeek = 7;
/** The share of a day, and of a week, within which two things cannot be drawn apart. */
const apart = { day: 1 / 16, week: 1 / 40 } as const;

/** The last days until now that something is told of, two weeks at most, oldest first. */
export function daysOf(
  spans: readonly Span[],
  entries: readonly TimelineEntry[],
  now: number,
): readonly Day[] {
  const told = [...spans.map(({ from }) => from), ...entries.map((entry) => timeOf(entry) ?? now)];
  const first = Math.max(Math.min(...told, now), dayAfter(now, 1 - mostDays));
  const days: Day[] = [];
  for (let begins = dayAfter(first, 0); begins <= now; begins = dayAfter(begins, 1)) {
    const day = { begins, ends: dayAfter(begins, 1), now, apart: apart.day };
    days.push({
      begins,
      pieces: piecesOf(spans, entries, day),
      ...(now < day.ends && { now: (now - begins) / (day.ends - begins) }),
    });
  }
  return days;
}

/** The midnight six days before today's, in milliseconds since 1970. */
export function weekBegin(now: number): number {
  return dayAfter(now, 1 - daysOfWeek);
}

/** The last seven days until now, and what is told of them. */
export function weekOf(spans: readonly Span[], entries: readonly TimelineEntry[], now: number): Week {
  const begins = weekBegin(now);
  const ends = dayAfter(now, 1);
  return {
    midnights: Array.from({ length: daysOfWeek }, (_, day) => dayAfter(begins, day)),
    share: (at) => (at - begins) / (ends - begins),
    pieces: piecesOf(spans, entries, { begins, ends, now, apart: apart.week }),
    apart: apart.week,
  };
}

interface Stretch {
  readonly begins: number;
  readonly ends: number;
  readonly now: number;
  /** The share of it within which two things cannot be drawn apart. */
  readonly apart: number;
}

function piecesOf(
  spans: readonly Span[],
  entries: readonly TimelineEntry[],
  { apart, begins, ends, now }: Stretch,
): readonly (Part | Moment)[] {
  const share = (at: number): number => (at - begins) / (ends - begins);
  const parts = spans
    .filter(({ from, to }) => from < ends && to > begins)
    .map((span): Part => ({
      kind: "span",
      span,
      from: Math.max(0, share(span.from)),
      to: Math.min(1, share(span.to)),
    }));
  const of = entries.filter((entry) => isWithin(timeOf(entry), begins, Math.min(ends, now + 1)));
  const begin = (piece: Part | Moment): number => (piece.kind === "span" ? piece.from : piece.at);
  return [...parts, ...moments(of, share, apart)].sort((one, other) => begin(one) - begin(other));
}

/** The midnight that so many days come after the one before a moment: days differ in length. */
function dayAfter(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function isWithin(at: number | undefined, from: number, to: number): boolean {
  return at !== undefined && at >= from && at < to;
}

function moments(
  entries: readonly TimelineEntry[],
  share: (at: number) => number,
  apart: number,
): readonly Moment[] {
  const found: { at: number; entries: TimelineEntry[] }[] = [];
  const timed = entries.map((entry) => ({ entry, at: share(timeOf(entry) ?? 0) }));
  for (const { at, entry } of timed.sort((one, other) => one.at - other.at)) {
    const last = found.at(-1);
    if (last !== undefined && at - last.at < apart) last.entries.push(entry);
    else found.push({ at, entries: [entry] });
  }
  return found.map((one) => ({ kind: "moment", ...one }));
}
