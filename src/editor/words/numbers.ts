import { env, l10n } from "vscode";

/**
 * The language of our words, as a BCP 47 tag: the editor's if a translation is loaded, else English. `Intl` must write in
 * the same language.
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

/** A function that writes a date or a part of it, in the language of our words. */
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

/** A whole number as the language of our words writes it. */
export function count(value: number): string {
  return numbers().format(value);
}

/** A length of time in its largest whole unit, such as "20 minutes" or (`short`) "20 min"; `seconds` is not negative. */
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

/** How long ago a moment was, such as "12 min ago"; less than a minute, or a moment to come, is "just now". */
export function ago(date: Date, now: Date): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (seconds < 60) return l10n.t("just now");
  const size = seconds < 3_600 ? 60 : seconds < 86_400 ? 3_600 : 86_400;
  return l10n.t("{0} ago", duration(Math.floor(seconds / size) * size, "short"));
}

/** A number of days, such as "14 days". */
export function days(value: number): string {
  return units.long.day().format(value);
}

/** A moment as date and time of day, in the language of our words. */
export function moment(date: Date): string {
  return moments().format(date);
}

/** A day of the last weeks, with its weekday. */
export const weekday = written({ weekday: "short", month: "short", day: "numeric" });

/** A day of this week, by its short name. */
export const shortWeekday = written({ weekday: "short" });

/** An hour of a day of this week. */
const weekdayHour = written({ weekday: "short", hour: "numeric" });

/** An hour of a day, without its minutes. */
export const hour = written({ hour: "numeric" });

/** The time of day to the second. */
export const timeOfDay = written({ timeStyle: "medium" });

/** A day. */
export const day = written({ dateStyle: "medium" });

/** A period, by its start and end. */
export function range(from: Date, to: Date): string {
  return moments().formatRange(from, to);
}

/**
 * A moment for a narrow side bar: the time if today or less than twelve hours to come, the hour with its weekday if less
 * than twelve hours ago; else the day, with the year unless that is clear.
 */
export function shortMoment(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return time(date);
  const hours = (date.getTime() - now.getTime()) / 3_600_000;
  if (Math.abs(hours) >= 12) return shortDay(date, now);
  return hours > 0 ? time(date) : weekdayHour(date);
}

/** A day for a narrow side bar, with the year unless that is clear. */
export function shortDay(date: Date, now = new Date()): string {
  const months = (date.getFullYear() - now.getFullYear()) * 12 + date.getMonth() - now.getMonth();
  return Math.abs(months) > 6 ? day(date) : monthDay(date);
}
