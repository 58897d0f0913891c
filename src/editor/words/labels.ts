import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";

/**
 * Converts a key from the service to readable text: "browser_pools" becomes "Browser pools". The result is safe for VS
 * Code's own UI, because {@link display} has neutralized icons, links and control characters.
 */
export function humanizeKey(key: string): string {
  return capitalize(display(key).replaceAll("_", " ").trim());
}

export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Marks a value for which this version of the extension has no label. */
export function markUnknownValue(value: string): string {
  return l10n.t("{0} (unknown to this version)", value);
}

export function labelForValue(value: string, words: Readonly<Record<string, string>>): string {
  return ownProperty(words, value) ?? markUnknownValue(value);
}

/** Returns a table's own entry for an untrusted key, never an inherited one such as "constructor". */
export function ownProperty<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Returns the name of a plan from interface.md §8. Formats an unknown plan's ID as readable text. */
export function planName(id: string): string {
  const words = {
    FREE: l10n.t("Free"),
    HOBBYIST: l10n.t("Hobbyist"),
    START_UP: l10n.t("Start-up"),
    ENTERPRISE: l10n.t("Enterprise"),
  };
  return ownProperty(words, id) ?? humanizeValue(id);
}

/** Converts an uppercase value from the service to readable text: "PAST_DUE" becomes "Past due". */
export function humanizeValue(value: string): string {
  return humanizeKey(value === value.toUpperCase() ? value.toLowerCase() : value);
}
