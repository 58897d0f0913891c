// Messages about authenticator secrets. No message contains a part of a secret.
import { l10n } from "vscode";
import {
  isDefaultTotp,
  parseAuthenticatorSecret,
  type TotpSettings,
  defaultTotp,
} from "../../domain/login/totpSecret.ts";
import { display } from "../../domain/text/display.ts";
import { type InputCheck, inputError, inputInfo, inputWarning } from "./inputChecks.ts";

/**
 * Usual minimum length of the secrets that websites issue, in base32 characters. A shorter secret only causes a
 * warning.
 */
const minUsualSecretLength = 16;

/** Checks a typed authenticator secret or `otpauth:` URL. Accepts an empty string if `mayBeEmpty` is true. */
export function checkTotpSecret(text: string, mayBeEmpty: boolean): InputCheck | undefined {
  if (text === "") return mayBeEmpty ? undefined : inputError(l10n.t("Enter the secret from the website."));
  const read = parseAuthenticatorSecret(text);
  switch (read.kind) {
    case "unusual":
      return inputError(
        l10n.t(
          "These codes have {0}. VS Code can store only secrets for {1}. Type the codes yourself at each login.",
          totpSettingsText(read.settings),
          totpSettingsText({}),
        ),
      );
    case "counter":
      return inputError(
        l10n.t("This address is for counter-based codes, which can't be stored. Type the codes yourself."),
      );
    case "export":
      return inputError(l10n.t("This is an export of an app. Paste the secret that the website shows."));
    case "noSecret":
      return inputError(
        l10n.t("This address has no usable secret. Paste the secret that the website shows."),
      );
    case "invalid":
      return inputError(l10n.t("Secrets contain only letters and the digits 2 to 7."));
    case "secret":
  }
  const { isFromAddress, secret } = read;
  // Whole bytes never have these lengths in base32 (RFC 4648 §6), so some characters are missing.
  if (secret.length < minUsualSecretLength || [1, 3, 6].includes(secret.length % 8))
    return inputWarning(l10n.t("Secrets are usually longer. Check that nothing is missing."));
  if (!isFromAddress) return undefined;
  return inputInfo(l10n.t("Only the secret in this address is used."));
}

/** Converts a typed secret or `otpauth:` URL to the secret that is sent. Returns an empty string if it is invalid. */
export function parseTotpSecret(text: string): string {
  const read = parseAuthenticatorSecret(text);
  return read.kind === "secret" ? read.secret : "";
}

/**
 * Returns the reason why a stored secret with unusual settings can't be replaced. Only the secret is sent, not its
 * settings, so codes from a new secret would be wrong.
 */
export function totpReplacementRefusal(settings: TotpSettings): string | undefined {
  if (isDefaultTotp(settings)) return undefined;
  return l10n.t(
    "The stored secret makes codes with {0}. VS Code can store only secrets for {1}, so this secret can't be replaced here.",
    totpSettingsText(settings),
    totpSettingsText({}),
  );
}

function totpSettingsText({
  algorithm = defaultTotp.algorithm,
  digits = defaultTotp.digits,
  period = defaultTotp.period,
}: TotpSettings): string {
  return l10n.t(
    "{0}, {1} digits, {2} seconds",
    display(algorithm),
    display(String(digits)),
    display(String(period)),
  );
}
