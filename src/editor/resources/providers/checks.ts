// What is said of a typed part of a credential provider.
import { l10n } from "vscode";
import { checkToken } from "../../../api/token.ts";
import { checkName, error } from "../../words/names.ts";
import type { Check } from "../../words/names.ts";

/** The verdict on a name, which no other provider has. The service trims it, and so is it sent. */
export function checkProviderName(text: string, names: readonly string[]): Check | undefined {
  const name = text.trim();
  const check = checkName(l10n.t("The provider name"), name);
  if (check?.severity === "error") return check;
  if (name.includes("/")) return error(l10n.t("Leave out /, which separates item paths."));
  if (names.includes(name)) return error(l10n.t("Another provider has this name. Choose another name."));
  return check;
}

/** The verdict on a token; it is not repeated. */
export function checkProviderToken(text: string): Check | undefined {
  const checked = checkToken(text);
  if (checked.ok) return undefined;
  const notPlain = l10n.t("The token contains an invalid character. Copy only the token.");
  const words = {
    empty: l10n.t("Enter a token."),
    tooLong: l10n.t("Too long for a token. Copy the token again."),
    quoted: notPlain,
    named: notPlain,
    whitespace: l10n.t("Tokens have no spaces. Copy only the token."),
    control: notPlain,
    nonAscii: notPlain,
  };
  return error(words[checked.reason]);
}

/** The verdict on a place in the order. */
export function checkPriority(text: string): Check | undefined {
  return priorityOf(text) === undefined ? error(l10n.t("Type a whole number, such as 10.")) : undefined;
}

/** The number that a text is; `undefined` where it is no whole one. */
export function priorityOf(text: string): number | undefined {
  const number = /^\s*-?\d{1,16}\s*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
