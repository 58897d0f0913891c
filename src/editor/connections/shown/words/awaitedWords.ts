import { l10n } from "vscode";
import { requestedInputKind, type AwaitedInput } from "../../../../domain/connections/awaitedInputs.ts";
import {
  ownProperty,
  capitalize,
  humanizeKey,
  labelForValue,
  markUnknownValue,
} from "../../../words/labels.ts";

/** Returns the label for the type of a requested field (interface.md §2.7, DiscoveredField and ManagedAuthField). */
export function fieldTypeLabel(type: string): string {
  return ownProperty(fieldTypeLabels(), type) ?? markUnknownValue(type);
}

/** Returns the label of a field or choice, or the name of its type if the label is missing. */
export function awaitedName({ label, type = "text" }: AwaitedInput): string {
  return label ?? capitalize(ownProperty(fieldTypeLabels(), type) ?? humanizeKey(type));
}

function fieldTypeLabels(): Readonly<Record<string, string>> {
  return {
    text: l10n.t("text"),
    email: l10n.t("email address"),
    identifier: l10n.t("user name or other identifier"),
    password: l10n.t("password"),
    tel: l10n.t("phone number"),
    number: l10n.t("number"),
    url: l10n.t("web address"),
    code: l10n.t("code"),
    totp: l10n.t("authenticator code"),
    totp_code: l10n.t("authenticator code"),
    totp_secret: l10n.t("authenticator secret"),
  };
}

/** Matches labels that only repeat the type of their field, such as "Verification code". */
const plainLabel = /^(?:(?:your|verification|security|authentication|one-time|login) )?(?:code|password)$/i;

/**
 * Returns the instruction to fill in a field. For a code, the instruction mentions the source of the code, if the
 * service reports a source.
 */
export function fieldPrompt(field: AwaitedInput): string {
  const { label, method, type } = field;
  const isCode = type === "code";
  if (type === "totp" || type === "totp_code" || (isCode && method === "totp"))
    return l10n.t("Enter the code from your authenticator app");
  if (isCode && method === "sms") return l10n.t("Enter the code from the text message");
  if (isCode && method === "email") return l10n.t("Enter the code from the email");
  if (isCode && method === "call") return l10n.t("Enter the code from the phone call");
  const isPlain = label === undefined || plainLabel.test(label);
  if (isCode && isPlain) return l10n.t("Enter the verification code");
  if (type === "password" && isPlain) return l10n.t("Enter the password");
  return l10n.t("Enter: {0}", awaitedName(field));
}

/**
 * Returns the label for the type of an offered choice (interface.md §2.7, ManagedAuthChoice and the methods of
 * ManagedAuthMFAMethod).
 */
export function choiceTypeLabel(type: string): string {
  return labelForValue(type, {
    mfa_method: l10n.t("second factor"),
    sso_provider: l10n.t("identity provider"),
    sign_in_method: l10n.t("way to log in"),
    auth_method: l10n.t("way to authenticate"),
    identifier_method: l10n.t("kind of identifier"),
    account: l10n.t("account"),
    sms: l10n.t("code by SMS"),
    call: l10n.t("phone call"),
    email: l10n.t("code by email"),
    totp: l10n.t("authenticator app"),
    push: l10n.t("push message"),
    password: l10n.t("password"),
    passkey: l10n.t("passkey"),
    switch: l10n.t("another method"),
    other: l10n.t("something else"),
  });
}

/** Describes the requested input in a few words, so that the text fits a row. */
export function describeAwaited(awaited: readonly AwaitedInput[]): string {
  return {
    choice: l10n.t("asks you to choose"),
    password: l10n.t("asks for a password"),
    code: l10n.t("asks for a code"),
    userName: l10n.t("asks for a user name"),
    input: l10n.t("asks for input"),
  }[requestedInputKind(awaited)];
}
