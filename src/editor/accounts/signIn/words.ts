import { l10n } from "vscode";
import type { BaseUrlReason } from "../../../api/baseUrl.ts";
import type { TokenReason } from "../../../api/token.ts";

/** Why a text is not a base URL. */
export function baseUrlFault(reason: BaseUrlReason): string {
  switch (reason) {
    case "empty":
      return l10n.t("A base URL is needed, such as https://api.example.com.");
    case "tooLong":
      return l10n.t("This is too long for a base URL.");
    case "characters":
      return l10n.t("The URL holds a space or an invisible character. Type it instead of pasting it.");
    case "backslash":
      return l10n.t("The URL holds a backslash. Use slashes.");
    case "notUrl":
      return l10n.t("This is not a URL. Type one such as https://api.example.com.");
    case "scheme":
    case "insecure":
      return l10n.t("The URL must begin with https://. Plain http is allowed for 127.0.0.1 and [::1] only.");
    case "localhost":
      return l10n.t("Use http://127.0.0.1 or http://[::1]: the name localhost may lead elsewhere.");
    case "userinfo":
      return l10n.t("Leave out the user name and password. The token is asked for next.");
    case "host":
      return l10n.t("No host has such a name. Check the part between // and the next slash.");
    case "query":
      return l10n.t("Leave out the question mark and what follows it.");
    case "fragment":
      return l10n.t("Leave out the # and what follows it.");
    case "port":
      return l10n.t("Browsers and VS Code never connect to this port. Choose another.");
  }
}

/** Why a text is not a token. It never repeats the text. */
export function tokenFault(reason: TokenReason): string {
  switch (reason) {
    case "empty":
      return l10n.t("A token is needed.");
    case "whitespace":
      return l10n.t("A token has no spaces or line breaks. Copy it again, alone.");
    case "control":
      return l10n.t("The text holds a control character. Copy the token again, alone.");
    case "nonAscii":
      return l10n.t("A token has only ASCII letters, digits and signs. Copy it again, alone.");
    case "tooLong":
      return l10n.t("This is too long for a token.");
  }
}
