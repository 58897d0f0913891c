import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";
import { ownProperty, markUnknownValue } from "../../../words/labels.ts";

/** The reason why a connection can or can't log in again automatically. */
export interface ReauthReason {
  /** The obstacle to automatic logins, if any, worded to fit the label "Logs in again automatically". */
  readonly obstacle?: string;
  readonly sentence?: string;
  readonly isKnown: boolean;
}

/** Describes a `can_reauth_reason` (interface.md §2.1). An unknown reason is shown unchanged. */
export function reauthReason(reason: string): ReauthReason {
  const words = ownProperty<Omit<ReauthReason, "isKnown">>(
    {
      external_credential: { sentence: l10n.t("Uses an external credential provider.") },
      cua_has_credential: { sentence: l10n.t("Uses the stored credential through computer use.") },
      has_credential: { sentence: l10n.t("Uses the stored credential; the service hasn't tested it.") },
      viable_plans_found: { sentence: l10n.t("At least one recorded login can be replayed.") },
      no_requirements_recorded: { sentence: l10n.t("No login requirements are recorded.") },
      requirements_satisfiable: {
        sentence: l10n.t("No blocker is recorded. That doesn't prove that a login works."),
      },
      totp_reauth_allowed: { sentence: l10n.t("Only an authenticator's code is required.") },
      no_prior_successful_login: { obstacle: l10n.t("Not yet: never logged in") },
      no_credential: { obstacle: l10n.t("No: uses no credential") },
      no_viable_plans: {
        obstacle: l10n.t("Not yet: no login can be replayed"),
        sentence: l10n.t("Log in again to record a login."),
      },
      viable_plans_require_external_action: {
        obstacle: l10n.t("No: needs a step outside the browser"),
        sentence: l10n.t("The recorded logins need a person, such as for an email link."),
      },
      requires_external_action: { obstacle: l10n.t("No: needs a step outside the browser") },
      requires_totp_without_secret: {
        obstacle: l10n.t("No: asks for an authenticator code"),
        sentence: l10n.t("No authenticator secret is stored."),
      },
      requires_sms_code: { obstacle: l10n.t("No: asks for a code by SMS") },
      requires_email_code: { obstacle: l10n.t("No: asks for a code by email") },
      requires_customer_input: { obstacle: l10n.t("No: asks questions only a person can answer") },
    },
    reason,
  );
  if (words === undefined) return { sentence: markUnknownValue(display(reason)), isKnown: false };
  return { ...words, isKnown: true };
}
