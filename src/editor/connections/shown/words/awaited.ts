import { l10n } from "vscode";
import { unknownValue } from "../../../words/labels.ts";

/** What a flow asks for in a field (§2.7, the types of DiscoveredField and ManagedAuthField). */
export function fieldType(type: string): string {
  switch (type) {
    case "text":
      return l10n.t("text");
    case "email":
      return l10n.t("email address");
    case "identifier":
      return l10n.t("user name or other identifier");
    case "password":
      return l10n.t("password");
    case "tel":
      return l10n.t("phone number");
    case "number":
      return l10n.t("number");
    case "url":
      return l10n.t("web address");
    case "code":
      return l10n.t("code");
    case "totp":
    case "totp_code":
      return l10n.t("code of an authenticator app");
    case "totp_secret":
      return l10n.t("secret of an authenticator app");
    default:
      return unknownValue(type);
  }
}

/** What a flow lets choose (§2.7, the types of ManagedAuthChoice and the methods of ManagedAuthMFAMethod). */
export function choiceType(type: string): string {
  switch (type) {
    case "mfa_method":
      return l10n.t("second factor");
    case "sso_provider":
      return l10n.t("identity provider");
    case "sign_in_method":
      return l10n.t("way to log in");
    case "auth_method":
      return l10n.t("way to authenticate");
    case "identifier_method":
      return l10n.t("kind of identifier");
    case "account":
      return l10n.t("account");
    case "sms":
      return l10n.t("code by SMS");
    case "call":
      return l10n.t("phone call");
    case "email":
      return l10n.t("code by email");
    case "totp":
      return l10n.t("authenticator app");
    case "push":
      return l10n.t("push message");
    case "password":
      return l10n.t("password");
    case "passkey":
      return l10n.t("passkey");
    case "switch":
      return l10n.t("another method");
    case "other":
      return l10n.t("something else");
    default:
      return unknownValue(type);
  }
}
