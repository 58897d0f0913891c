import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";

/** A key of the service as words: "browser_pools" becomes "Browser pools". Safe to show anywhere. */
export function humanizeKey(key: string): string {
  return capitalize(display(key).replaceAll("_", " ").trim());
}

/** Capitalizes the first letter. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Marks a value that this version has no words for. */
export function markUnknownValue(value: string): string {
  return l10n.t("{0} (unknown to this version)", value);
}

/** Returns the words for a value of the service, and marks an unknown value. */
export function labelForValue(value: string, words: Readonly<Record<string, string>>): string {
  return ownProperty(words, value) ?? markUnknownValue(value);
}

/** Returns a table's own entry for an untrusted key, never an inherited one such as "constructor". */
export function ownProperty<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The name of a plan: one of §8, or else the value as words. */
export function planName(id: string): string {
  const words = {
    FREE: l10n.t("Free"),
    HOBBYIST: l10n.t("Hobbyist"),
    START_UP: l10n.t("Start-up"),
    ENTERPRISE: l10n.t("Enterprise"),
  };
  return ownProperty(words, id) ?? humanizeValue(id);
}

/** Returns an uppercase value of the service as words: "PAST_DUE" becomes "Past due". */
export function humanizeValue(value: string): string {
  return humanizeKey(value === value.toUpperCase() ? value.toLowerCase() : value);
}
