// Messages about authenticator secrets. No message contains a part of a secret.
import { l10n } from "vscode";
import { isUsualTotp, readTotpSecret, type TotpSettings, usualTotp } from "../../domain/login/totpSecret.ts";
import { display } from "../../domain/text/display.ts";
import { type Check, error, info, warning } from "./names.ts";

/** Minimum length of the secrets that websites issue, in base32 characters. */
const usualLength = 16;

/** Checks an authenticator secret or its `otpauth:` address; an empty text is allowed if `mayBeEmpty`. */
export function checkSecret(text: string, mayBeEmpty: boolean): Check | undefined {
  if (text === "") return mayBeEmpty ? undefined : error(l10n.t("Enter the secret from the website."));
  const read = readTotpSecret(text);
  switch (read.kind) {
    case "unusual":
      return error(
        l10n.t(
          "These codes have {0}. VS Code can store only secrets for {1}. Type the codes yourself at each login.",
          settingsWords(read.settings),
          settingsWords({}),
        ),
      );
    case "counter":
      return error(
        l10n.t("This address is for counter-based codes, which can't be stored. Type the codes yourself."),
      );
    case "export":
      return error(l10n.t("This is an export of an app. Paste the secret that the website shows."));
    case "noSecret":
      return error(l10n.t("This address has no usable secret. Paste the secret that the website shows."));
    case "invalid":
      return error(l10n.t("Secrets contain only letters and the digits 2 to 7."));
    case "secret":
  }
  const { isFromAddress, secret } = read;
  // RFC 4648 §6: whole bytes never leave these lengths.
  if (secret.length < usualLength || [1, 3, 6].includes(secret.length % 8))
    return warning(l10n.t("Secrets are usually longer. Check that nothing is missing."));
  return isFromAddress ? info(l10n.t("Only the secret in this address is used.")) : undefined;
}

/** A checked secret in the spelling that is sent. */
export function parseSecret(text: string): string {
  const read = readTotpSecret(text);
  return read.kind === "secret" ? read.secret : "";
}

/** Returns why the stored secret can't be replaced: only the secret is sent, so the new codes would be wrong. */
export function replacementRefusal(settings: TotpSettings): string | undefined {
  if (isUsualTotp(settings)) return undefined;
  return l10n.t(
    "The stored secret makes codes with {0}. VS Code can store only secrets for {1}, so this secret can't be replaced here.",
    settingsWords(settings),
    settingsWords({}),
  );
}

function settingsWords({
  algorithm = usualTotp.algorithm,
  digits = usualTotp.digits,
  period = usualTotp.period,
}: TotpSettings): string {
  return l10n.t(
    "{0}, {1} digits, {2} seconds",
    display(algorithm),
    display(String(digits)),
    display(String(period)),
  );
}
