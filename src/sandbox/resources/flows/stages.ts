// How the logins go that somebody starts, by the kind of website.
import {
  account,
  accountLocked,
  another,
  byApp,
  byEmail,
  bySms,
  captchaBlocked,
  credentials,
  method,
  needs,
  onPhone,
  provider,
  sms,
} from "./prompts.ts";
import type { Script, Stages } from "./stage.ts";
import { asking, done, failing, passing } from "./stage.ts";

/** How long it looks for the form, in milliseconds. */
const discovery = 1000;

/** Looks for the form, and goes on with these. */
const begun = (stages: Stages, ms = discovery): Script => ({
  type: "LOGIN",
  renews: false,
  stages: { first: passing("DISCOVERING", ms, "form"), done, ...stages },
});

export const played = {
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
      error_message: "The website takes no more logins for now.",
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

/** How a login goes that somebody starts. */
export type Played = keyof typeof played;
