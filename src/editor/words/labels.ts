import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";

/** A key of the service as words: "browser_pools" becomes "Browser pools". Safe to show anywhere. */
export function humanized(key: string): string {
  return capitalized(display(key).replaceAll("_", " ").trim());
}

/** Words of a sentence as they stand alone. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Marks a value that this version has no words for. */
export function unknownValue(value: string): string {
  return l10n.t("{0} (not known to this version)", value);
}

/** What a plan is called: those of §8 by name, any other as words. */
export function planName(id: string): string {
  switch (id) {
    case "FREE":
      return l10n.t("Free");
    case "HOBBYIST":
      return l10n.t("Hobbyist");
    case "START_UP":
      return l10n.t("Start-up");
    case "ENTERPRISE":
      return l10n.t("Enterprise");
    default:
      return spoken(id);
  }
}

/** A value that the service writes in capitals as words: "PAST_DUE" becomes "Past due". */
export function spoken(value: string): string {
  return humanized(value === value.toUpperCase() ? value.toLowerCase() : value);
}
