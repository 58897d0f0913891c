// Domains with a special login. By default, a login asks for an identifier and a password, and accepts every value
// except `wrong`. Codes must have six digits, and 000000 is rejected. README.md lists the domains.
import type { LoginScriptName } from "./scripts.ts";

interface DomainBehavior {
  readonly script?: LoginScriptName;
  readonly streamFault?: "closes" | "breaks" | "silent" | "fails" | "split" | "crlf" | "absent";
  /** `pending` rejects every login, as if too many were pending. `running` rejects a login while another one runs. */
  readonly refusesLogins?: "pending" | "running";
  /**
   * With `out`, the first health check after a login finds that the site has logged the user out. With `unclear`,
   * health checks are inconclusive.
   */
  readonly healthChecks?: "out" | "unclear";
  /** True if the hosted link counts as used before the user opens it. */
  readonly isLinkUsed?: true;
}

const domainBehaviors: Readonly<Record<string, DomainBehavior>> = {
  "totp.example": { script: "totp" },
  "2fa.example": { script: "secondFactor" },
  "sso.example": { script: "singleSignOn" },
  "push.example": { script: "push" },
  "captcha.example": { script: "captcha" },
  "refused.example": { script: "refusing" },
  "locked.example": { script: "locking" },
  "rate-limited.example": { script: "limiting" },
  "stuck.example": { script: "stuck" },
  "redirected.example": { script: "redirecting" },
  "slow.example": { script: "slow" },
  "stream-closes.example": { streamFault: "closes" },
  "stream-breaks.example": { streamFault: "breaks" },
  "stream-silent.example": { streamFault: "silent" },
  "stream-error.example": { streamFault: "fails" },
  "stream-split.example": { streamFault: "split" },
  "stream-crlf.example": { streamFault: "crlf" },
  "no-stream.example": { streamFault: "absent" },
  "link-used.example": { isLinkUsed: true },
  "busy.example": { refusesLogins: "pending" },
  "one-login.example": { refusesLogins: "running" },
  "logs-out.example": { healthChecks: "out" },
  "logs-out-code.example": { script: "smsCode", healthChecks: "out" },
  "unclear.example": { healthChecks: "unclear" },
  // Domains of sample connections. The next login has the same outcome as the sample login.
  "payroll.example": { script: "locking" },
  "tickets.example": { script: "captcha" },
  "tax.example": { script: "totp" },
  "mail.example": { script: "emailCode" },
  "visa.example": { script: "push" },
  "voip.example": { script: "push" },
  "rail.example": { script: "smsCode" },
};

/** Returns the special behavior of a domain, or {} if there is none. */
export const behaviorOf = (domain: string): DomainBehavior =>
  (Object.hasOwn(domainBehaviors, domain) ? domainBehaviors[domain] : undefined) ?? {};
