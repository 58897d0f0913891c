import { l10n } from "vscode";

/** Why a login failed, by its code, in the few words that a row has room for. */
export function failureWords(code: string | undefined): string {
  switch (code) {
    case "credentials_invalid":
      return l10n.t("password refused");
    case "totp_code_rejected":
      return l10n.t("code refused");
    case "totp_required":
    case "sms_code_required":
    case "email_code_required":
    case "mfa_required":
      return l10n.t("needs a code");
    case "account_choice_required":
    case "customer_input_required":
      return l10n.t("needs an answer");
    case "external_action_required":
      return l10n.t("needs approval");
    case "external_action_timeout":
      return l10n.t("not approved");
    case "awaiting_input_timeout":
    case "session_expired":
    case "no_active_flow":
      return l10n.t("login timed out");
    case "account_locked":
      return l10n.t("account locked");
    case "rate_limited":
      return l10n.t("too many tries");
    case "unsupported_auth_method":
      return l10n.t("passkey only");
    case "bot_detected":
    case "captcha_blocked":
      return l10n.t("taken for a robot");
    case "domain_not_allowed":
      return l10n.t("domain not allowed");
    case "login_form_not_found":
    case "element_not_found":
      return l10n.t("no login form");
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return l10n.t("got lost");
    case "website_error":
      return l10n.t("website error");
    case "network_error":
    case "browser_error":
    case "internal_error":
    case "flow_failed":
      return l10n.t("broke off");
    case undefined:
    default:
      return l10n.t("login failed");
  }
}
