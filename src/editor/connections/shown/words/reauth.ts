import { l10n } from "vscode";
import { display } from "../../../../domain/display.ts";

/** Reasons for `can_reauth` (§2.1) as a sentence; an unknown one is shown as it came. */
export function reauthReason(reason: string): { readonly sentence: string; readonly known: boolean } {
  const sentence = known(reason);
  return sentence === undefined
    ? { sentence: l10n.t("{0} (not known to this version)", display(reason)), known: false }
    : { sentence, known: true };
}

function known(reason: string): string | undefined {
  switch (reason) {
    case "external_credential":
      return l10n.t("An external credential provider is attached.");
    case "cua_has_credential":
      return l10n.t("The login runs by computer use, with a stored credential.");
    case "has_credential":
      return l10n.t("A stored credential is attached. Whether a login plan can use it has not been checked.");
    case "viable_plans_found":
      return l10n.t("At least one stored login plan can be replayed.");
    case "no_requirements_recorded":
      return l10n.t("No recorded login requirement stands in the way.");
    case "requirements_satisfiable":
      return l10n.t("The attached credential meets the recorded login requirements.");
    case "no_prior_successful_login":
      return l10n.t("Nobody has logged in yet. A person must complete the first login.");
    case "no_credential":
      return l10n.t("No credential is attached. A person must log in.");
    case "no_viable_plans":
      return l10n.t("A credential is attached, but no login plan can be replayed yet. A person must log in.");
    case "viable_plans_require_external_action":
      return l10n.t(
        "The stored login plans need a step outside the browser, such as an email link. A person must do it.",
      );
    case "requires_external_action":
      return l10n.t("The login needs a step outside the browser. A person must do it.");
    case "requires_totp_without_secret":
      return l10n.t(
        "The login asks for an authenticator code, and no secret is stored. A person must enter it.",
      );
    case "requires_sms_code":
      return l10n.t("The login asks for a code sent by SMS. A person must enter it.");
    case "requires_email_code":
      return l10n.t("The login asks for a code sent by email. A person must enter it.");
    case "requires_customer_input":
      return l10n.t("The login asks for input that only a person can give.");
    default:
      return undefined;
  }
}
