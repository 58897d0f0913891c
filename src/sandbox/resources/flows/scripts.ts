// Scripts of flows by the name that is stored with each flow, for samples and for users' logins.
import * as z from "zod/mini";
import { form, type Script, type Stage, done, failing, passing, type Stages, asking } from "./forms.ts";
import {
  accountLocked,
  captchaBlocked,
  failure,
  method,
  needs,
  onPhone,
  wrongPassword,
  account,
  another,
  byApp,
  byEmail,
  bySms,
  credentials,
  provider,
  sms,
} from "./prompts.ts";

const discovery = 1000;

/** Discovers the form, then runs these stages. */
const begun = (stages: Stages, ms = discovery): Script => ({
  type: "LOGIN",
  lasts: "once",
  stages: { first: passing("DISCOVERING", ms, "form"), done, ...stages },
});

const played = {
  plain: begun({ form: credentials() }),
  slow: begun({ form: credentials() }, 20_000),
  stillIn: begun({ form: done }),
  refusing: begun({ form: credentials({ hopeless: true }) }),
  locking: begun({
    form: credentials({ then: "locked" }),
    locked: failing("SUBMITTING", accountLocked),
  }),
  limiting: begun({
    form: credentials({ then: "limited" }),
    limited: failing("SUBMITTING", {
      error_code: "rate_limited",
      error_message: "The website's rate limit was reached.",
      website_error: "Too many attempts. Try again later.",
    }),
  }),
  captcha: begun({ form: failing("DISCOVERING", captchaBlocked) }),
  redirecting: begun({
    form: failing("DISCOVERING", {
      error_code: "domain_not_allowed",
      error_message: "The login leads to id.redirected.example, which is not among the allowed domains.",
    }),
  }),
  totp: begun({ form: credentials({ then: "code" }), code: byApp() }),
  smsCode: begun({ form: credentials({ then: "code" }), code: bySms() }),
  emailCode: begun({ form: credentials({ then: "code" }), code: byEmail() }),
  push: begun({
    form: credentials({ then: "phone" }),
    phone: onPhone([sms], { [sms.id]: "code" }),
    code: bySms(),
  }),
  secondFactor: begun({
    form: credentials({ then: "method" }),
    method: asking({
      choices: [
        sms,
        method("email", "email", "Email", "a••••@mail.example"),
        method("app", "totp", "Authenticator app"),
        method("push", "push", "Confirm on your phone"),
      ],
      leads: { choice_sms: "sms", choice_email: "email", choice_app: "app", choice_push: "phone" },
      blocker: needs.choice,
    }),
    sms: bySms({ choices: [another], leads: { [another.id]: "method" } }),
    email: byEmail({ choices: [another], leads: { [another.id]: "method" } }),
    app: byApp({ choices: [another], leads: { [another.id]: "method" } }),
    phone: onPhone([another], { [another.id]: "method" }),
  }),
  singleSignOn: begun({
    form: credentials({
      choices: [provider("google", "Google"), provider("microsoft", "Microsoft")],
      leads: { choice_google: "account", choice_microsoft: "account" },
    }),
    account: asking({
      choices: [
        account("work", "Work", "alex@work.example"),
        account("home", "Home", "alex@home.example"),
        { id: "choice_other", type: "other", label: "Use another account" },
      ],
      leads: { choice_other: "form" },
      blocker: needs.choice,
    }),
  }),
};

export type Played = keyof typeof played;

/** Canonical choices and fields, with the older lists. */
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
      label: "Email",
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
        label: "Email",
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

/** A flow that discovers the form and ends after a minute. */
const ending = (type: Script["type"], end: Stage): Script => ({
  type,
  lasts: "once",
  stages: { first: passing("DISCOVERING", 60_000, "end"), end },
});

const ended = (type: Script["type"], ...failed: Parameters<typeof failing>): Script =>
  ending(type, failing(...failed));

/** A flow that waits for an answer. */
const staying = (first: Stage, type: Script["type"] = "LOGIN"): Script => ({
  type,
  lasts: "renewed",
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
  /** The login of the small sample. */
  asksForCode: { ...staying(byApp()), lasts: "again" },
  /** Stays unanswered until the login expires. */
  abandoned: { ...staying({ kind: "asks", form: helpdesk }), lasts: "once" },
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
    failure("external_action_timeout", "The login was not approved on the phone in time."),
  ),
};

export type ScriptName = keyof typeof scripts;

const isScriptName = (name: string): name is ScriptName => Object.hasOwn(scripts, name);

export const ScriptName = z.enum(Object.keys(scripts).filter(isScriptName));
