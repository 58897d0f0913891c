import { l10n } from "vscode";

/** Why a login failed, by its code, as a sentence; an unknown one has none. */
export function causeOf(code: string | undefined): string | undefined {
  switch (code) {
    case "credentials_invalid":
      return l10n.t("The website refused the user name or password.");
    case "totp_code_rejected":
      return l10n.t("The authenticator code was refused; the stored secret may be old.");
    case "totp_required":
      return l10n.t("The website asks for a code of an authenticator app.");
    case "sms_code_required":
      return l10n.t("The website asks for a code by SMS.");
    case "email_code_required":
      return l10n.t("The website asks for a code by email.");
    case "mfa_required":
      return l10n.t("The website asks for a second factor.");
    case "account_choice_required":
    case "customer_input_required":
      return l10n.t("The website asks something that only a person can answer.");
    case "external_action_required":
      return l10n.t("The login must be approved outside the browser.");
    case "external_action_timeout":
      return l10n.t("Nobody approved it in time.");
    case "awaiting_input_timeout":
    case "session_expired":
    case "no_active_flow":
      return l10n.t("Nobody answered in time.");
    case "account_locked":
      return l10n.t("The website locked this account. Unlock it there first.");
    case "rate_limited":
      return l10n.t("The website asks to wait. Try again later.");
    case "unsupported_auth_method":
      return l10n.t("The website wants a way that can't be automated, such as a passkey.");
    case "bot_detected":
    case "captcha_blocked":
      return l10n.t("The website took the browser for a robot.");
    case "domain_not_allowed":
      return l10n.t("The login led to a domain that this connection does not allow.");
    case "login_form_not_found":
    case "element_not_found":
      return l10n.t("No login form was found.");
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return l10n.t("The login did not reach its end.");
    case "website_error":
      return l10n.t("The website had an error of its own.");
    case "network_error":
    case "browser_error":
    case "internal_error":
    case "flow_failed":
      return l10n.t("The login broke off at the service.");
    case undefined:
    default:
      return undefined;
  }
}
