// How flows go, by the name that is stored with each: those of the seed, and those that somebody starts.
import * as z from "zod/mini";
import type { Choice, FlowFields } from "../connections/document.ts";
import { form } from "./forms.ts";
import type { Stage, Stages } from "./stage.ts";
import { done, failing, passing } from "./stage.ts";
import { stagesOf } from "./stages.ts";

const played = [
  "plain",
  "slow",
  "stillIn",
  "refusing",
  "locking",
  "limiting",
  "captcha",
  "redirecting",
  "totp",
  "smsCode",
  "emailCode",
  "push",
  "secondFactor",
  "singleSignOn",
] as const;

/** How a login goes that somebody starts. */
export type Played = (typeof played)[number];

export const ScriptName = z.enum([
  ...played,
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

interface Script {
  /** Of a flow that is stored without its own. */
  readonly type: Type;
  /** Whether it begins anew before it expires: a login of the seed, which stays in progress until somebody answers. */
  readonly renews: boolean;
  readonly stages: Stages;
}

type Type = NonNullable<FlowFields["flow_type"]>;

/** The canonical choices and fields, and the same in the older lists. */
const helpdesk = form({
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
  older: {
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
  },
  blocker: { error_code: "sms_code_required", error_message: "The website asks for a code." },
});

/** A flow that ends a minute after it began; before, it looks for the form as every one does. */
const ending = (type: Type, end: Stage): Script => ({
  type,
  renews: false,
  stages: { first: passing("DISCOVERING", 60_000, "end"), end },
});

const ended = (type: Type, ...failure: Parameters<typeof failing>): Script =>
  ending(type, failing(...failure));

/** A flow that stays where it is until somebody answers. */
const staying = (first: Stages[string], type: Type = "LOGIN"): Script => ({
  type,
  renews: true,
  stages: { first, done },
});

const login = (name: Played): Script => ({ type: "LOGIN", renews: false, stages: stagesOf[name] });

const never = Number.POSITIVE_INFINITY;

const call: Choice = {
  id: "choice_call",
  type: "mfa_method",
  label: "Call me instead",
  masked_destination: "•••-•••-7788",
  mfa_type: "call",
};

export const scripts: Readonly<Record<ScriptName, Script>> = {
  plain: login("plain"),
  slow: login("slow"),
  stillIn: login("stillIn"),
  refusing: login("refusing"),
  locking: login("locking"),
  limiting: login("limiting"),
  captcha: login("captcha"),
  redirecting: login("redirecting"),
  totp: login("totp"),
  smsCode: login("smsCode"),
  emailCode: login("emailCode"),
  push: login("push"),
  secondFactor: login("secondFactor"),
  singleSignOn: login("singleSignOn"),
  waiting: staying({ kind: "asks", form: helpdesk }),
  confirming: staying({
    kind: "waits",
    form: form({
      choices: [call],
      blocker: { error_code: "external_action_required", error_message: "The website waits for the phone." },
    }),
    message: "Open the authenticator on your phone and confirm number 42.",
    ms: never,
    then: "done",
  }),
  discovering: staying(passing("DISCOVERING", never, "done")),
  submitting: staying(passing("SUBMITTING", never, "done"), "REAUTH"),
  loggedIn: ending("LOGIN", done),
  loggedInAgain: ending("REAUTH", done),
  canceled: ending("LOGIN", {
    kind: "ends",
    shows: { flow_status: "CANCELED", flow_step: "AWAITING_INPUT" },
  }),
  /** Nobody enters anything, until its time is up. */
  abandoned: {
    type: "LOGIN",
    renews: false,
    stages: { first: { kind: "asks", form: helpdesk }, done },
  },
  refused: ended("LOGIN", "SUBMITTING", {
    error_code: "credentials_invalid",
    error_message: "The website did not accept the password.",
    website_error: "The password you entered is incorrect. You have 2 attempts left.",
  }),
  locked: ended("LOGIN", "SUBMITTING", {
    error_code: "account_locked",
    error_message: "The website has locked the account.",
    website_error: "Your account is locked. Contact your administrator.",
  }),
  blocked: ended("LOGIN", "DISCOVERING", {
    error_code: "captcha_blocked",
    error_message: "The website asked for a CAPTCHA that could not be solved.",
  }),
  needsAppCode: ended("REAUTH", "AWAITING_INPUT", {
    error_code: "totp_required",
    error_message: "The website asks for a code of an authenticator app.",
  }),
  needsMailCode: ended("REAUTH", "AWAITING_INPUT", {
    error_code: "email_code_required",
    error_message: "The website asks for a code that it has sent by email.",
  }),
  nobodyConfirmed: ended("REAUTH", "AWAITING_EXTERNAL_ACTION", {
    error_code: "external_action_timeout",
    error_message: "Nobody confirmed the login on the phone in time.",
  }),
};
