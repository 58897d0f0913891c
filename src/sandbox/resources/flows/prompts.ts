// Questions of the sandbox's websites.
import type { Choice, Field } from "../connections/document.ts";
import { type Failure, type Given, form, type Stage, asking } from "./forms.ts";

const identifier: Field = {
  id: "field_identifier",
  ref: "identifier",
  type: "identifier",
  label: "Email or user name",
  input_mode: "email",
  observed_selector: "#identifier",
};

const password: Field = {
  id: "field_password",
  ref: "password",
  type: "password",
  label: "Password",
  hint: "Any password works, except “wrong”.",
  observed_selector: "#password",
};

const code = (type: "code" | "totp_code", hint: string): Field => ({
  id: "field_code",
  ref: "verification_code",
  type,
  label: "Verification code",
  hint,
  input_mode: "numeric",
  observed_selector: "#code",
});

export const wrongPassword: Failure = {
  error_code: "credentials_invalid",
  error_message: "The website refused the password.",
  website_error: "The password you entered is incorrect.",
};
const wrongCode: Failure = { ...wrongPassword, website_error: "This code is wrong or expired." };
const noPassword: Failure = {
  error_code: "customer_input_required",
  error_message: "The website asks for a user name and a password that are not stored.",
};
export const accountLocked: Failure = {
  error_code: "account_locked",
  error_message: "The website has locked the account.",
  website_error: "Your account is locked. Contact your administrator.",
};
export const captchaBlocked: Failure = {
  error_code: "captcha_blocked",
  error_message: "The website asked for a CAPTCHA that could not be solved.",
};

export const credentials = (more: Partial<Given> = {}): Stage =>
  asking({ fields: [identifier, password], refused: wrongPassword, blocker: noPassword, ...more });

export const failure = (error_code: string, error_message: string): Failure => ({
  error_code,
  error_message,
});

export const needs = {
  app: failure("totp_required", "The website asks for a code from an authenticator app."),
  sms: failure("sms_code_required", "The website sent a code by text message."),
  email: failure("email_code_required", "The website sent a code by email."),
  choice: failure("account_choice_required", "The website asks how to continue."),
  phone: failure("external_action_required", "The website asks for approval on the phone."),
};

export const another: Choice = {
  id: "choice_another",
  type: "mfa_method",
  label: "Try another way",
  mfa_type: "switch",
};

const askingCode =
  (type: "code" | "totp_code", hint: string, blocker: Failure, refused = wrongCode) =>
  (more: Partial<Given> = {}): Stage =>
    asking({ fields: [code(type, hint)], refused, blocker, ...more });

export const bySms = askingCode("code", "Sent to •••-•••-4242. Any six digits, except 000000.", needs.sms);
export const byEmail = askingCode(
  "code",
  "Sent to a••••@mail.example. Any six digits, except 000000.",
  needs.email,
);
export const byApp = askingCode(
  "totp_code",
  "From your authenticator app. Any six digits, except 000000.",
  needs.app,
  {
    ...wrongCode,
    error_code: "totp_code_rejected",
    error_message: "The website refused the authenticator code.",
  },
);

/** The phone confirms after `ms` milliseconds. */
export const onPhone = (choices: readonly Choice[], leads: Given["leads"] = {}, ms = 10_000): Stage => ({
  kind: "waits",
  form: form({ choices, leads, blocker: needs.phone }),
  message: "Open the authenticator on your phone and confirm the number 42.",
  ms,
  then: "done",
});

export const method = (
  name: string,
  kind: Choice["mfa_type"],
  label: string,
  destination?: string,
): Choice => ({
  id: `choice_${name}`,
  type: "mfa_method",
  label,
  mfa_type: kind,
  ...(destination !== undefined && { masked_destination: destination }),
});

export const sms = method("sms", "sms", "Text message", "•••-•••-4242");
export const provider = (name: string, label: string): Choice => ({
  id: `choice_${name}`,
  type: "sso_provider",
  label: `Continue with ${label}`,
  display_text: label,
});
export const account = (name: string, label: string, description: string): Choice => ({
  id: `choice_${name}`,
  type: "account",
  label,
  description,
});
