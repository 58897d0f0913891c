// Domains that make a login go another way than the usual one: it asks for an identifier and a password, and takes every
// value but `wrong`, and of codes six digits but 000000. README.md lists them.
import type { Played } from "./scripts.ts";

interface Switch {
  readonly login?: Played;
  readonly stream?: "closes" | "breaks" | "silent" | "fails" | "split" | "crlf" | "absent";
  /** The reply in place of a login: always, or while another login runs. */
  readonly refuses?: "pending" | "running";
  /** What health checks find: that the site has logged out after a login, or nothing that could be told. */
  readonly checks?: "out" | "unclear";
  /** Whether the link to the page was used before it could be opened. */
  readonly linkUsed?: true;
}

const switches: Readonly<Record<string, Switch>> = {
  "totp.example": { login: "totp" },
  "2fa.example": { login: "secondFactor" },
  "sso.example": { login: "singleSignOn" },
  "push.example": { login: "push" },
  "captcha.example": { login: "captcha" },
  "refused.example": { login: "refusing" },
  "locked.example": { login: "locking" },
  "rate-limited.example": { login: "limiting" },
  "redirected.example": { login: "redirecting" },
  "slow.example": { login: "slow" },
  "stream-closes.example": { stream: "closes" },
  "stream-breaks.example": { stream: "breaks" },
  "stream-silent.example": { stream: "silent" },
  "stream-error.example": { stream: "fails" },
  "stream-split.example": { stream: "split" },
  "stream-crlf.example": { stream: "crlf" },
  "no-stream.example": { stream: "absent" },
  "link-used.example": { linkUsed: true },
  "busy.example": { refuses: "pending" },
  "one-login.example": { refuses: "running" },
  "logs-out.example": { checks: "out" },
  "logs-out-code.example": { login: "smsCode", checks: "out" },
  "unclear.example": { checks: "unclear" },
  // Connections of the seed whose last login came to this: so does the next one.
  "payroll.example": { login: "locking" },
  "tickets.example": { login: "captcha" },
  "tax.example": { login: "totp" },
  "mail.example": { login: "emailCode" },
  "visa.example": { login: "push" },
  "voip.example": { login: "push" },
  "rail.example": { login: "smsCode" },
};

/** The special behaviour of a domain; most have none. */
export const switchOf = (domain: string): Switch =>
  (Object.hasOwn(switches, domain) ? switches[domain] : undefined) ?? {};
