import { env, l10n } from "vscode";
import type { Constraint, Said } from "../../domain/constraint.ts";
import { display } from "../../domain/display.ts";
import type { Bound, Unit } from "../../domain/entitlements.ts";
import { humanized } from "./labels.ts";

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

/** A length of time in its largest whole unit, such as "20 minutes"; `seconds` is not negative. */
export function duration(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] =
    units.find(([, size]) => seconds >= size && seconds % size === 0) ?? (["second", 1] as const);
  return measured(seconds / size, unit);
}

/** A number of days, such as "14 days". */
export function days(value: number): string {
  return measured(value, "day");
}

function measured(value: number, unit: "day" | "hour" | "minute" | "second"): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** A moment as date and time of day, in the language of our words. */
export function moment(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date);
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

/** A day, in the language of our words. */
export function day(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date);
}

/**
 * A constraint in words (§2.8): null is "Unlimited", a missing one "Not reported", and neither is the other. What the
 * document does not know stays as the service writes it.
 */
export function constraint(value: Constraint | Said, unit: Unit | undefined): string {
  if (value === undefined) return l10n.t("Not reported");
  if (value === null) return l10n.t("Unlimited");
  if (value === "unreadable") return l10n.t("Unreadable");
  if (typeof value === "object") return said(value);
  switch (unit) {
    case "seconds":
      return duration(value);
    case "days":
      return days(value);
    case "count":
      return value === 0 ? l10n.t("None") : count(value);
    case undefined:
      return count(value);
  }
}

function said({ said: value }: Said): string {
  if (typeof value === "string") return display(value);
  if (typeof value === "number") return count(value);
  return value ? l10n.t("Yes") : l10n.t("No");
}

/** A constraint's name in the tree, below the feature it belongs to: side bars are narrow. */
export function boundShortLabel(bound: Bound): string {
  switch (bound.key) {
    case "health_check_interval_default_seconds":
      return l10n.t("Check interval");
    case "health_check_interval_min_seconds":
      return l10n.t("Shortest interval");
    case "health_check_interval_max_seconds":
      return l10n.t("Longest interval");
    default:
      return boundLabel(bound);
  }
}

/** What a constraint is called. */
export function boundLabel({ key }: Bound): string {
  switch (key) {
    case "max_connections":
      return l10n.t("Connections at most");
    case "health_check_interval_default_seconds":
      return l10n.t("Health check interval");
    case "health_check_interval_min_seconds":
      return l10n.t("Shortest health check interval");
    case "health_check_interval_max_seconds":
      return l10n.t("Longest health check interval");
    case "retention_days":
      return l10n.t("Retention");
    case "max_stored_per_org":
      return l10n.t("Stored extensions at most");
    default:
      return humanized(key);
  }
}
