// The error codes of failed logins (interface.md §3) with their meaning, suggested fix and messages.
import type { ManagedAuth } from "../../api/schemas.ts";

/** The most helpful action after a failed login. */
export type SuggestedFix =
  | "logIn"
  | "replaceCredential"
  | "openProvider"
  | "chooseProxy"
  | "setLoginPage"
  | "allowDomains"
  /** The user must first take an action on the website, such as unlocking the account. */
  | "openWebsite"
  | "wait";

/** A way to vary a single login without changing the settings of the connection. */
export type LoginVariation = "otherProxy" | "recording";

type LoginErrorKind =
  /** The website refused a submitted value. Repeated refusals can lock the account. */
  | "refusal"
  /** The website currently refuses every login with this account. */
  | "limit"
  /** The login needs a person, or the person didn't respond in time. */
  | "person"
  /** The login can't complete the website's pages. Changing the connection's settings may help. */
  | "website"
  /** The cause is temporary. */
  | "outage";

/** The description of a login error code. The strings are in English and are translated by the editor code. */
export interface LoginError {
  readonly kind: LoginErrorKind;
  /** The cause as a sentence. */
  readonly cause: string;
  /** The cause in a few words, for a list row. */
  readonly short: string;
  /** The cause in one word, for a row that is too narrow for `short`. Defaults to `short`. */
  readonly shortest?: string;
  /** Advice for the user. Missing if the cause already implies the advice. */
  readonly advice?: string;
  /** Defaults to `logIn`. */
  readonly fix?: SuggestedFix;
  /** The variation that the next login should use. `recording` means that support will ask for a recording. */
  readonly retry?: LoginVariation;
}

/** Descriptions of error codes. Codes with the same description share an entry. */
const describedCodes: readonly (LoginError & { readonly codes: readonly string[] })[] = [
  {
    codes: ["credentials_invalid"],
    kind: "refusal",
    cause: "The website refused the user name or password.",
    short: "password refused",
    fix: "replaceCredential",
  },
  {
    codes: ["totp_code_rejected"],
    kind: "refusal",
    cause: "The website refused the authenticator code.",
    advice: "A stored secret may be out of date.",
    short: "code refused",
  },
  {
    codes: ["totp_required", "sms_code_required", "email_code_required", "mfa_required"],
    kind: "person",
    cause: "The website asks for a one-time code.",
    short: "code needed",
  },
  {
    codes: ["account_choice_required", "customer_input_required"],
    kind: "person",
    cause: "The website asks a question that only a person can answer.",
    short: "answer needed",
  },
  {
    codes: ["external_action_required"],
    kind: "person",
    cause: "The login must be approved outside the browser.",
    short: "approval needed",
  },
  {
    codes: ["external_action_timeout"],
    kind: "person",
    cause: "The login wasn't approved in time.",
    short: "not approved",
  },
  {
    codes: ["awaiting_input_timeout", "session_expired", "no_active_flow"],
    kind: "person",
    cause: "The login timed out.",
    short: "timed out",
  },
  {
    codes: ["account_locked"],
    kind: "limit",
    cause: "The website locked this account.",
    short: "account locked",
    shortest: "locked",
    advice: "Unlock the account on the website first.",
    fix: "openWebsite",
  },
  {
    codes: ["rate_limited"],
    kind: "limit",
    cause: "The website's rate limit was reached.",
    short: "rate limited",
    advice: "Try again later.",
    fix: "wait",
  },
  {
    codes: ["unsupported_auth_method"],
    kind: "website",
    cause: "The website asks for a passkey or another step that can't be automated.",
    short: "passkey only",
    advice: "Set a password on the website.",
    fix: "openWebsite",
  },
  {
    codes: ["bot_detected", "captcha_blocked"],
    kind: "website",
    cause: "The website blocked the browser as a bot.",
    short: "blocked as a bot",
    advice: "Another proxy may help.",
    fix: "chooseProxy",
    retry: "otherProxy",
  },
  {
    codes: ["domain_not_allowed"],
    kind: "website",
    cause: "The login led to a domain that this connection doesn't allow.",
    short: "domain not allowed",
    fix: "allowDomains",
  },
  {
    codes: ["login_form_not_found", "element_not_found"],
    kind: "website",
    cause: "No login form was found.",
    short: "no login form",
    advice: "Setting the login page may help.",
    fix: "setLoginPage",
    retry: "recording",
  },
  {
    codes: ["navigation_confused", "stuck_in_loop", "max_attempts_reached", "max_steps_exceeded"],
    kind: "website",
    cause: "The login got stuck on the website.",
    short: "stuck",
    advice: "Setting the login page may help.",
    fix: "setLoginPage",
    retry: "recording",
  },
  {
    codes: ["website_error"],
    kind: "outage",
    cause: "The website reported an error.",
    short: "website error",
    advice: "Try again later.",
  },
  {
    codes: ["network_error", "browser_error", "internal_error", "flow_failed"],
    kind: "outage",
    cause: "The service failed during the login.",
    short: "service error",
    advice: "Try again.",
    retry: "recording",
  },
];

const loginErrors = new Map<string, LoginError>(
  describedCodes.flatMap(({ codes, ...error }) => codes.map((code) => [code, error] as const)),
);

export const loginErrorCodes: readonly string[] = [...loginErrors.keys()];

/** Returns the description of an error code, or `undefined` for an unknown code. */
export const loginErrorOf = (code: string | undefined): LoginError | undefined => loginErrors.get(code ?? "");

/** True if retrying the login would make matters worse, because websites lock accounts after a few refusals. */
export function isRetryHarmful(code: string | undefined): boolean {
  const kind = loginErrorOf(code)?.kind;
  return kind === "refusal" || kind === "limit";
}

/** The error codes that make {@link isRetryHarmful} return true, in alphabetical order. */
export const harmfulRetryCodes = loginErrorCodes.filter(isRetryHarmful).sort();

/** True if the website currently refuses all logins to this account, so that no change to the connection helps. */
export const isLoginHopeless = (code: string | undefined): boolean => loginErrorOf(code)?.kind === "limit";

/**
 * True if the user can resolve the failure in the editor, by logging in or by changing the connection. Unknown codes
 * count as resolvable.
 */
export function canPersonResolve(code: string | undefined): boolean {
  const kind = loginErrorOf(code)?.kind;
  return kind !== "limit" && kind !== "outage";
}

/** True if the website has locked the account, and the user has to unlock the account on the website. */
export function isAccountLocked(code: string | undefined): boolean {
  return isLoginHopeless(code) && loginErrorOf(code)?.fix === "openWebsite";
}

/** True if the website refused the stored user name or password and would refuse the same value again. */
export function isPasswordRefused(code: string | undefined): boolean {
  return loginErrorOf(code)?.fix === "replaceCredential";
}

/**
 * Returns the variation that the next login should use. For an unknown code, suggests a recording, because only the
 * support team can interpret the code.
 */
export function suggestedVariation(code: string | undefined): LoginVariation | undefined {
  const error = loginErrorOf(code);
  return error === undefined ? "recording" : error.retry;
}

/**
 * Returns the most helpful action for an error code. For a rejected password, the action depends on how the
 * connection stores the password.
 */
export function suggestedFix(
  { credential }: { readonly credential?: ManagedAuth["credential"] },
  code: string | undefined,
): SuggestedFix {
  const fix = loginErrorOf(code)?.fix ?? "logIn";
  if (fix !== "replaceCredential") return fix;
  if (credential?.provider !== undefined) return "openProvider";
  return credential?.name === undefined ? "logIn" : fix;
}
