import { env, l10n } from "vscode";

/**
 * The language that our words are in, as a BCP 47 tag: the editor's where it has a translation of them, else
 * English. Whatever `Intl` writes stands among those words.
 */
export function locale(): string {
  return l10n.bundle === undefined ? "en" : env.language;
}

/** A whole number as the language of our words writes it. */
export function count(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** A length of time in its largest whole unit, such as "20 minutes" or (`short`) "20 min"; `seconds` is not negative. */
export function duration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] =
    units.find(([, size]) => seconds >= size && seconds % size === 0) ?? (["second", 1] as const);
  return measured(seconds / size, unit, unitDisplay);
}

/** A number of days, such as "14 days". */
export function days(value: number): string {
  return measured(value, "day", "long");
}

function measured(
  value: number,
  unit: "day" | "hour" | "minute" | "second",
  unitDisplay: "long" | "short",
): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(value);
}

/** A moment as date and time of day, in the language of our words. */
export function moment(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A length of time by its begin and its end, in the language of our words. */
export function range(from: Date, to: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).formatRange(from, to);
}

/** A day of the last weeks, with its weekday. */
export function weekday(date: Date): string {
  const parts = { weekday: "short", month: "short", day: "numeric" } as const;
  return new Intl.DateTimeFormat(locale(), parts).format(date);
}

/** An hour of a day, without its minutes. */
export function hour(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { hour: "numeric" }).format(date);
}

/** A moment for a narrow side bar: the time of day where it is today, else the day. */
export function shortMoment(date: Date, now = new Date()): string {
  if (date.toDateString() !== now.toDateString()) return day(date);
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(date);
}

/** The time of day to the second, in the language of our words. */
export function timeOfDay(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "medium" }).format(date);
}

/** A day of these months, or any other with its year, for a narrow side bar. */
export function shortDay(date: Date, now = new Date()): string {
  const months = (date.getFullYear() - now.getFullYear()) * 12 + date.getMonth() - now.getMonth();
  if (Math.abs(months) > 6) return day(date);
  return new Intl.DateTimeFormat(locale(), { month: "short", day: "numeric" }).format(date);
}

/** A day, in the language of our words. */
export function day(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date);
}
