// Defines the scripts that determine how logins proceed, both for sample logins and for logins that users start. Each
// flow is stored with the name of its script.
import * as z from "zod/mini";
import {
  createForm,
  type FlowScript,
  type LoginStage,
  successStage,
  failureStage,
  automaticStage,
  type LoginStages,
  questionStage,
} from "./stages.ts";
import {
  accountLocked,
  captchaBlocked,
  flowFailure,
  mfaChoice,
  reauthFailures,
  phoneApprovalStage,
  wrongPassword,
  accountChoice,
  otherMethodChoice,
  appCodeStage,
  emailCodeStage,
  smsCodeStage,
  credentialsStage,
  ssoChoice,
  smsChoice,
} from "./prompts.ts";

const discoveryMs = 1000;

/** Creates the script of a login that takes `ms` milliseconds to discover the form and then runs the given stages. */
const loginScript = (stages: LoginStages, ms = discoveryMs): FlowScript => ({
  type: "LOGIN",
  lifetime: "once",
  stages: { first: automaticStage("DISCOVERING", ms, "form"), done: successStage, ...stages },
});

const loginScripts = {
  plain: loginScript({ form: credentialsStage() }),
  slow: loginScript({ form: credentialsStage() }, 20_000),
  stillIn: loginScript({ form: successStage }),
  refusing: loginScript({ form: credentialsStage({ rejectsEverything: true }) }),
  locking: loginScript({
    form: credentialsStage({ nextStage: "locked" }),
    locked: failureStage("SUBMITTING", accountLocked),
  }),
  limiting: loginScript({
    form: credentialsStage({ nextStage: "limited" }),
    limited: failureStage("SUBMITTING", {
      error_code: "rate_limited",
      error_message: "The website's rate limit was reached.",
      website_error: "Too many attempts. Try again later.",
    }),
  }),
  captcha: loginScript({ form: failureStage("DISCOVERING", captchaBlocked) }),
  stuck: loginScript({
    form: failureStage("DISCOVERING", {
      error_code: "stuck_in_loop",
      error_message: "The website returned to the same page again and again.",
    }),
  }),
  redirecting: loginScript({
    form: failureStage("DISCOVERING", {
      error_code: "domain_not_allowed",
      error_message: "The login leads to id.redirected.example, which is not among the allowed domains.",
    }),
  }),
  totp: loginScript({ form: credentialsStage({ nextStage: "code" }), code: appCodeStage() }),
  smsCode: loginScript({ form: credentialsStage({ nextStage: "code" }), code: smsCodeStage() }),
  emailCode: loginScript({ form: credentialsStage({ nextStage: "code" }), code: emailCodeStage() }),
  push: loginScript({
    form: credentialsStage({ nextStage: "phone" }),
    phone: phoneApprovalStage([smsChoice], { [smsChoice.id]: "code" }),
    code: smsCodeStage(),
  }),
  secondFactor: loginScript({
    form: credentialsStage({ nextStage: "method" }),
    method: questionStage({
      choices: [
        smsChoice,
        mfaChoice("email", "email", "Email", "a••••@mail.example"),
        mfaChoice("app", "totp", "Authenticator app"),
        mfaChoice("push", "push", "Confirm on your phone"),
      ],
      stageByChoice: { choice_sms: "sms", choice_email: "email", choice_app: "app", choice_push: "phone" },
      reauthFailure: reauthFailures.choice,
    }),
    sms: smsCodeStage({ choices: [otherMethodChoice], stageByChoice: { [otherMethodChoice.id]: "method" } }),
    email: emailCodeStage({
      choices: [otherMethodChoice],
      stageByChoice: { [otherMethodChoice.id]: "method" },
    }),
    app: appCodeStage({ choices: [otherMethodChoice], stageByChoice: { [otherMethodChoice.id]: "method" } }),
    phone: phoneApprovalStage([otherMethodChoice], { [otherMethodChoice.id]: "method" }),
  }),
  singleSignOn: loginScript({
    form: credentialsStage({
      choices: [ssoChoice("google", "Google"), ssoChoice("microsoft", "Microsoft")],
      stageByChoice: { choice_google: "account", choice_microsoft: "account" },
    }),
    account: questionStage({
      choices: [
        accountChoice("work", "Work", "alex@work.example"),
        accountChoice("home", "Home", "alex@home.example"),
        { id: "choice_other", type: "other", label: "Use another account" },
      ],
      stageByChoice: { choice_other: "form" },
      reauthFailure: reauthFailures.choice,
    }),
  }),
};

