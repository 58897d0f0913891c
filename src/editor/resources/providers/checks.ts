// Validates what the user types for a credential provider.
import { l10n } from "vscode";
import { checkToken } from "../../../api/token.ts";
import { checkName, inputError, type InputCheck } from "../../words/inputChecks.ts";

/**
 * Validates a provider's name, which must differ from the existing `names`. The service trims names, so the extension
 * sends trimmed names.
 */
export function checkProviderName(text: string, names: readonly string[]): InputCheck | undefined {
  const name = text.trim();
  const check = checkName(l10n.t("The provider name"), name);
  if (check?.severity === "error") return check;
  if (name.includes("/")) return inputError(l10n.t("Leave out /, which separates item paths."));
  if (names.includes(name)) return inputError(l10n.t("Another provider has this name. Choose another name."));
  return check;
}

/** Validates a token. Messages never repeat the token. */
export function checkProviderToken(text: string): InputCheck | undefined {
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
  return inputError(words[checked.reason]);
}

export function checkPriority(text: string): InputCheck | undefined {
  return priorityOf(text) === undefined ? inputError(l10n.t("Type a whole number, such as 10.")) : undefined;
}

/** Parses a priority. Returns undefined unless the text is an integer. */
export function priorityOf(text: string): number | undefined {
  const number = /^\s*-?\d{1,16}\s*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
