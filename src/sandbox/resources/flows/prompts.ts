// The questions that the sandbox's simulated websites ask.
import type { SandboxChoice, SandboxField } from "../connections/managedAuthSchema.ts";
import { type FlowFailure, type FormOptions, createForm, type LoginStage, questionStage } from "./stages.ts";

const identifierField: SandboxField = {
  id: "field_identifier",
  ref: "identifier",
  type: "identifier",
  label: "Email or user name",
  input_mode: "email",
  observed_selector: "#identifier",
};

const passwordField: SandboxField = {
  id: "field_password",
  ref: "password",
  type: "password",
  label: "Password",
  hint: "Any password works, except “wrong”.",
  observed_selector: "#password",
};

const codeField = (type: "code" | "totp_code", hint: string): SandboxField => ({
  id: "field_code",
  ref: "verification_code",
  type,
  label: "Verification code",
  hint,
  input_mode: "numeric",
  observed_selector: "#code",
});

export const wrongPassword: FlowFailure = {
  error_code: "credentials_invalid",
  error_message: "The website refused the password.",
  website_error: "The password you entered is incorrect.",
};
const wrongCode: FlowFailure = { ...wrongPassword, website_error: "This code is wrong or expired." };
const noPassword: FlowFailure = {
  error_code: "customer_input_required",
  error_message: "The website asks for a user name and a password that are not stored.",
};
export const accountLocked: FlowFailure = {
  error_code: "account_locked",
  error_message: "The website has locked the account.",
  website_error: "Your account is locked. Contact your administrator.",
};
export const captchaBlocked: FlowFailure = {
  error_code: "captcha_blocked",
  error_message: "The website asked for a CAPTCHA that could not be solved.",
};

export const credentialsStage = (more: Partial<FormOptions> = {}): LoginStage =>
  questionStage({
    fields: [identifierField, passwordField],
    rejection: wrongPassword,
    reauthFailure: noPassword,
    ...more,
  });

export const flowFailure = (error_code: string, error_message: string): FlowFailure => ({
  error_code,
  error_message,
});

export const reauthFailures = {
  app: flowFailure("totp_required", "The website asks for a code from an authenticator app."),
  sms: flowFailure("sms_code_required", "The website sent a code by text message."),
  email: flowFailure("email_code_required", "The website sent a code by email."),
  choice: flowFailure("account_choice_required", "The website asks how to continue."),
  phone: flowFailure("external_action_required", "The website asks for approval on the phone."),
};

export const otherMethodChoice: SandboxChoice = {
  id: "choice_another",
  type: "mfa_method",
  label: "Try another way",
  mfa_type: "switch",
};

const codeStage =
  (type: "code" | "totp_code", hint: string, reauthFailure: FlowFailure, rejection = wrongCode) =>
  (more: Partial<FormOptions> = {}): LoginStage =>
    questionStage({ fields: [codeField(type, hint)], rejection, reauthFailure, ...more });

export const smsCodeStage = codeStage(
  "code",
  "Sent to •••-•••-4242. Any six digits, except 000000.",
  reauthFailures.sms,
);
export const emailCodeStage = codeStage(
  "code",
  "Sent to a••••@mail.example. Any six digits, except 000000.",
  reauthFailures.email,
);
export const appCodeStage = codeStage(
  "totp_code",
  "From your authenticator app. Any six digits, except 000000.",
  reauthFailures.app,
  {
    ...wrongCode,
    error_code: "totp_code_rejected",
    error_message: "The website refused the authenticator code.",
  },
);

/** Creates a stage that waits until the login is approved on a phone. The approval takes `ms` milliseconds. */
export const phoneApprovalStage = (
  choices: readonly SandboxChoice[],
  stageByChoice: FormOptions["stageByChoice"] = {},
  ms = 10_000,
): LoginStage => ({
  kind: "waits",
  form: createForm({ choices, stageByChoice, reauthFailure: reauthFailures.phone }),
  message: "Open the authenticator on your phone and confirm the number 42.",
  ms,
  then: "done",
});

export const mfaChoice = (
  name: string,
  kind: SandboxChoice["mfa_type"],
  label: string,
  destination?: string,
): SandboxChoice => ({
  id: `choice_${name}`,
  type: "mfa_method",
  label,
  mfa_type: kind,
  masked_destination: destination,
});

export const smsChoice = mfaChoice("sms", "sms", "Text message", "•••-•••-4242");
export const ssoChoice = (name: string, label: string): SandboxChoice => ({
  id: `choice_${name}`,
  type: "sso_provider",
  label: `Continue with ${label}`,
  display_text: label,
});
export const accountChoice = (name: string, label: string, description: string): SandboxChoice => ({
  id: `choice_${name}`,
  type: "account",
  label,
  description,
});
