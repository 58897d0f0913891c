// Validates what the user types for a credential. Messages never repeat a secret.
import { l10n } from "vscode";
import { type LoginValueKind, prepareLoginValue } from "../../../domain/login/loginValue.ts";
import { checkName, inputError, inputInfo, inputWarning, type InputCheck } from "../../words/inputChecks.ts";

/** Validates the name of a credential, which must differ from the names in `takenNames`. */
export function checkCredentialName(name: string, takenNames: readonly string[]): InputCheck | undefined {
  const check = checkName(l10n.t("The credential name"), name);
  if (check?.severity === "error") return check;
  if (takenNames.includes(name))
    return inputError(l10n.t("Another credential has this name. Choose another name."));
  const alike = takenNames.some((taken) => taken.toLowerCase() === name.toLowerCase());
  return alike ? inputWarning(l10n.t("Another credential differs only in capitalization.")) : check;
}

/** Validates the key of a value, which must differ from the credential's other keys. */
export function checkKey(key: string, otherKeys: readonly string[]): InputCheck | undefined {
  const check = checkName(l10n.t("The key"), key);
  if (check?.severity === "error") return check;
  return otherKeys.includes(key) ? inputError(l10n.t("Another value has this key.")) : check;
}

/** Matches keys under which a credential stores a user name. Login forms use such keys as the `ref` of a field. */
const userNameKeys = /^(user|user[\s_-]?name|e-?mail|identifier|login|phone|tel)$/i;

export const valueKind = (key: string): LoginValueKind => (userNameKeys.test(key) ? "userName" : "other");

/** Validates the value stored under a key. Messages never repeat the value. */
export function checkValue(value: string, key: string): InputCheck | undefined {
  const { value: sent } = prepareLoginValue(valueKind(key), value);
  if (sent === "") return inputError(l10n.t("Enter a value."));
  if (!value.isWellFormed())
    return inputError(l10n.t("The value contains an invalid character. Type the value instead of pasting."));
  return sent === value ? undefined : inputInfo(l10n.t("Spaces around the value are removed."));
}

export function checkProvider(name: string): InputCheck | undefined {
  return checkName(l10n.t("The provider"), name);
}
