// How flows go, by the name that is stored with each: those of the seed, and those that somebody starts.
import * as z from "zod/mini";
import { form } from "./forms.ts";
import { accountLocked, captchaBlocked, failure, method, needs, onPhone, wrongPassword } from "./prompts.ts";
import type { Script, Stage } from "./stage.ts";
import { done, failing, passing } from "./stage.ts";
import { played } from "./stages.ts";

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
const ending = (type: Script["type"], end: Stage): Script => ({
  type,
  renews: false,
  stages: { first: passing("DISCOVERING", 60_000, "end"), end },
});

const ended = (type: Script["type"], ...failed: Parameters<typeof failing>): Script =>
  ending(type, failing(...failed));

/** A flow that stays where it is until somebody answers. */
const staying = (first: Stage, type: Script["type"] = "LOGIN"): Script => ({
  type,
  renews: true,
  stages: { first, done },
});

const never = Number.POSITIVE_INFINITY;

const call = method("call", "call", "Call me instead", "•••-•••-7788");

export const scripts = {
  ...played,
  waiting: staying({ kind: "asks", form: helpdesk }),
  confirming: staying(onPhone([call], {}, never)),
  discovering: staying(passing("DISCOVERING", never, "done")),
  submitting: staying(passing("SUBMITTING", never, "done"), "REAUTH"),
  loggedIn: ending("LOGIN", done),
  loggedInAgain: ending("REAUTH", done),
  canceled: ending("LOGIN", {
    kind: "ends",
    shows: { flow_status: "CANCELED", flow_step: "AWAITING_INPUT" },
  }),
  /** Nobody enters anything, until its time is up. */
  abandoned: { ...staying({ kind: "asks", form: helpdesk }), renews: false },
  refused: ended("LOGIN", "SUBMITTING", {
    ...wrongPassword,
    website_error: "The password you entered is incorrect. You have 2 attempts left.",
  }),
  locked: ended("LOGIN", "SUBMITTING", accountLocked),
  blocked: ended("LOGIN", "DISCOVERING", captchaBlocked),
  needsAppCode: ended("REAUTH", "AWAITING_INPUT", needs.app),
  needsMailCode: ended("REAUTH", "AWAITING_INPUT", needs.email),
  nobodyConfirmed: ended(
    "REAUTH",
    "AWAITING_EXTERNAL_ACTION",
    failure("external_action_timeout", "Nobody confirmed the login on the phone in time."),
  ),
};

export type ScriptName = keyof typeof scripts;

const isScriptName = (name: string): name is ScriptName => Object.hasOwn(scripts, name);

export const ScriptName = z.enum(Object.keys(scripts).filter(isScriptName));
