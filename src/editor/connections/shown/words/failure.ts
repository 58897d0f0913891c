import { l10n } from "vscode";
import type { ManagedAuth } from "../../../../api/schemas.ts";
import { joinSentences } from "../../../words/sentences.ts";

/** The most helpful action after a failed login. */
export type SuggestedFix =
  | "logIn"
  | "replaceCredential"
  | "openProvider"
  | "chooseProxy"
  | "setLoginPage"
  | "allowDomains"
  /** The website requires an action there first, such as unlocking the account. */
  | "openWebsite"
  | "wait";

/** The description of an error code of a login (interface.md §3). */
interface LoginFailure {
  /** The cause as a sentence. */
  readonly cause: string;
  /** The cause in the few words that fit a row. */
  readonly short: string;
  /** Advice, unless the cause already implies it. */
  readonly advice?: string;
  /** The suggested fix. Defaults to {@link SuggestedFix} `logIn`. */
  readonly fix?: SuggestedFix;
}

/**
 * Returns the cause of a failed login with advice, by its error code (interface.md §3), or `undefined` for an unknown
 * code.
 */
export function failureSentence(code: string | undefined): string | undefined {
  const { advice, cause } = loginFailure(code) ?? {};
  return cause === undefined || advice === undefined ? cause : joinSentences([cause, advice]);
}

/** Returns a sentence about the unsuccessful end of the last login, with the cause if the error code is known. */
export function describeLastLogin(status: string | undefined, code?: string): string {
  if (status === "EXPIRED") return l10n.t("The last login timed out.");
  if (status === "CANCELED") return l10n.t("The last login was canceled.");
  return failureSentence(code) ?? l10n.t("The last login failed.");
}

/** Returns the cause of a failed login as a sentence (interface.md §3), or `undefined` for an unknown code. */
export function failureCause(code: string | undefined): string | undefined {
  return loginFailure(code)?.cause;
}

/** Returns the cause of a failed login in the few words that fit a row. */
export function loginFailureLabel(code: string | undefined): string {
  return loginFailure(code)?.short ?? l10n.t("login failed");
}

/** Returns the most helpful action for an error code. A rejected password must be changed where it is stored. */
export function suggestedFix(
  { credential }: Pick<ManagedAuth, "credential">,
  code: string | undefined,
): SuggestedFix {
  if (code !== "credentials_invalid") return loginFailure(code)?.fix ?? "logIn";
  if (credential?.provider !== undefined) return "openProvider";
  return credential?.name === undefined ? "logIn" : "replaceCredential";
}

/** True if the website currently refuses every login, so that no change to the connection helps. */
export function isLoginHopeless(code: string | undefined): boolean {
  return code === "account_locked" || code === "rate_limited";
}

function loginFailure(code: string | undefined): LoginFailure | undefined {
  switch (code) {
    case "credentials_invalid":
      return {
        cause: l10n.t("The website refused the user name or password."),
        short: l10n.t("password refused"),
      };
    case "totp_code_rejected":
      return {
        cause: l10n.t("The website refused the authenticator code."),
        advice: l10n.t("A stored secret may be out of date."),
        short: l10n.t("code refused"),
      };
    case "totp_required":
    case "sms_code_required":
    case "email_code_required":
    case "mfa_required":
      return {
        cause: l10n.t("The website asks for a one-time code."),
        short: l10n.t("code needed"),
      };
    case "account_choice_required":
    case "customer_input_required":
      return {
        cause: l10n.t("The website asks a question that only a person can answer."),
        short: l10n.t("answer needed"),
      };
    case "external_action_required":
      return {
        cause: l10n.t("The login must be approved outside the browser."),
        short: l10n.t("approval needed"),
      };
    case "external_action_timeout":
      return {
        cause: l10n.t("The login wasn't approved in time."),
        short: l10n.t("not approved"),
      };
    case "awaiting_input_timeout":
    case "session_expired":
    case "no_active_flow":
      return {
        cause: l10n.t("The login timed out."),
        short: l10n.t("timed out"),
      };
    case "account_locked":
      return {
        cause: l10n.t("The website locked this account."),
        short: l10n.t("account locked"),
        advice: l10n.t("Unlock the account on the website first."),
        fix: "openWebsite",
      };
    case "rate_limited":
      return {
        cause: l10n.t("The website's rate limit was reached."),
        short: l10n.t("rate limited"),
        advice: l10n.t("Try again later."),
        fix: "wait",
      };
    case "unsupported_auth_method":
      return {
        cause: l10n.t("The website asks for a passkey or another step that can't be automated."),
        short: l10n.t("passkey only"),
        advice: l10n.t("Set a password on the website."),
        fix: "openWebsite",
      };
    case "bot_detected":
    case "captcha_blocked":
      return {
        cause: l10n.t("The website blocked the browser as a bot."),
        short: l10n.t("blocked as a bot"),
        advice: l10n.t("Another proxy may help."),
        fix: "chooseProxy",
      };
    case "domain_not_allowed":
      return {
        cause: l10n.t("The login led to a domain that this connection doesn't allow."),
        short: l10n.t("domain not allowed"),
        fix: "allowDomains",
      };
    case "login_form_not_found":
    case "element_not_found":
      return {
        cause: l10n.t("No login form was found."),
        short: l10n.t("no login form"),
        advice: l10n.t("Setting the login page may help."),
        fix: "setLoginPage",
      };
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return {
        cause: l10n.t("The login got stuck on the website."),
        short: l10n.t("stuck"),
        advice: l10n.t("Setting the login page may help."),
        fix: "setLoginPage",
      };
    case "website_error":
      return {
        cause: l10n.t("The website reported an error."),
        short: l10n.t("website error"),
        advice: l10n.t("Try again later."),
      };
    case "network_error":
    case "browser_error":
    case "internal_error":
    case "flow_failed":
      return {
        cause: l10n.t("The service failed during the login."),
        short: l10n.t("service error"),
        advice: l10n.t("Try again."),
      };
    case undefined:
    default:
      return undefined;
  }
}
