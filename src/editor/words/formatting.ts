import { env, l10n } from "vscode";

/**
 * Returns the BCP 47 tag of the user interface's language, which is the editor's language if a translation is loaded,
 * otherwise English. Pass the tag to `Intl`, so that dates and numbers match the language of the messages.
 */
export function uiLanguage(): string {
  return l10n.bundle === undefined ? "en" : env.language;
}

/** Caches a formatter per language. Creating a formatter takes 100 times as long as using it, and lists are long. */
export function perLanguage<T>(make: (tag: string) => T): () => T {
  const formatters = new Map<string, T>();
  return () => {
    const tag = uiLanguage();
    const cached = formatters.get(tag);
    if (cached !== undefined) return cached;
    const formatter = make(tag);
    formatters.set(tag, formatter);
    return formatter;
  };
}

const numberFormat = perLanguage((tag) => new Intl.NumberFormat(tag));
const dateTimeFormat = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }),
);

function dateFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const formatter = perLanguage((tag) => new Intl.DateTimeFormat(tag, options));
  return (date) => formatter().format(date);
}

const formatTime = dateFormatter({ timeStyle: "short" });
const formatMonthDay = dateFormatter({ month: "short", day: "numeric" });
const unitFormats = {
  long: unitFormatsOf("long"),
  short: unitFormatsOf("short"),
};

type DurationUnit = "day" | "hour" | "minute" | "second";

function unitFormatsOf(
  unitDisplay: "long" | "short",
): Readonly<Record<DurationUnit, () => Intl.NumberFormat>> {
  const of = (unit: DurationUnit): (() => Intl.NumberFormat) =>
    perLanguage((tag) => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay }));
  return { day: of("day"), hour: of("hour"), minute: of("minute"), second: of("second") };
}

export function formatCount(value: number): string {
  return numberFormat().format(value);
}

/** Formats a duration of 0 or more seconds in the largest whole unit: "20 minutes" or (`short`) "20 min". */
export function formatDuration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const sizes = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] =
    sizes.find(([, size]) => seconds >= size && seconds % size === 0) ?? (["second", 1] as const);
  return unitFormats[unitDisplay][unit]().format(seconds / size);
}

/** Formats an age, such as "12 min ago". Returns "just now" for less than a minute and for future times. */
export function formatAge(date: Date, now: Date): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (seconds < 60) return l10n.t("just now");
  const size = [86_400, 3_600].find((unit) => seconds >= unit) ?? 60;
  return l10n.t("{0} ago", formatDuration(Math.floor(seconds / size) * size, "short"));
}

export function formatDays(value: number): string {
  return unitFormats.long.day().format(value);
}

export function formatDateTime(date: Date): string {
  return dateTimeFormat().format(date);
}

/** Formats a recent day with its weekday, such as "Mon, Nov 23". */
export const formatDayWithWeekday = dateFormatter({ weekday: "short", month: "short", day: "numeric" });

export const formatShortWeekday = dateFormatter({ weekday: "short" });

const formatWeekdayHour = dateFormatter({ weekday: "short", hour: "numeric" });

export const formatHour = dateFormatter({ hour: "numeric" });

export const formatTimeWithSeconds = dateFormatter({ timeStyle: "medium" });

export const formatDate = dateFormatter({ dateStyle: "medium" });

export function formatDateRange(from: Date, to: Date): string {
  return dateTimeFormat().formatRange(from, to);
}

/**
 * Formats a date for a narrow side bar. If the date is today or in the next twelve hours, shows the time. If it is
 * yesterday but less than twelve hours ago, shows the weekday and hour. Otherwise, shows the day, with the year if the
 * date is more than six months away.
 */
export function formatShortDateTime(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return formatTime(date);
  const hours = (date.getTime() - now.getTime()) / 3_600_000;
  if (Math.abs(hours) >= 12) return formatShortDate(date, now);
  if (hours > 0) return formatTime(date);
  return formatWeekdayHour(date);
}

/** Formats a day for a narrow side bar. Includes the year if the day is more than six months away. */
export function formatShortDate(date: Date, now = new Date()): string {
  const months = (date.getFullYear() - now.getFullYear()) * 12 + date.getMonth() - now.getMonth();
  return Math.abs(months) > 6 ? formatDate(date) : formatMonthDay(date);
}
