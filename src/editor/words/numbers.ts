import { env, l10n } from "vscode";

/**
 * Returns the BCP 47 tag of the user interface: the editor's language if a translation is loaded, otherwise English.
 * `Intl` must format in the same language.
 */
export function locale(): string {
  return l10n.bundle === undefined ? "en" : env.language;
}

/** Caches a formatter per language: creating one takes a hundred times as long as using it, and lists have many rows. */
export function perLanguage<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const tag = locale();
    const known = made.get(tag);
    if (known !== undefined) return known;
    const formatter = make(tag);
    made.set(tag, formatter);
    return formatter;
  };
}

const numbers = perLanguage((tag) => new Intl.NumberFormat(tag));
const moments = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }),
);

/** Returns a function that formats a date or a part of it. */
function written(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const formatter = perLanguage((tag) => new Intl.DateTimeFormat(tag, options));
  return (date) => formatter().format(date);
}

const time = written({ timeStyle: "short" });
const monthDay = written({ month: "short", day: "numeric" });
const units = {
  long: unitsOf("long"),
  short: unitsOf("short"),
};

type Unit = "day" | "hour" | "minute" | "second";

function unitsOf(unitDisplay: "long" | "short"): Readonly<Record<Unit, () => Intl.NumberFormat>> {
  const of = (unit: Unit): (() => Intl.NumberFormat) =>
    perLanguage((tag) => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay }));
  return { day: of("day"), hour: of("hour"), minute: of("minute"), second: of("second") };
}

/** Formats a whole number. */
export function count(value: number): string {
  return numbers().format(value);
}

/**
 * Formats a duration in its largest whole unit, such as "20 minutes" or (`short`) "20 min". `seconds` isn't negative.
 */
export function duration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const sizes = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] =
    sizes.find(([, size]) => seconds >= size && seconds % size === 0) ?? (["second", 1] as const);
  return units[unitDisplay][unit]().format(seconds / size);
}

/** Formats an age, such as "12 min ago". Returns "just now" for less than a minute and for future times. */
export function ago(date: Date, now: Date): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (seconds < 60) return l10n.t("just now");
  const size = seconds < 3_600 ? 60 : seconds < 86_400 ? 3_600 : 86_400;
  return l10n.t("{0} ago", duration(Math.floor(seconds / size) * size, "short"));
}

/** Formats a number of days, such as "14 days". */
export function days(value: number): string {
  return units.long.day().format(value);
}

/** Formats a date with its time. */
export function moment(date: Date): string {
  return moments().format(date);
}

/** Formats a day of the last weeks with its weekday. */
export const weekday = written({ weekday: "short", month: "short", day: "numeric" });

/** Formats a day of this week as a short weekday. */
export const shortWeekday = written({ weekday: "short" });

/** Formats an hour of a day of this week. */
const weekdayHour = written({ weekday: "short", hour: "numeric" });

/** Formats an hour without minutes. */
export const hour = written({ hour: "numeric" });

/** Formats a time with seconds. */
export const timeOfDay = written({ timeStyle: "medium" });

/** Formats a day. */
export const day = written({ dateStyle: "medium" });

/** Formats a period. */
export function range(from: Date, to: Date): string {
  return moments().formatRange(from, to);
}

/**
 * Formats a date for a narrow side bar: the time if it's today or within the next twelve hours, the weekday and hour
 * within the last twelve hours, otherwise the day, with the year unless it's clear.
 */
export function shortMoment(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return time(date);
  const hours = (date.getTime() - now.getTime()) / 3_600_000;
  if (Math.abs(hours) >= 12) return shortDay(date, now);
  return hours > 0 ? time(date) : weekdayHour(date);
}

/** Formats a day for a narrow side bar, with the year unless it's clear. */
export function shortDay(date: Date, now = new Date()): string {
  const months = (date.getFullYear() - now.getFullYear()) * 12 + date.getMonth() - now.getMonth();
  return Math.abs(months) > 6 ? day(date) : monthDay(date);
}
