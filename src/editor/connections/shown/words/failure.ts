import { l10n } from "vscode";
import type { ManagedAuth } from "../../../../api/schemas.ts";
import { paragraph } from "../../../words/sentences.ts";

/** What helps most after a login that failed: another one, a change of the connection, or nothing that is done here. */
export type Mending = "logIn" | "edit" | "nothing";

/** What an error code of a login (§3) comes to. */
interface Failure {
  /** Why it failed, in a sentence. */
  readonly cause: string;
  /** The same in the few words that a row has room for. */
  readonly short: string;
  /** What may help, where that is not in the cause already. */
  readonly advice?: string;
  readonly mending: Mending;
}

/** Why a login failed, and what may help, by its code (§3); `undefined` for a code that this version does not know. */
export function failureSentence(code: string | undefined): string | undefined {
  const { advice, cause } = failureOf(code) ?? {};
  return cause === undefined || advice === undefined ? cause : paragraph([cause, advice]);
}

/** How the last login ended that came to nothing, in a sentence: why it failed, where its code says that. */
export function lastLoginWords(status: string | undefined, code?: string): string {
  if (status === "EXPIRED") return l10n.t("The last login ran out of time.");
  if (status === "CANCELED") return l10n.t("The last login was canceled.");
  return failureSentence(code) ?? l10n.t("The last login failed.");
}

/** Why a login failed, by its code (§3), in a sentence; `undefined` for a code that this version does not know. */
export function causeOf(code: string | undefined): string | undefined {
  return failureOf(code)?.cause;
}

/** Why a login failed, by its code, in the few words that a row has room for. */
export function failureWords(code: string | undefined): string {
  return failureOf(code)?.short ?? l10n.t("login failed");
}

/**
 * What helps most after a login of a connection that failed with this code. A password that nobody has stored is no setting:
 * whoever types it tries again. A stored one is the credential's.
 */
export function mendingOf(
  { credential }: Pick<ManagedAuth, "credential">,
  code: string | undefined,
): Mending | "editCredential" {
  if (code !== "credentials_invalid" || credential?.provider !== undefined) return mending(code);
  return credential?.name === undefined ? "logIn" : "editCredential";
}

/** What helps most after a login that failed with this code, whatever the connection. */
export function mending(code: string | undefined): Mending {
  return failureOf(code)?.mending ?? "logIn";
}

function failureOf(code: string | undefined): Failure | undefined {
  switch (code) {
    case "credentials_invalid":
      return {
        cause: l10n.t("The website refused the user name or password."),
        short: l10n.t("password refused"),
        mending: "edit",
      };
    case "totp_code_rejected":
      return {
        cause: l10n.t("The website refused the authenticator code. A stored secret may be old."),
        short: l10n.t("code refused"),
        mending: "logIn",
      };
    case "totp_required":
    case "sms_code_required":
    case "email_code_required":
    case "mfa_required":
      return {
        cause: l10n.t("It can't log in by itself: the website asks for a code."),
        short: l10n.t("code needed"),
        mending: "logIn",
      };
    case "account_choice_required":
    case "customer_input_required":
      return {
        cause: l10n.t("The website asks for something only a person can answer."),
        short: l10n.t("answer needed"),
        mending: "logIn",
      };
    case "external_action_required":
      return {
        cause: l10n.t("The login must be approved outside the browser."),
        short: l10n.t("approval needed"),
        mending: "logIn",
      };
    case "external_action_timeout":
      return {
        cause: l10n.t("Nobody approved the login in time."),
        short: l10n.t("not approved"),
        mending: "logIn",
      };
    case "awaiting_input_timeout":
    case "session_expired":
    case "no_active_flow":
      return {
        cause: l10n.t("Nobody answered in time."),
        short: l10n.t("timed out"),
        mending: "logIn",
      };
    case "account_locked":
      return {
        cause: l10n.t("The website locked this account. Unlock it there first."),
        short: l10n.t("account locked"),
        mending: "nothing",
      };
    case "rate_limited":
      return {
        cause: l10n.t("The website asks to wait. Try again later."),
        short: l10n.t("rate limited"),
        mending: "nothing",
      };
    case "unsupported_auth_method":
      return {
        cause: l10n.t("The website wants a way that can't be automated, such as a passkey."),
        short: l10n.t("passkey only"),
        mending: "edit",
      };
    case "bot_detected":
    case "captcha_blocked":
      return {
        cause: l10n.t("The website took the browser for a robot."),
        short: l10n.t("blocked as a bot"),
        advice: l10n.t("Another proxy may help."),
        mending: "edit",
      };
    case "domain_not_allowed":
      return {
        cause: l10n.t("The login led to a domain that this connection does not allow."),
        short: l10n.t("domain not allowed"),
        mending: "edit",
      };
    case "login_form_not_found":
    case "element_not_found":
      return {
        cause: l10n.t("No login form was found."),
        short: l10n.t("no login form"),
        advice: l10n.t("Setting the login page may help."),
        mending: "edit",
      };
    case "navigation_confused":
    case "stuck_in_loop":
    case "max_attempts_reached":
    case "max_steps_exceeded":
      return {
        cause: l10n.t("The login did not reach its end."),
        short: l10n.t("stuck"),
        advice: l10n.t("Setting the login page may help."),
        mending: "edit",
      };
    case "website_error":
      return {
        cause: l10n.t("The website had an error of its own."),
        short: l10n.t("website error"),
        advice: l10n.t("Try again later."),
        mending: "logIn",
      };
    case "network_error":
    case "browser_error":
    case "internal_error":
    case "flow_failed":
      return {
        cause: l10n.t("The login broke off at the service."),
        short: l10n.t("service error"),
        advice: l10n.t("Try again."),
        mending: "logIn",
      };
    case undefined:
    default:
      return undefined;
  }
}
