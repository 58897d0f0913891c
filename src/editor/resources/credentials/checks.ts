// What is said of a typed part of a credential. Nothing secret is repeated.
import { l10n } from "vscode";
import { totpSecretOf } from "../../../api/resourceRequests.ts";
import { checkName, checkOuterSpace, error, warning, type Check } from "../../words/names.ts";

/** The verdict on a name, which no other credential has. */
export function checkCredentialName(name: string, taken: readonly string[]): Check | undefined {
  const check = checkName(l10n.t("The credential name"), name);
  if (check?.severity === "error") return check;
  if (taken.includes(name)) return error(l10n.t("Another credential has this name. Choose another name."));
  const alike = taken.some((one) => one.toLowerCase() === name.toLowerCase());
  return alike ? warning(l10n.t("Another credential differs only in capitalization.")) : check;
}

/** The verdict on the key of a value beside those that are there. */
export function checkKey(key: string, others: readonly string[]): Check | undefined {
  const check = checkName(l10n.t("The key"), key);
  if (check?.severity === "error") return check;
  return others.includes(key) ? error(l10n.t("Another value has this key.")) : check;
}

/** The verdict on a value. */
export function checkValue(value: string): Check | undefined {
  if (value === "") return error(l10n.t("Enter a value."));
  if (!value.isWellFormed())
    return error(l10n.t("The value contains an invalid character. Type the value instead of pasting."));
  return checkOuterSpace(l10n.t("The value"), value);
}

/** Secrets of sites have as many characters at least. */
const usualLength = 16;

/** The verdict on a secret for one-time codes, however it is written; an empty one is none, where that is allowed. */
export function checkSecret(text: string, mayBeEmpty: boolean): Check | undefined {
  if (text === "") return mayBeEmpty ? undefined : error(l10n.t("Enter the secret from the website."));
  if (/^\s*otpauth:/i.test(text))
    return error(l10n.t("This is an app link. Paste only the part after secret=."));
  const secret = totpSecretOf(text);
  if (secret === undefined) return error(l10n.t("Secrets contain only letters and the digits 2 to 7."));
  // What base32 of whole bytes never leaves: RFC 4648, section 6.
  return secret.length < usualLength || [1, 3, 6].includes(secret.length % 8)
    ? warning(l10n.t("Secrets are usually longer. Check that nothing is missing."))
    : undefined;
}

/** The verdict on the name of an SSO provider. */
export function checkProvider(name: string): Check | undefined {
  return checkName(l10n.t("The provider"), name);
}
