import { l10n } from "vscode";
import { loginErrorOf } from "../../../../domain/login/errorCodes.ts";
import { joinSentences } from "../../../words/sentences.ts";

/** Translates a text from `errorCodes.ts`. The localization bundle contains all texts of that file. */
const translate: (text: string) => string = l10n.t;

/** Returns the cause of a failed login and advice (interface.md §3), or undefined for an unknown error code. */
export function failureSentence(code: string | undefined): string | undefined {
  const { advice, cause } = loginErrorOf(code) ?? {};
  return cause && joinSentences([cause, advice ?? ""].filter(Boolean).map(translate));
}

/** Returns a sentence about an unsuccessful last login, with the cause if the error code is known. */
export function describeLastLogin(status: string | undefined, code?: string): string {
  if (status === "EXPIRED") return l10n.t("The last login timed out.");
  if (status === "CANCELED") return l10n.t("The last login was canceled.");
  return failureSentence(code) ?? l10n.t("The last login failed.");
}

/** Returns the cause of a failed login as a sentence (interface.md §3), or `undefined` for an unknown code. */
export function failureCause(code: string | undefined): string | undefined {
  const error = loginErrorOf(code);
  return error && translate(error.cause);
}

/** Returns the cause of a failed login in a few words, so that the text fits a row. */
export function loginFailureLabel(code: string | undefined): string {
  const error = loginErrorOf(code);
  return error === undefined ? l10n.t("login failed") : translate(error.short);
}

/** Returns the cause of a failed login in as few words as possible, for a row that may be clipped. */
export function shortestFailureWords(code: string | undefined): string {
  const shortest = loginErrorOf(code)?.shortest;
  return shortest === undefined ? loginFailureLabel(code) : translate(shortest);
}
