// Domains with a special login. By default, a login asks for an identifier and a password, and accepts every value
// except `wrong`. Codes must have six digits and not be 000000. README.md lists the domains.
import type { LoginScriptName } from "./scripts.ts";

interface DomainBehavior {
  readonly login?: LoginScriptName;
  readonly stream?: "closes" | "breaks" | "silent" | "fails" | "split" | "crlf" | "absent";
  /** Refuses logins always, or while another login runs. */
  readonly refuses?: "pending" | "running";
  /** Health checks find the site logged out, or are inconclusive. */
  readonly checks?: "out" | "unclear";
  /** True if the link is used before anyone opens it. */
  readonly linkUsed?: true;
}

const domainBehaviors: Readonly<Record<string, DomainBehavior>> = {
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
  // Domains of sample connections. The next login ends like the sample one.
  "payroll.example": { login: "locking" },
  "tickets.example": { login: "captcha" },
  "tax.example": { login: "totp" },
  "mail.example": { login: "emailCode" },
  "visa.example": { login: "push" },
  "voip.example": { login: "push" },
  "rail.example": { login: "smsCode" },
};

/** The special behavior of a domain, or {}. */
export const behaviorOf = (domain: string): DomainBehavior =>
  (Object.hasOwn(domainBehaviors, domain) ? domainBehaviors[domain] : undefined) ?? {};