export type LoginScriptName = keyof typeof loginScripts;

/**
 * The form of the sample login that waits for input. The legacy lists are specified explicitly, because they differ
 * from the lists that `createForm` would derive.
 */
const helpdeskForm = createForm({
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
  legacy: {
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
  reauthFailure: { error_code: "sms_code_required", error_message: "The website asks for a code." },
});

/**
 * Creates the script of a sample flow that takes a minute to discover the form and then ends with the given outcome.
 */
const endingScript = (type: FlowScript["type"], end: LoginStage): FlowScript => ({
  type,
  lifetime: "once",
  stages: { first: automaticStage("DISCOVERING", 60_000, "end"), end },
});

const failingScript = (type: FlowScript["type"], ...failed: Parameters<typeof failureStage>): FlowScript =>
  endingScript(type, failureStage(...failed));

/**
 * Creates the script of a sample login that stays in its first stage until the user answers. The login is renewed
 * before it expires.
 */
const waitingScript = (first: LoginStage, type: FlowScript["type"] = "LOGIN"): FlowScript => ({
  type,
  lifetime: "renewed",
  stages: { first, done: successStage },
});

const neverMs = Number.POSITIVE_INFINITY;

const callChoice = mfaChoice("call", "call", "Call me instead", "•••-•••-7788");

export const flowScripts = {
  ...loginScripts,
  waiting: waitingScript({ kind: "asks", form: helpdeskForm }),
  confirming: waitingScript(phoneApprovalStage([callChoice], {}, neverMs)),
  discovering: waitingScript(automaticStage("DISCOVERING", neverMs, "done")),
  submitting: waitingScript(automaticStage("SUBMITTING", neverMs, "done"), "REAUTH"),
  loggedIn: endingScript("LOGIN", successStage),
  loggedInAgain: endingScript("REAUTH", successStage),
  canceled: endingScript("LOGIN", {
    kind: "ends",
    shows: { flow_status: "CANCELED", flow_step: "AWAITING_INPUT" },
  }),
  /** The small sample's login that waits for a code. */
  asksForCode: { ...waitingScript(appCodeStage()), lifetime: "again" },
  /** A question that stays unanswered until the login expires. */
  abandoned: { ...waitingScript({ kind: "asks", form: helpdeskForm }), lifetime: "once" },
  refused: failingScript("LOGIN", "SUBMITTING", {
    ...wrongPassword,
    website_error: "The password you entered is incorrect. You have 2 attempts left.",
  }),
  locked: failingScript("LOGIN", "SUBMITTING", accountLocked),
  blocked: failingScript("LOGIN", "DISCOVERING", captchaBlocked),
  needsAppCode: failingScript("REAUTH", "AWAITING_INPUT", reauthFailures.app),
  needsMailCode: failingScript("REAUTH", "AWAITING_INPUT", reauthFailures.email),
  nobodyConfirmed: failingScript(
    "REAUTH",
    "AWAITING_EXTERNAL_ACTION",
    flowFailure("external_action_timeout", "The login was not approved on the phone in time."),
  ),
} satisfies Readonly<Record<string, FlowScript>>;

export type ScriptName = keyof typeof flowScripts;

const isScriptName = (name: string): name is ScriptName => Object.hasOwn(flowScripts, name);

export const ScriptName = z.enum(Object.keys(flowScripts).filter(isScriptName));
