import { l10n } from "vscode";
import { paragraph } from "../../../words/sentences.ts";

/** Why a login failed, and what may help, by its code (§3); `undefined` for a code that this version does not know. */
export function failureSentence(code: string | undefined): string | undefined {
  const cause = causeOf(code);
  const advice = adviceOn(code);
  return cause === undefined || advice === undefined ? cause : paragraph([cause, advice]);
}

/** Why a login failed, by its code (§3), in a sentence; `undefined` for a code that this version does not know. */
export function causeOf(code: string | undefined): string | undefined {
  switch (code) {
    case "credentials_invalid":
      return l10n.t("The website refused the user name or password.");
    case "totp_code_rejected":
      return l10n.t("The website refused the authenticator code. A stored secret may be old.");
    case "totp_required":
    case "sms_code_required":
    case "email_code_required":
    case "mfa_required":
      return l10n.t("It can't log in by itself: the website asks for a code.");
    case "account_choice_required":
    case "customer_input_required":
      return l10n.t("The website asks for something only a person can answer.");
    case "external_action_required":
      return l10n.t("The login must be approved outside the browser.");
    case "external_action_timeout":
      return l10n.t("Nobody approved the login in time.");
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

/** What may help, where that is not in the cause already. */
function adviceOn(code: string | undefined): string | undefined {
  switch (code) {
    case "bot_detected":
    case "captcha_blocked":
      return l10n.t("Another proxy may help.");
    case "login_form_not_found":
    case "element_not_found":
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return l10n.t("Setting the login page may help.");
    case "website_error":
      return l10n.t("Try again later.");
    case "network_error":
    case "browser_error":
    case "internal_error":
    case "flow_failed":
      return l10n.t("Try again.");
    case undefined:
    default:
      return undefined;
  }
}

/** What helps most against the failure of a login, by its code. */
export type Mending = "logIn" | "edit" | "nothing";

/** What helps most after a login that failed: another one, a change of the connection, or nothing that is done here. */
export function mending(code: string | undefined): Mending {
  switch (code) {
    case "account_locked":
    case "rate_limited":
      return "nothing";
    case "credentials_invalid":
    case "unsupported_auth_method":
    case "bot_detected":
    case "captcha_blocked":
    case "domain_not_allowed":
    case "login_form_not_found":
    case "element_not_found":
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return "edit";
    case undefined:
    default:
      return "logIn";
  }
}
