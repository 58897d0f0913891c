import { l10n } from "vscode";
import { display } from "../../domain/display.ts";

/** A key of the service as words: "browser_pools" becomes "Browser pools". Safe to show anywhere. */
export function humanized(key: string): string {
  const words = display(key).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Marks a value that this version has no words for. */
export function unknownValue(value: string): string {
  return l10n.t("{0} (not known to this version)", value);
}
