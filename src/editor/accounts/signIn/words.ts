import { l10n } from "vscode";
import type { BaseUrlReason } from "../../../api/baseUrl.ts";
import type { TokenReason } from "../../../api/token.ts";

/** Why a text is not a base URL. */
export function baseUrlFault(reason: BaseUrlReason): string {
  const notSecure = l10n.t(
    "The URL must begin with https://. Plain http is allowed for 127.0.0.1 and [::1] only.",
  );
  return {
    empty: l10n.t("A base URL is needed, such as https://api.example.com."),
    tooLong: l10n.t("This is too long for a base URL."),
    characters: l10n.t("The URL holds a space or an invisible character. Type it instead of pasting it."),
    backslash: l10n.t("The URL holds a backslash. Use slashes."),
    notUrl: l10n.t("This is not a URL. Type one such as https://api.example.com."),
    scheme: notSecure,
    insecure: notSecure,
    localhost: l10n.t("Use http://127.0.0.1 or http://[::1]: the name localhost may lead elsewhere."),
    userinfo: l10n.t("Leave out the user name and password. The token is asked for next."),
    host: l10n.t("No host has such a name. Check the part between // and the next slash."),
    query: l10n.t("Leave out the question mark and what follows it."),
    fragment: l10n.t("Leave out the # and what follows it."),
    port: l10n.t("Browsers and VS Code never connect to this port. Choose another."),
  }[reason];
}

/** Why a text is not a token. It never repeats the text. */
export function tokenFault(reason: TokenReason): string {
  return {
    empty: l10n.t("A token is needed."),
    whitespace: l10n.t("A token has no spaces or line breaks. Copy it again, alone."),
    control: l10n.t("The text holds a control character. Copy the token again, alone."),
    nonAscii: l10n.t("A token has only ASCII letters, digits and signs. Copy it again, alone."),
    tooLong: l10n.t("This is too long for a token."),
  }[reason];
}
