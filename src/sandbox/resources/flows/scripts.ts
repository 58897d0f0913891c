// How flows go: what is shown of one from so many milliseconds after its beginning on.
import * as z from "zod/mini";
import type { FlowFields } from "../connections/document.ts";

export const ScriptName = z.enum([
  "waiting",
  "confirming",
  "discovering",
  "submitting",
  "loggedIn",
  "loggedInAgain",
  "canceled",
  "abandoned",
  "refused",
  "locked",
  "blocked",
  "needsAppCode",
  "needsMailCode",
  "nobodyConfirmed",
]);
export type ScriptName = z.infer<typeof ScriptName>;

interface Step {
  readonly after: number;
  /** In what it differs from a connection without a flow; times, addresses and the session are added. */
  readonly shows: Pick<FlowFields, "flow_type" | "flow_status" | "flow_step"> & Partial<FlowFields>;
}

interface Script {
  /** Whether it begins anew before it expires: a login of the seed, which stays in progress. */
  readonly renews: boolean;
  readonly steps: readonly [Step, ...Step[]];
}

type Type = NonNullable<FlowFields["flow_type"]>;

const login = { flow_type: "LOGIN", flow_status: "IN_PROGRESS" } as const;

/** The canonical choices and fields, and the same in the older lists. */
const lists: Partial<FlowFields> = {
  choices: [
    {
      id: "choice_sms",
      type: "mfa_method",
      label: "Text message",
      masked_destination: "•••-•••-4242",
      mfa_type: "sms",
      observed_selector: "#mfa-sms",
    },
    {
      id: "choice_email",
      type: "mfa_method",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      masked_destination: "a••••@helpdesk.example",
      mfa_type: "email",
    },
    { id: "choice_google", type: "sso_provider", label: "Continue with Google", display_text: "Google" },
    {
      id: "choice_team",
      type: "account",
      label: "Helpdesk Team",
      context: "2 accounts belong to this address",
      description: "agent@helpdesk.example",
    },
  ],
  fields: [
    {
      id: "field_code",
      ref: "verification_code",
      type: "code",
      label: "Verification code",
      hint: "Sent to •••-•••-4242",
      observed_selector: "#otp",
    },
    { id: "field_device", ref: "device_name", type: "text", label: "Name of this device", required: false },
  ],
  discovered_fields: [
    {
      name: "otp",
      type: "code",
      label: "Verification code",
      selector: "#otp",
      hint: "Sent to •••-•••-4242",
      placeholder: "6 digits",
      linked_mfa_type: "sms",
    },
    { name: "device", type: "text", label: "Name of this device", selector: "#device", required: false },
  ],
  mfa_options: [
    { type: "sms", label: "Text message", target: "•••-•••-4242" },
    {
      type: "email",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      target: "a••••@helpdesk.example",
    },
  ],
  pending_sso_buttons: [
    { selector: "//button[@id='google']", provider: "google", label: "Continue with Google" },
  ],
  sign_in_options: [{ id: "team", label: "Helpdesk Team", description: "agent@helpdesk.example" }],
};

/** A flow that ends a minute after it began; before, it looks for the form as every one does. */
const ending = (
  type: Type,
  end: Partial<FlowFields> & Pick<FlowFields, "flow_status" | "flow_step">,
): Script => ({
  renews: false,
  steps: [
    { after: 0, shows: { flow_type: type, flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" } },
    { after: 60_000, shows: { flow_type: type, ...end } },
  ],
});

const failing = (
  type: Type,
  flow_step: FlowFields["flow_step"],
  error: Pick<FlowFields, "error_code" | "error_message"> & Partial<Pick<FlowFields, "website_error">>,
): Script => ending(type, { flow_status: "FAILED", flow_step, ...error });

/** A flow that stays where it is. */
const staying = (shows: Step["shows"]): Script => ({ renews: true, steps: [{ after: 0, shows }] });

export const scripts: Readonly<Record<ScriptName, Script>> = {
  waiting: staying({ ...login, flow_step: "AWAITING_INPUT", ...lists }),
  confirming: staying({
    ...login,
    flow_step: "AWAITING_EXTERNAL_ACTION",
    external_action_message: "Open the authenticator on your phone and confirm number 42.",
    choices: [
      {
        id: "choice_call",
        type: "mfa_method",
        label: "Call me instead",
        masked_destination: "•••-•••-7788",
        mfa_type: "call",
      },
    ],
    mfa_options: [{ type: "call", label: "Call me instead", target: "•••-•••-7788" }],
  }),
  discovering: staying({ ...login, flow_step: "DISCOVERING" }),
  submitting: staying({ ...login, flow_type: "REAUTH", flow_step: "SUBMITTING" }),
  loggedIn: ending("LOGIN", { flow_status: "SUCCESS", flow_step: "COMPLETED" }),
  loggedInAgain: ending("REAUTH", { flow_status: "SUCCESS", flow_step: "COMPLETED" }),
  canceled: ending("LOGIN", { flow_status: "CANCELED", flow_step: "AWAITING_INPUT" }),
  /** Nobody enters anything, until its time is up. */
  abandoned: {
    renews: false,
    steps: [{ after: 0, shows: { ...login, flow_step: "AWAITING_INPUT", ...lists } }],
  },
  refused: failing("LOGIN", "SUBMITTING", {
    error_code: "credentials_invalid",
    error_message: "The website did not accept the password.",
    website_error: "The password you entered is incorrect. You have 2 attempts left.",
  }),
  locked: failing("LOGIN", "SUBMITTING", {
    error_code: "account_locked",
    error_message: "The website has locked the account.",
    website_error: "Your account is locked. Contact your administrator.",
  }),
  blocked: failing("LOGIN", "DISCOVERING", {
    error_code: "captcha_blocked",
    error_message: "The website asked for a CAPTCHA that could not be solved.",
  }),
  needsAppCode: failing("REAUTH", "AWAITING_INPUT", {
    error_code: "totp_required",
    error_message: "The website asks for a code of an authenticator app.",
  }),
  needsMailCode: failing("REAUTH", "AWAITING_INPUT", {
    error_code: "email_code_required",
    error_message: "The website asks for a code that it has sent by email.",
  }),
  nobodyConfirmed: failing("REAUTH", "AWAITING_EXTERNAL_ACTION", {
    error_code: "external_action_timeout",
    error_message: "Nobody confirmed the login on the phone in time.",
  }),
};
